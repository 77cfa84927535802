"""The hatch between the eyes and the set-up pages: a picture is handed out when somebody asks, and eyes may rest.

Law: nothing is done for a frame that nobody asked for, and what is handed out is black outside of the table. While the
eyes rest nothing is judged; when they wake they see the table for the first time, and nothing that was laid meanwhile
is an arrival.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace

from companion.eyes.mat_keeper import MatKeeper
from companion.eyes.righted import TableEyes
from companion.ports import Frame
from companion.sight.mat import Mat
from companion.sight.sighting import Seen
from companion.sight.viewing import Shown, shown

RESTING, LOOKING = "resting", "resting:looking"
"""The alarm's words while the eyes rest, and until eyes made anew have seen the table."""


@dataclass(frozen=True, slots=True)
class Handed:
    """One frame as it was handed out; `at`: its time, in monotonic seconds."""

    shown: Shown
    at: float
    index: int


class Hatch:
    """Between any threads. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: list[tuple[float, Future[Handed]]] = []
        self._rests_until = float("-inf")
        self._made = 0
        self._is_closed = False

    # for the pages

    def ask(self, scale: float, within_s: float) -> Handed | None:
        """The next frame, `scale` pixels a millimetre; None where none comes in time."""
        waiting: Future[Handed] = Future()
        with self._lock:
            if self._is_closed:
                return None
            self._asked.append((scale, waiting))
        try:
            return waiting.result(within_s)
        except (TimeoutError, CancelledError):
            return None

    def close(self) -> None:
        """No picture is handed out any more; whoever waits for one is let go."""
        with self._lock:
            self._is_closed = True
            asked, self._asked = self._asked, []
        for _, waiting in asked:
            waiting.cancel()

    def rest(self, for_s: float) -> None:
        """From now on the eyes rest, for so long at most; told again, for so long from now."""
        self._rests_until = self._clock() + for_s

    def wake(self) -> None:
        """The eyes rest no longer, and look at the table afresh."""
        self._rests_until = float("-inf")

    def renew(self) -> None:
        """With the next frame the eyes are made anew: another deck, other zones."""
        self._made += 1

    @property
    def is_resting(self) -> bool:
        """Whether nothing is judged now."""
        return self._clock() < self._rests_until

    # for the eyes' thread

    @property
    def generation(self) -> int:
        """Grows whenever the eyes are to be made anew."""
        return self._made

    def offer(self, frame: Frame, mat: Callable[[], Mat | None]) -> None:
        """Hands this frame to whoever waits for one."""
        if not self._asked:
            return
        with self._lock:
            asked, self._asked = self._asked, []
        for scale in {scale for scale, _ in asked}:
            handed = Handed(shown(frame.pixels, mat(), scale), frame.at, frame.index)
            for waiting in (waiting for wanted, waiting in asked if wanted == scale and not waiting.cancelled()):
                waiting.set_result(handed)


class HandingEyes:
    """Eyes behind a hatch. `make`: the eyes themselves, made anew whenever the hatch says so; `keeper`: finds the mat
    while they rest, None where it stays as it was."""

    def __init__(self, hatch: Hatch, make: Callable[[], TableEyes], keeper: Callable[[], MatKeeper | None]) -> None:
        self._hatch = hatch
        self._make = make
        self._make_keeper = keeper
        self._eyes: TableEyes | None = None
        self._keeper: MatKeeper | None = None
        self._generation = hatch.generation
        self._mat: Mat | None = None
        self._is_new = False

    @property
    def mat(self) -> Mat | None:
        """The mat as last found."""
        return self._mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        seen = self._rest(frame) if self._hatch.is_resting else self._look(frame)
        self._hatch.offer(frame, lambda: self._mat)
        return seen

    def _look(self, frame: Frame) -> Seen:
        if self._eyes is None or self._generation != self._hatch.generation:
            self._is_new = self._is_new or self._generation != self._hatch.generation
            self._generation = self._hatch.generation
            self._eyes, self._keeper = self._make(), None
        seen = self._eyes.look(frame)
        self._mat = self._eyes.mat
        self._is_new = self._is_new and not seen.first
        return replace(seen, alarms=(LOOKING, *seen.alarms)) if self._is_new else seen

    def _rest(self, frame: Frame) -> Seen:
        """Only the mat is looked after."""
        self._eyes, self._is_new = None, True
        keeper = self._keeper = self._keeper or self._make_keeper()
        if keeper is None:
            return Seen(frame.at, frame.index, alarms=(RESTING,))
        keeper.look(frame)
        keeper.check(frame)
        self._mat = keeper.mat or self._mat
        return Seen(frame.at, frame.index, alarms=(RESTING, *keeper.alarms(frame.at)))
