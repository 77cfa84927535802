"""The eyes' thread over cameras that behave, raise, hang and never let go."""

from __future__ import annotations

import threading
from dataclasses import replace
from queue import Queue

import numpy as np
import pytest

from companion.errors import CameraAway, CameraError
from companion.eyes.blind import BLACK, WHITE
from companion.eyes.thread import EyesThread
from companion.eyes.watch import CameraWatch, Terms
from companion.messages import DeviceState, TableSeen
from companion.ports import Frame
from companion.sight.sighting import Seen

SOON = 5.0
PICTURE = np.full((64, 64, 3), 90, np.uint8)
QUICK = Terms(silent_s=0.05, opening_s=0.1, pauses_s=(0.01,))


class Lens:
    """A camera of which a test says what happens: frames, then an end, an error or a hang."""

    def __init__(self, frames=1, then="end", close_hangs=False):
        self.count = frames
        self.then = then
        self.close_hangs = close_hangs
        self.is_closed = threading.Event()
        self.released = threading.Event()

    def frames(self):
        for index in range(self.count):
            yield Frame(PICTURE, float(index), index)
        if self.then == "hang":
            self.released.wait(SOON)
        elif self.then == "raise":
            raise OSError(19, "No such device", "/dev/video0")
        elif self.then == "go on":
            while not self.released.wait(0.01):
                yield Frame(PICTURE, 99.0, 99)

    def close(self):
        self.is_closed.set()
        if self.close_hangs:
            self.released.wait(SOON)
        self.released.set()


class Looker:
    """Eyes that tell each frame, and break where they are told to."""

    def __init__(self, breaks_at=None):
        self.breaks_at = breaks_at

    def look(self, frame):
        if frame.index == self.breaks_at:
            raise ZeroDivisionError
        return Seen(frame.at, frame.index)


@pytest.fixture
def start():
    """Starts eyes over these cameras, the last one again and again; all is let go when the test is over."""
    started = []

    def starts(*lenses, eyes=Looker, terms=QUICK, check_s=0.01, **more):
        inbox, left = Queue(), [*lenses]
        thread = EyesThread(
            lambda: left.pop(0) if len(left) > 1 else left[0],
            eyes,
            inbox.put,
            CameraWatch(terms),
            clock=lambda: 7.0,
            check_s=check_s,
            **more,
        )
        started.append((thread, lenses))
        thread.start()
        return inbox, thread

    yield starts
    for thread, lenses in started:
        for lens in lenses:
            lens.released.set()
        thread.stop()


def until(inbox, wanted):
    """The next message that is wanted; those before it are passed over."""
    while True:
        message = inbox.get(timeout=SOON)
        if wanted(message):
            return message


def state(word):
    """Is it this state of the camera?"""
    return lambda message: isinstance(message, DeviceState) and message.state == word


def seen(message):
    """Is it a frame?"""
    return isinstance(message, TableSeen)


def test_each_frame_is_looked_at_and_posted(start):
    inbox, _ = start(Lens(frames=3))
    assert inbox.get(timeout=SOON) == DeviceState("camera", "up", "", 7.0)
    assert [inbox.get(timeout=SOON).seen.index for _ in range(3)] == [0, 1, 2]
    assert inbox.get(timeout=SOON).state == "ended"


def test_at_the_end_a_look_is_waited_for_and_a_camera_that_hangs_is_not(start):
    class Slow(Looker):
        begun, over = threading.Event(), threading.Event()

        def look(self, frame):
            self.begun.set()
            self.over.wait(SOON)
            return super().look(frame)

    _, looking = start(Lens(), eyes=Slow, terms=Terms())
    assert Slow.begun.wait(SOON)
    looking.stop()
    assert not looking.join(SOON, 0.0)
    threading.Timer(0.05, Slow.over.set).start()
    assert looking.join(0.0, SOON)
    inbox, hanging = start(Lens(then="hang", close_hangs=True), terms=Terms())
    until(inbox, seen)
    hanging.stop(0.01)
    assert not hanging.join(0.01, SOON)


def test_a_frame_that_isn_t_steady_is_a_sign_of_life_and_is_not_looked_at(start):
    class Settling(Lens):
        def frames(self):
            yield Frame(PICTURE, 0.0, 0, remark="It is being set.", is_steady=False)
            yield Frame(PICTURE, 1.0, 1)

    inbox, _ = start(Settling())
    assert (inbox.get(timeout=SOON).say, inbox.get(timeout=SOON).say) == ("It is being set.", "")
    assert inbox.get(timeout=SOON).seen.index == 1


def test_a_camera_that_raises_is_told_closed_and_begun_again(start, caplog):
    first = Lens(then="raise")
    inbox, _ = start(first, Lens(then="go on"))
    assert until(inbox, state("down")).say == "/dev/video0: No such device."
    assert until(inbox, state("up"))
    assert first.is_closed.wait(SOON)
    assert "No such device" in caplog.text


