"""The twelve lamps, drawn as a row: clues, fuses, final round; `o` lit, `.` dark."""

import pytest

from companion.ports import Lamps
from hardware.lamps import BLINK_S, REFUSAL_S, WINK_EVERY_S, WINK_S, Display


def row(display, at):
    signs = "".join("o" if one else "." for one in display.lit(at))
    return f"{signs[:8]} {signs[8:11]} {signs[11]}"


@pytest.mark.parametrize(
    ("lamps", "drawn"),
    [
        (Lamps(), "........ ... ."),
        (Lamps(8, 0), "oooooooo ... ."),
        (Lamps(3, 2), "ooo..... oo. ."),
        (Lamps(0, 3, "on"), "........ ooo o"),
    ],
)
def test_steady_lamps_are_counts_and_need_no_waking(lamps, drawn):
    display = Display(lamps)
    assert row(display, 1000.3) == drawn
    assert display.changes(1000.3) is None


def test_the_last_turn_blinks_evenly():
    display = Display(Lamps(1, 0, "blink"))
    assert [display.lit(10 + BLINK_S * step)[-1] for step in range(4)] == [True, False, True, False]


@pytest.mark.parametrize(("final", "steady"), [("off", False), ("on", True)])
def test_a_question_winks_every_two_seconds_against_what_the_lamp_shows(final, steady):
    display = Display(Lamps(2, 0, final, asks=True))
    assert [display.lit(at)[-1] for at in (10.0, 10.19, 10.21, 11.9, 12.0)] == [
        not steady,
        not steady,
        steady,
        steady,
        not steady,
    ]
    assert row(display, 11)[:8] == "oo......"


def test_a_question_on_the_last_turn_leaves_it_blinking():
    blinking, asking = Display(Lamps(1, 0, "blink")), Display(Lamps(1, 0, "blink", asks=True))
    assert [blinking.lit(at / 10) for at in range(40)] == [asking.lit(at / 10) for at in range(40)]


def test_a_refusal_puts_out_twice_what_is_lit():
    display = Display(Lamps(3, 1), refused=50.0)
    shown = [row(display, 50 + REFUSAL_S * (phase + 0.5)) for phase in range(5)]
    assert shown == ["........ ... .", "ooo..... o.. .", "........ ... .", "ooo..... o.. .", "ooo..... o.. ."]
    assert row(display, 49.9) == "ooo..... o.. ."


def test_where_nothing_is_lit_a_refusal_flashes_the_clue_lamps_twice():
    display = Display(Lamps(), refused=50.0)
    shown = [row(display, 50 + REFUSAL_S * (phase + 0.5))[:8] for phase in range(4)]
    assert shown == ["oooooooo", "........", "oooooooo", "........"]


@pytest.mark.parametrize(
    "display",
    [
        Display(Lamps(3, 1, "blink"), refused=50.0),
        Display(Lamps(3, 1, "on", asks=True), refused=50.1),
        Display(Lamps(0, 0, "off", asks=True)),
        Display(Lamps(0, 0), refused=51.7),
    ],
)
def test_whoever_wakes_only_when_it_changes_misses_nothing(display):
    start = at = display.refused or 49.7  # a refusal begins when it is told
    woken = {start: display.lit(start)}
    while (changes := display.changes(at)) is not None and changes < 56:
        woken[changes] = display.lit(changes)
        at = changes
    for moment in (start + step * 0.007 for step in range(600)):
        assert display.lit(moment) == [lit for when, lit in woken.items() if when <= moment][-1]
    assert len(woken) < 60


def test_a_wink_is_short():
    assert WINK_S < WINK_EVERY_S / 4
