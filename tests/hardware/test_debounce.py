"""One contact: bouncing, held, stuck. A script is a line: `0 down, 0.1 up, 0.5` says edges, and when to look."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hardware.debounce import HELD_S, SETTLED_S, STUCK_S, Contact, Down, Freed, Held, Stuck, Up


def felt(script, *, is_down=False):
    contact = Contact(is_down, -1.0)
    told = []
    for step in script.split(", "):
        at, _, level = step.partition(" ")
        told += contact.edge(level == "down", float(at)) if level else contact.wait(float(at))
    return told


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("0 down, 0.039", []),
        ("0 down, 0.04", [Down(0)]),
        ("0 down, 0.1 up, 0.2", [Down(0), Up(0.1, False)]),
        ("0 down, 0.02 up, 1", []),  # a spike
        ("0 down, 0.03 up, 0.035 down, 0.07", []),  # the level must hold anew
        ("0 down, 0.03 up, 0.035 down, 0.076", [Down(0.035)]),
        ("0 down, 1 up, 1.01 down, 1.02 up, 2", [Down(0), Up(1.02, False)]),
        ("0 down, 0.25 up, 0.5 down, 0.75 up, 1", [Down(0), Up(0.25, False), Down(0.5), Up(0.75, False)]),
        ("0 down, 1 up, 1.02 down, 2 up, 3", [Down(0), Up(2, False)]),  # one press: it was up too short
    ],
)
def test_a_level_counts_once_it_has_held(script, told):
    assert felt(script) == told


def test_twenty_edges_in_ten_milliseconds_are_one_press():
    edges = ", ".join(f"{index * 0.0005:.4f} {'up' if index % 2 else 'down'}" for index in range(20))
    assert felt(f"{edges}, 0.01 down, 0.06, 0.2 up, 0.3") == [Down(0.01), Up(0.2, False)]


def test_edges_heard_of_too_late_are_the_press_that_they_were():
    contact = Contact(False, -1.0)
    assert contact.edge(True, 0.0) == []
    assert contact.edge(False, 0.06) == [Down(0.0)]  # no time was told in between


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("0 down, 2.99", [Down(0)]),
        ("0 down, 3", [Down(0), Held(3)]),
        ("0 down, 3, 4, 5, 6 up, 7", [Down(0), Held(3), Up(6, True)]),
        ("0 down, 2.99 up, 3.5", [Down(0), Up(2.99, False)]),  # gpiozero #697: release cancels
        ("0 down, 2.99 up, 3.01, 3.5", [Down(0), Up(2.99, False)]),  # also while it still bounces at 3 s
        ("0 down, 1 up, 1.01 down, 3", [Down(0), Held(3)]),  # a flicker doesn't start it again
    ],
)
def test_three_seconds_are_told_once_and_release_cancels_them(script, told):
    assert felt(script) == told


def test_a_stuck_button_is_told_within_ten_seconds_once_and_its_release_is_no_press():
    assert felt("0 down, 60, 61 up, 62") == [Down(0), Held(3), Stuck(STUCK_S), Freed(61)]
    assert STUCK_S < 10


def test_a_button_that_is_down_from_the_start_is_no_press_but_may_be_stuck():
    assert felt("0, 1 up, 2", is_down=True) == []
    assert felt("0, 5, 7, 20 up, 21", is_down=True) == [Stuck(STUCK_S - 1), Freed(20)]


def test_after_it_was_stuck_it_is_a_button_again():
    assert felt("0 down, 20, 21 up, 22, 23 down, 24")[-1] == Down(23)


@settings(deadline=None)
@given(some.lists(some.floats(0.0001, 4), min_size=1, max_size=30))
def test_whatever_the_edges_downs_and_ups_take_turns_and_waking_when_told_tells_all(gaps):
    often, when_told = Contact(False, 0.0), Contact(False, 0.0)
    at, seen_often, seen_when_told = 0.0, [], []
    for number, gap in enumerate([*gaps, 20.0]):
        until = at + gap
        while (wakes := when_told.wakes) is not None and wakes <= until:
            seen_when_told += when_told.wait(wakes)
        for part in range(1, 20):
            seen_often += often.wait(at + gap * part / 20)
        at = until
        seen_often += often.edge(number % 2 == 0, at)
        seen_when_told += when_told.edge(number % 2 == 0, at)
    assert seen_when_told == seen_often
    turns = [type(one) for one in seen_often if isinstance(one, Down | Up | Freed)]
    assert all((kind is Down) == (index % 2 == 0) for index, kind in enumerate(turns))


def test_the_times_are_what_the_contract_says():
    assert (0.03 <= SETTLED_S <= 0.05, HELD_S) == (True, 3.0)
