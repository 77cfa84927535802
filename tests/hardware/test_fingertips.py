"""What is posted for what was felt."""

import pytest

from companion.messages import ButtonPressed
from companion.table.placements import Button
from hardware.debounce import Down, Freed, Held, Stuck, Up
from hardware.fingertips import PRETEND, Fingertips


def said(button, *felt):
    fingertips = Fingertips(are_pretend=False)
    fingertips.touched(button, 100.0)
    told = (fingertips.says(button, one, 110.0) for one in felt)
    return [one for one in told if isinstance(one, ButtonPressed)]


@pytest.mark.parametrize("button", [Button.CLUE, Button.FUSE, Button.UNDO])
def test_a_button_speaks_once_when_it_goes_down_however_long_it_is_held(button):
    assert said(button, Down(0), Held(3), Up(4, True)) == [ButtonPressed(button, 100.0)]


def test_ok_speaks_when_it_is_let_go():
    assert said(Button.OK, Down(0)) == []
    assert said(Button.OK, Down(0), Up(1, False)) == [ButtonPressed(Button.OK, 100.0)]


def test_ok_held_three_seconds_speaks_then_and_not_again():
    assert said(Button.OK, Down(0), Held(3), Up(5, True)) == [ButtonPressed(Button.OK, 110.0, held=True)]


def test_stuck_buttons_are_named_until_they_are_free():
    fingertips = Fingertips(are_pretend=False)
    assert fingertips.state() == ("up", "")
    assert fingertips.says(Button.CLUE, Stuck(8), 0.0) is True
    assert fingertips.state()[1].startswith("Button CLUE is stuck: look whether something lies on it")
    assert fingertips.says(Button.OK, Stuck(9), 0.0) is True
    state, say = fingertips.state()
    assert (state, say[:31]) == ("down", "Button CLUE and OK are stuck: l")
    assert fingertips.says(Button.CLUE, Freed(20), 0.0) is True
    assert fingertips.says(Button.OK, Freed(21), 0.0) is True
    assert fingertips.state() == ("up", "")


def test_pretend_pins_say_so():
    assert Fingertips(are_pretend=True).state() == ("pretend", PRETEND)
