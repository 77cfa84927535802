"""A recorded or drawn camera in real time, or so many times faster: the whole table then follows its clock.

Law: every frame is handed out, none before its time; one that was late makes all after it later, so nothing piles up.
The clock never goes back, and never ahead of the frame that comes next; between two cameras it runs free.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.ports import Camera, Frame


class Pace:
    """The table's time, `speed` times as fast as the real one at most. One for all the cameras of an evening."""

    def __init__(
        self, speed: float = 1.0, *, began: float | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.speed, self._now = speed, now
        real = now()
        self._state = _State(real if began is None else began, real, math.inf)  # replaced whole: any thread may ask

    def clock(self) -> float:
        """The table's time in seconds, to compare with its frames'."""
        at, real, until = self._state
        return min(until, at + (self._now() - real) * self.speed)

    def hold(self, until: float) -> None:
        """From now on the clock waits for `until`, the time of the frame that comes next."""
        self._state = self._state._replace(until=max(until, self.clock()))

    def due(self) -> float:
        """Real seconds until the frame that it waits for."""
        at, real, until = self._state
        return (until - at) / self.speed - (self._now() - real)

    def reach(self) -> float:
        """That frame is here, be it late; gives its time."""
        until = self._state.until
        self._state = _State(until, self._now(), until)
        return until

    def run_free(self) -> None:
        """No frame is waited for."""
        self._state = _State(self.clock(), self._now(), math.inf)


class _State(NamedTuple):
    """The table's time was `at` when the real one was `real`; it goes on to `until` at most."""

    at: float
    real: float
    until: float


class PacedCamera:
    """Plays `camera` at this pace. Its own time 0 is the table's time at its first frame."""

    def __init__(self, camera: Camera, pace: Pace, *, sleep: Callable[[float], object] | None = None) -> None:
        self._camera, self._pace = camera, pace
        self._closed = threading.Event()
        self._sleep = sleep or self._closed.wait

    def frames(self) -> Iterator[Frame]:
        """The frames, each at its time."""
        began: float | None = None
        try:
            for frame in self._camera.frames():
                began = self._pace.clock() - frame.at if began is None else began
                self._pace.hold(began + frame.at)
                if (wait := self._pace.due()) > 0:
                    self._sleep(wait)
                if self._closed.is_set():
                    return
                yield replace(frame, at=self._pace.reach())
        finally:
            self._pace.run_free()

    def close(self) -> None:
        """No frame comes after this; who waits for one is woken."""
        self._closed.set()
        self._camera.close()
