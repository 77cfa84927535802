"""Panels with fewer lamps and buttons than the full set, with a buzzer, and the address that holding UNDO asks for."""

import atexit
import queue
import threading
import time

import pytest

from companion.messages import ButtonPressed
from companion.ports import Lamps
from companion.table.placements import Button
from hardware import panel as panels
from hardware.address import DIGIT_S
from hardware.debounce import CALM_S, HELD_S, RESTLESS_S, Bouncing, Calmed, Contact, Down, Up
from hardware.fingers import Fingers
from hardware.lamps import BLINK_S, FULL, Display, LampSet
from hardware.pinpanel import PinPanel
from hardware.pins import DEFAULT, Pins
from hardware.steps import Steps

SOON_S = 2.0


def row(display, at):
    return "".join("o" if one else "." for one in display.lit(at))


@pytest.mark.parametrize(
    ("wired", "lamps", "drawn"),
    [
        (LampSet(3, 3, 1), Lamps(8, 1), "ooo o.. ."),
        (LampSet(3, 3, 1), Lamps(2, 1, "on"), "oo. o.. o"),
        (LampSet(0, 0, 1), Lamps(8, 2, "on"), "  o"),
        (LampSet(1, 2, 0), Lamps(0, 2), ". oo "),
        (LampSet(0, 0, 0), Lamps(8, 3, "on"), "  "),
    ],
)
def test_fewer_lamps_show_the_first_of_each_row(wired, lamps, drawn):
    assert row(Display(lamps, wired=wired), 10.0) == drawn.replace(" ", "")


def test_more_mistakes_than_fuse_lamps_blink_the_last_one():
    one = [Display(Lamps(0, mistakes), wired=LampSet(0, 1, 0)) for mistakes in range(4)]
    blinking = [10.0 + BLINK_S * step for step in range(4)]
    assert ["".join(row(display, at) for at in blinking) for display in one] == ["....", "oooo", "o.o.", "o.o."]
    assert one[1].changes(10.0) is None
    assert one[2].changes(10.0) == 10.0 + BLINK_S


@pytest.mark.parametrize(("wired", "drawn"), [(LampSet(3, 1, 1), "ooo.."), (LampSet(0, 1, 1), "oo")])
def test_where_nothing_is_lit_a_refusal_flashes_the_clue_lamps_or_all_there_are(wired, drawn):
    assert row(Display(Lamps(), refused=50.0, wired=wired), 50.01) == drawn


def test_the_address_goes_before_everything_and_then_the_game_is_shown_again():
    display = Display(Lamps(2), counts=Steps(((FULL.dark, 1.0), ((True,) * 12, 1.0)), 100.0))
    assert [sum(display.lit(at)) for at in (99.9, 100.0, 101.5, 102.0)] == [2, 0, 12, 2]
    assert display.changes(100.2) == 101.0


# ---- on gpiozero's mock pins


FEW = Pins.of({"clues": (5, 6), "fuses": (20,), "final": None, "undo": None, "ok": None})


def test_a_panel_opens_only_what_is_wired_and_the_rest_stays_free(pins, posted, soon):
    with panels.make("mock", FEW, posted.put) as panel:
        panel.show(Lamps(8, 1, "on"))
        soon(lambda: [pin for pin, is_lit in panel.levels().items() if is_lit], [5, 6, 20])
        rest = Pins.of({"clues": (12, 13), "fuses": (), "clue": None, "fuse": None})
        panels.make("mock", rest, posted.put).close()
        Fingers(panel).press(Button.UNDO)  # which isn't wired
        Fingers(panel).press(Button.CLUE)
        assert posted.get(timeout=SOON_S).button is Button.CLUE
    assert not any(pins.pin(pin).state for pin in FEW.lamps)


def test_a_buzzer_beeps_for_a_misplay_and_is_silent_in_the_end(pins, posted, soon):
    with panels.make("mock", Pins(buzzer=9), posted.put) as panel:
        panel.show(Lamps(8, 1))
        panel.show(Lamps(8, 1))
        assert panel.rest()
        assert [state.state for state in pins.pin(9).states] == [False], "what was so at the start beeps not"
        panel.show(Lamps(8, 2))
        soon(lambda: pins.pin(9).state, True)
    assert not pins.pin(9).state


