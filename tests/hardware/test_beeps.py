"""What the buzzer says as the lamps change; `-` a long beep, `.` a short one."""

import pytest

from companion.ports import Lamps
from hardware.beeps import LONG_S, beeps


def heard(before, now):
    return "".join("-" if seconds == LONG_S else "." for is_on, seconds in beeps(before, now) if is_on)


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (Lamps(8), Lamps(7), ""),
        (Lamps(8), Lamps(8, 1), "-"),
        (Lamps(8, 2), Lamps(8, 1), ""),  # taken back
        (Lamps(8), Lamps(8, 0, "on"), "..."),
        (Lamps(8), Lamps(8, 0, "blink"), "..."),
        (Lamps(8, 0, "on"), Lamps(8, 0, "blink"), ""),
        (Lamps(8, 0, "blink"), Lamps(8), ""),
        (Lamps(8), Lamps(8, asks=True), "."),
        (Lamps(8, asks=True), Lamps(7, asks=True), ""),
        (Lamps(8), Lamps(8, 1, "on", asks=True), "-...."),
    ],
)
def test_a_misplay_the_final_round_and_a_question_beep_once_each(before, now, said):
    assert heard(before, now) == said


def test_what_was_so_at_the_start_beeps_not():
    assert heard(None, Lamps(3, 2, "on", asks=True)) == ""
