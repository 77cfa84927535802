"""The table's thread: messages are taken in order, time passes, nothing ends it but Stop."""

from __future__ import annotations

import threading

import pytest

from companion.errors import Refused
from companion.loop import BY_HAND, Loop
from companion.messages import Press, Stop, Ticked, Wish
from companion.supervise import Limit
from companion.table.placements import Button

SOON = 5.0


class Listening:
    """An evening that writes down what it hears, and breaks when it is told to."""

    def __init__(self):
        self.course = []
        self.ticked = threading.Event()
        self.by_hand = None

    def open(self):
        self.course.append("open")

    def close(self):
        self.course.append("close")

    def hear(self, message):
        match message:
            case Ticked():
                self.ticked.set()
            case Wish(wanted=None):
                raise ZeroDivisionError
            case Wish(reply=reply):
                self.course.append("wish")
                reply.set_result("done")
            case other:
                self.course.append(other)

    def recover(self):
        self.course.append("recover")

    def go_on_by_hand(self, say):
        self.by_hand = say


@pytest.fixture
def evening():
    """What the loop drives."""
    return Listening()


@pytest.fixture
def loop(evening):
    """A loop that runs until the test is over."""
    loop = Loop(evening, tick_s=0.01)
    loop.start()
    yield loop
    assert loop.stop(SOON)


def done(loop):
    """Wait until everything posted before has been taken."""
    wish = Wish(Press(Button.OK), 0.0)
    loop.post(wish)
    return wish.reply.result(SOON)


def test_messages_are_taken_in_the_order_in_which_they_were_posted(loop, evening):
    for message in "abc":
        loop.post(message)
    assert done(loop) == "done"
    assert evening.course == ["open", "a", "b", "c", "wish"]


def test_time_passes_though_nothing_else_happens(loop, evening):
    evening.ticked.clear()
    assert evening.ticked.wait(SOON)


def test_time_passes_however_busy_the_inbox_is(evening):
    times = iter(range(1000))
    loop = Loop(evening, clock=lambda: next(times), tick_s=3)
    for message in range(20):
        loop.post(message)
    loop.post(Stop())
    loop.run()
    assert evening.ticked.is_set()
    assert evening.course == ["open", *range(20), "close"]


def test_stop_closes_and_what_comes_after_it_is_refused(evening):
    loop = Loop(evening)
    late = Wish(Press(Button.OK), 0.0)
    loop.post(Stop())
    loop.post(late)
    loop.run()
    assert evening.course == ["open", "close"]
    with pytest.raises(Refused, match="closing"):
        late.reply.result(0)


def test_what_breaks_is_told_to_who_wished_it_and_the_table_goes_on(loop, evening, caplog):
    broken = Wish(None, 0.0)
    loop.post(broken)
    assert done(loop) == "done"
    assert isinstance(broken.reply.exception(0), ZeroDivisionError)
    assert evening.course == ["open", "recover", "wish"]
    assert "ZeroDivisionError" in caplog.text


def test_what_breaks_again_and_again_is_left_to_hand(loop, evening, caplog):
    for _ in range(Limit().times + 1):
        loop.post(Wish(None, 0.0))
    done(loop)
    assert evening.course.count("recover") == 5
    assert evening.by_hand == BY_HAND


def test_the_watchdog_hears_a_beat_each_time_round(evening):
    beats = []
    loop = Loop(evening, beat=lambda: beats.append(1))
    loop.post("a")
    loop.post(Stop())
    loop.run()
    assert len(beats) == 2  # a tick and a message


def test_a_blocked_table_beats_no_more(evening):
    beats, block, blocked = [], threading.Event(), threading.Event()

    def hears(message):
        if message == "block":
            blocked.set()
            block.wait(SOON)

    evening.hear = hears
    loop = Loop(evening, beat=lambda: beats.append(1), tick_s=0.01)
    loop.post("block")
    loop.start()
    assert blocked.wait(SOON)
    count = len(beats)
    assert not loop.stop(0.05)
    assert len(beats) == count
    block.set()
    assert loop.stop(SOON)


def test_the_table_is_up_once_it_has_heard_what_was_left_for_it_before_it_began(evening):
    loop, is_free = Loop(evening, tick_s=0.01), threading.Event()
    opened = evening.open
    evening.open = lambda: is_free.wait(SOON) and opened()
    loop.post("panel")
    loop.post("camera")
    loop.start()
    assert not loop.wait_until_up(0.05)
    is_free.set()
    assert loop.wait_until_up(SOON)
    assert evening.course == ["open", "panel", "camera"]
    assert loop.stop(SOON)


def test_nobody_waits_for_a_table_that_was_ended_before_it_was_up(evening):
    loop = Loop(evening, tick_s=0.01)
    loop.post(Stop())
    loop.post("late")
    loop.start()
    assert loop.wait_until_up(SOON)
    assert loop.stop(SOON)
    assert evening.course == ["open", "close"]