def test_a_camera_that_isn_t_there_is_told_and_logged_once_however_often_it_is_looked_for(start, caplog):
    looks = Queue()

    class Nowhere(Lens):
        def frames(self):
            looks.put(1)
            raise CameraAway("There is no camera: plug it in.")

    inbox, _ = start(Nowhere(), terms=replace(QUICK, away_s=0.01))
    assert until(inbox, state("down")).say == "There is no camera: plug it in."
    assert [looks.get(timeout=SOON) for _ in range(8)] == [1] * 8
    assert caplog.text.count("There is no camera") == 1
    assert inbox.empty()


def test_another_trouble_is_logged_and_so_is_the_same_one_after_a_picture(start, caplog):
    class Fails(Lens):
        def __init__(self, say, frames=0):
            super().__init__(frames)
            self.say = say

        def frames(self):
            yield from super().frames()
            raise CameraError(self.say)

    inbox, _ = start(Fails("One."), Fails("One."), Fails("Other."), Fails("One.", frames=1), Lens(then="go on"))
    until(inbox, seen)
    until(inbox, seen)
    assert [line.split("Error: ")[1] for line in caplog.messages] == ["One.", "Other.", "One."]


@pytest.mark.parametrize(("level", "say"), [(3, BLACK), (255, WHITE)])
def test_pictures_in_which_nothing_can_be_seen_are_a_camera_that_is_down_within_three_seconds(start, level, say):
    """Half a second a frame, by a clock of the test's own."""
    times = iter(np.arange(0, 60, 0.25)).__next__

    class Blind(Lens):
        def frames(self):
            for index in range(40):
                yield Frame(np.full((64, 64, 3), level if index < 20 else 90, np.uint8), float(index), index)
            self.released.wait(SOON)

    inbox, _ = start(Blind(), terms=Terms(), monotonic=times, check_s=SOON)
    down = until(inbox, lambda message: not seen(message) and message.say == say)
    assert down.state == "down"
    assert until(inbox, state("up")).say == ""


def test_a_camera_that_hangs_is_told_left_behind_and_begun_again(start):
    first = Lens(then="hang", close_hangs=True)
    inbox, _ = start(first, Lens(then="go on"))
    assert "cable" in until(inbox, state("down")).say
    assert until(inbox, state("up"))
    assert first.is_closed.wait(SOON)


def test_what_a_thread_left_behind_tells_later_is_not_heard(start):
    late = threading.Event()

    class Late(Lens):
        def frames(self):
            yield Frame(PICTURE, 0.0, 0)
            late.wait(SOON)
            yield Frame(PICTURE, 0.0, 666)

        def close(self):
            self.is_closed.set()

    first = Late()
    inbox, _ = start(first, Lens(frames=2, then="go on"))
    until(inbox, state("down"))
    until(inbox, state("up"))
    late.set()
    assert first.is_closed.wait(SOON)
    told = [inbox.get(timeout=SOON) for _ in range(10)]
    seen = [one.seen.index for one in told if isinstance(one, TableSeen)]
    assert seen
    assert 666 not in seen


def test_a_camera_that_cannot_be_made_is_told(start):
    def fails():
        raise OSError(16, "Device or resource busy", "/dev/video0")

    inbox = Queue()
    thread = EyesThread(fails, Looker, inbox.put, CameraWatch(QUICK), check_s=0.01)
    thread.start()
    assert until(inbox, state("down")).say == "/dev/video0: Device or resource busy."
    assert thread.stop()


def test_when_sight_itself_breaks_it_begins_afresh(start):
    made = []

    def eyes():
        made.append(Looker(breaks_at=1 if not made else None))
        return made[-1]

    inbox, _ = start(Lens(frames=2), Lens(frames=3), eyes=eyes)
    assert "ZeroDivisionError" in until(inbox, state("down")).say
    until(inbox, state("up"))
    assert [until(inbox, seen).seen.index for _ in range(3)] == [0, 1, 2]
    assert len(made) == 2


def test_a_camera_begun_again_keeps_what_the_eyes_believe(start):
    made = []

    def eyes():
        made.append(Looker())
        return made[-1]

    inbox, _ = start(Lens(then="raise"), Lens(then="go on"), eyes=eyes)
    until(inbox, state("down"))
    until(inbox, state("up"))
    until(inbox, seen)
    assert len(made) == 1


def test_stopping_ends_even_where_the_camera_never_lets_go(start):
    lens = Lens(then="go on", close_hangs=True)
    inbox, thread = start(lens, terms=Terms())
    until(inbox, seen)
    assert not thread.stop(within_s=0.05)


def test_stopping_closes_the_camera(start):
    lens = Lens(then="go on")
    inbox, thread = start(lens, terms=Terms())
    until(inbox, seen)
    assert thread.stop()
    assert lens.is_closed.is_set()


def test_the_watchdog_hears_a_beat_for_each_frame(start):
    beats = Queue()
    start(Lens(frames=3), beat=lambda: beats.put(1))
    assert [beats.get(timeout=SOON) for _ in range(3)] == [1, 1, 1]
