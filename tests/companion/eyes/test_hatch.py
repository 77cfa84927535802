"""The hatch: a picture for whoever asks, black around the table; eyes that rest, and eyes made anew."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from companion.eyes.hatch import LOOKING, RESTING, Handed, HandingEyes, Hatch
from companion.eyes.mat_keeper import MatKeeper
from companion.ports import Frame
from companion.sight.mat import Mat, mat_from_corners
from companion.sight.sighting import Seen

SIZE = (640, 360)
CORNERS = np.array([(100, 60), (540, 60), (540, 320), (100, 320)], np.float32)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class OddEyes:
    """Eyes that see the table first with their second frame, and count what they are shown."""

    def __init__(self) -> None:
        self.frames = 0
        self.mat: Mat | None = mat_from_corners(CORNERS)

    def look(self, frame: Frame) -> Seen:
        self.frames += 1
        return Seen(frame.at, frame.index, first=self.frames == 2)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hatch(clock: Clock) -> Hatch:
    return Hatch(clock)


@pytest.fixture
def made() -> list[OddEyes]:
    return []


@pytest.fixture
def eyes(hatch: Hatch, made: list[OddEyes]) -> HandingEyes:
    def make() -> OddEyes:
        made.append(OddEyes())
        return made[-1]

    return HandingEyes(hatch, make, lambda: MatKeeper(CORNERS))


def frame(index: int) -> Frame:
    return Frame(np.full((SIZE[1], SIZE[0], 3), 200, np.uint8), float(index), index)


def frames() -> Iterator[Frame]:
    index = 0
    while True:
        yield frame(index)
        index += 1


def asked(hatch: Hatch, eyes: HandingEyes) -> Handed:
    """What is handed out while frames come."""
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[Any] = pool.submit(hatch.ask, 1.0, 10.0)
        for one in frames():
            eyes.look(one)
            if waiting.done():
                break
        handed = waiting.result()
    assert handed is not None
    return handed


def test_a_picture_is_handed_out_once_somebody_asks_and_is_black_around_the_table(
    hatch: Hatch, eyes: HandingEyes
) -> None:
    seen = asked(hatch, eyes).shown
    assert seen.mat is not None
    (left, top), _, (right, bottom), _ = np.round(seen.mat.corners_px).astype(int)
    around = seen.picture.copy()
    around[top : bottom + 1, left : right + 1] = 0
    assert (left > 20, int(around.max())) == (True, 0)
    assert int(seen.picture[top + 2 : bottom - 2, left + 2 : right - 2].min()) == 200


def test_nothing_is_made_of_a_frame_that_nobody_asked_for(hatch: Hatch, eyes: HandingEyes) -> None:
    handed = asked(hatch, eyes)
    eyes.look(frame(5000))
    assert hatch.ask(1.0, 0.0) is None
    assert handed.index < 5000


def test_resting_eyes_tell_nothing_and_wake_with_a_first_look(
    hatch: Hatch, eyes: HandingEyes, made: list[OddEyes], clock: Clock
) -> None:
    eyes.look(frame(0))
    hatch.rest(for_s=90)
    assert eyes.look(frame(1)) == Seen(1.0, 1, alarms=(RESTING,))
    clock.now += 91  # nobody asked for so long: they wake by themselves
    told = [eyes.look(frame(k)) for k in (2, 3, 4)]
    assert [(seen.first, seen.alarms) for seen in told] == [(False, (LOOKING,)), (True, ()), (False, ())]
    assert [one.frames for one in made] == [1, 3]


def test_eyes_are_made_anew_with_the_next_frame_where_that_is_wished(
    hatch: Hatch, eyes: HandingEyes, made: list[OddEyes]
) -> None:
    eyes.look(frame(0))
    hatch.renew()
    assert [eyes.look(frame(k)).alarms for k in (1, 2)] == [(LOOKING,), ()]
    assert [one.frames for one in made] == [1, 2]


def test_whoever_waits_is_let_go_when_the_table_closes(hatch: Hatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(hatch.ask, 1.0, 60.0)
        threading.Timer(0.01, hatch.close).start()
        assert waiting.result(10) is None
