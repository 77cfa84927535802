"""What is posted for what was felt."""

import pytest

from companion.messages import ButtonPressed
from companion.table.placements import Button
from hardware.debounce import Bouncing, Calmed, Down, Freed, Held, Stuck, Up
from hardware.fingertips import PRETEND, Fingertips, Sign


def said(button, *felt):
    fingertips = Fingertips(are_pretend=False)
    fingertips.touched(button, 100.0)
    told = (fingertips.says(button, one, 110.0) for one in felt)
    return [one for one in told if isinstance(one, ButtonPressed)]


@pytest.mark.parametrize("button", [Button.CLUE, Button.FUSE])
def test_a_button_speaks_once_when_it_goes_down_however_long_it_is_held(button):
    assert said(button, Down(0), Held(3), Up(4, True)) == [ButtonPressed(button, 100.0)]


@pytest.mark.parametrize("button", [Button.OK, Button.UNDO])
def test_ok_and_undo_speak_when_they_are_let_go(button):
    assert said(button, Down(0)) == []
    assert said(button, Down(0), Up(1, False)) == [ButtonPressed(button, 100.0)]


def test_undo_held_three_seconds_takes_nothing_back_and_asks_for_the_address():
    fingertips = Fingertips(are_pretend=False)
    assert [fingertips.says(Button.UNDO, felt, 0.0) for felt in (Down(0), Held(3), Up(4, True))] == [
        None,
        Sign.ADDRESS,
        None,
    ]
    fingertips.says(Button.UNDO, Down(8), 8.0)
    assert fingertips.says(Button.UNDO, Up(9, False), 9.0) == ButtonPressed(Button.UNDO, 8.0), "the next one does"


@pytest.mark.parametrize("rest", [[Up(1, False)], [Held(3), Up(4, True)]])
def test_a_press_that_was_heard_otherwise_is_silent_and_the_next_one_speaks(rest):
    fingertips = Fingertips(are_pretend=False)
    fingertips.keep_silent(Button.UNDO)
    assert [fingertips.says(Button.UNDO, felt, 0.0) for felt in rest] == [None] * len(rest)
    assert fingertips.says(Button.UNDO, Up(9, False), 5.0) == ButtonPressed(Button.UNDO, 5.0)


@pytest.mark.parametrize("button", [Button.OK, Button.UNDO])
def test_a_contact_that_bounces_when_it_is_let_go_doesn_t_make_the_press_a_later_one(button):
    fingertips = Fingertips(are_pretend=False)
    fingertips.touched(button, 100.0)
    fingertips.says(button, Down(0), 100.1)
    fingertips.touched(button, 101.0)
    assert fingertips.says(button, Up(1, False), 101.1) == ButtonPressed(button, 100.0)


def test_ok_held_three_seconds_speaks_then_and_not_again():
    assert said(Button.OK, Down(0), Held(3), Up(5, True)) == [ButtonPressed(Button.OK, 110.0, held=True)]


def test_stuck_buttons_are_named_until_they_are_free():
    fingertips = Fingertips(are_pretend=False)
    assert fingertips.state() == ("up", "")
    assert fingertips.says(Button.CLUE, Stuck(8), 0.0) is Sign.STATE
    assert fingertips.state()[1].startswith("Button CLUE is stuck: look whether something lies on it")
    assert fingertips.says(Button.OK, Stuck(9), 0.0) is Sign.STATE
    state, say = fingertips.state()
    assert (state, say[:31]) == ("down", "Button CLUE and OK are stuck: l")
    assert fingertips.says(Button.CLUE, Freed(20), 0.0) is Sign.STATE
    assert fingertips.says(Button.OK, Freed(21), 0.0) is Sign.STATE
    assert fingertips.state() == ("up", "")


def test_bouncing_buttons_are_named_until_they_are_calm():
    fingertips = Fingertips(are_pretend=False)
    assert fingertips.says(Button.FUSE, Bouncing(1), 0.0) is Sign.STATE
    assert fingertips.state()[0] == "down"
    assert fingertips.state()[1].startswith("Button FUSE is bouncing and left out until at rest: look for a loose wire")
    fingertips.says(Button.CLUE, Stuck(8), 0.0)
    assert "Button CLUE is stuck" in fingertips.state()[1]
    assert "Button FUSE is bouncing" in fingertips.state()[1]
    fingertips.says(Button.CLUE, Freed(9), 0.0)
    assert fingertips.says(Button.FUSE, Calmed(9), 0.0) is Sign.STATE
    assert fingertips.state() == ("up", "")


def test_pretend_pins_say_so():
    assert Fingertips(are_pretend=True).state() == ("pretend", PRETEND)