class Watched:
    """A panel with a known address, whose buttons are held as long as it is told, in no time."""

    def __init__(self, pins, posted, address):
        self.posted = posted
        self.panel = PinPanel("mock", pins, DEFAULT, posted.put, address=lambda: address)
        self.pins = pins

    def hold_undo(self):
        """As if it had gone down three seconds ago."""
        self.panel._felt(Button.UNDO, True, time.monotonic() - HELD_S - 0.01)
        self.panel._felt(Button.UNDO, False, time.monotonic())
        assert self.panel.rest()

    def lit(self):
        return sum(self.panel.levels().values())

    def heard(self):
        assert self.panel.rest()
        told = [self.posted.get_nowait() for _ in range(self.posted.qsize())]
        return [one.button for one in told if isinstance(one, ButtonPressed)]


@pytest.fixture
def watched(pins, posted):
    made = []

    def watch(address):
        made.append(Watched(pins, posted, address))
        return made[-1]

    yield watch
    made[-1].panel.close()


def test_holding_undo_counts_the_address_out_and_takes_nothing_back(watched, soon):
    table = watched("http://192.168.1.20:8080")
    table.panel.show(Lamps(3))
    soon(table.lit, 3)
    table.hold_undo()
    soon(table.lit, 12)
    assert table.heard() == []


def test_undo_while_the_address_is_told_only_ends_that(watched, soon):
    table = watched("http://192.168.1.20:8080")
    table.panel.show(Lamps(3))
    table.hold_undo()
    soon(table.lit, 12)
    Fingers(table.panel).press(Button.UNDO)
    soon(table.lit, 3)
    assert table.heard() == []
    Fingers(table.panel).press(Button.UNDO)
    assert table.heard() == [Button.UNDO]


def test_any_other_button_ends_it_and_counts(watched, soon):
    table = watched("http://192.168.1.20:8080")
    table.panel.show(Lamps(3))
    table.hold_undo()
    soon(table.lit, 12)
    Fingers(table.panel).press(Button.CLUE)
    soon(table.lit, 3)
    assert table.heard() == [Button.CLUE]


def test_without_a_network_the_lamps_refuse(watched, pins, soon):
    table = watched("http://127.0.0.1:8080")
    table.panel.show(Lamps(1))
    soon(table.lit, 1)
    pins.pin(5).clear_states()
    table.hold_undo()
    soon(lambda: [state.state for state in pins.pin(5).states], [True, False, True, False, True])


def test_a_program_that_ends_by_an_error_nobody_caught_puts_the_lamps_out(pins, posted, soon, monkeypatch):
    at_end = []
    monkeypatch.setattr(atexit, "register", at_end.append)
    monkeypatch.setattr(atexit, "unregister", at_end.remove)
    panel = panels.make("mock", DEFAULT, posted.put)
    panel.show(Lamps(8))
    soon(lambda: sum(panel.levels().values()), 8)
    at_end[0]()
    assert not any(pins.pin(pin).state for pin in DEFAULT.lamps)
    assert at_end == []


# ---- loose contacts


def rattled(contact, start, seconds, every=0.01):
    """A contact that rattles, beginning up; ends up."""
    felt = []
    for step in range(round(seconds / every / 2) * 2):
        felt += contact.edge(step % 2 == 0, start + step * every)
    return felt


def test_a_contact_that_finds_no_rest_is_bouncing_until_it_has_been_calm():
    contact = Contact(False, 0.0)
    assert [type(one) for one in rattled(contact, 10.0, 0.8)] == [Bouncing]
    still = 10.79
    assert contact.edge(True, still + 1) == []
    assert contact.wait(still + 1.1) == [], "a press meanwhile is not believed"
    assert contact.edge(False, still + 1.2) == []
    assert contact.wait(still + 1.2 + CALM_S) == [Calmed(still + 1.2 + CALM_S)]
    contact.edge(True, 30.0)
    assert contact.edge(False, 30.2) == [Down(30.0)]
    assert contact.wait(31.0) == [Up(30.2, False)]


def test_a_bad_button_that_bounces_for_less_is_only_pressed():
    contact = Contact(False, 0.0)
    assert rattled(contact, 10.0, RESTLESS_S - 0.1) == []


def test_a_bouncing_button_is_named_on_the_page(pins):
    posted, pin, tick = queue.Queue(), pins.pin(25), threading.Event()
    with panels.make("mock", DEFAULT, posted.put):
        until = time.monotonic() + SOON_S
        while posted.empty() and time.monotonic() < until:
            pin.drive_low()
            pin.drive_high()
            tick.wait(0.005)
        told = posted.get_nowait()
    assert (told.which, told.state) == ("panel", "down")
    assert told.say.startswith("Button FUSE is bouncing")


def test_a_digit_is_shown_long_enough_to_be_counted():
    assert DIGIT_S >= 1.0
