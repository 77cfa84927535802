"""A Pi camera made steady: exposure and colours measured, the focus swept, all of it locked, and watched from then on.

Law: what is locked stays locked until the lamp really changes; no frame is to be read before all is locked. Told
frame by frame with its time; it answers with controls to set. A machine without clock, thread or camera.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.sentences import listed, say
from hardware.locks import FREE, Controls, Locks, Metadata, Settling, lens_at, locks_of
from hardware.roomlight import Lit, RoomLight
from hardware.sweep import Sweep

Grey = npt.NDArray[np.uint8]

TAKES_S = 1.0
"""How long a lock may take to show in the metadata, and how long it must be missed to be said."""

AGAIN_S = 5.0
_LENS_FRAMES = 10  # the longest that is waited for a lens that doesn't tell where it is
_LENS_THERE = 0.05  # dioptres
_SETTING = say("The camera is being set: exposure, colours and focus.")
_UNKNOWN = say("This camera doesn't tell its exposure, so that it can't be locked: colours may change with the lamp.")
_SOFT = say("The lens couldn't be focused by what lies there: lay some cards on the mat and start again.")


@dataclass(slots=True)
class Memory:
    """What one try to use a camera leaves to the next."""

    locks: Locks | None = None
    lit: Lit | None = None


@dataclass(frozen=True, slots=True)
class Steady:
    """What to do with a frame: `controls` to set before the next; `is_ready`: it may be read."""

    controls: Controls | None = None
    is_ready: bool = False


class Steadying:
    """One camera's. `lens`: the lowest and highest position, None where it has no motor; `memory`: with locks in it,
    nothing is measured again."""

    def __init__(self, lens: tuple[float, float] | None = None, memory: Memory | None = None) -> None:
        self._memory = memory if memory is not None else Memory()
        self._settling: Settling | None = None
        self._sweep = Sweep(*lens) if lens is not None and self._memory.locks is None else None
        self._lens = self._memory.locks.lens if self._memory.locks is not None else None
        self._waits, self._was_there = 0, False
        self._is_ready = self._memory.locks is not None
        self._is_unknown = False
        self._locked_at = self._set_at = -np.inf
        self._light = RoomLight(self._memory.lit)
        self._missed_since: float | None = None
        self._missed: tuple[str, ...] = ()
        self._soft = ""

    @property
    def remark(self) -> str:
        """A sentence on what isn't as it should be."""
        if not self._is_ready:
            return _SETTING
        if self._is_unknown:
            return _UNKNOWN
        if self._missed:
            return say(
                "The camera doesn't keep its {what}: colours may change; it is set again.", what=listed(self._missed)
            )
        return self._soft

    def hear(self, metadata: Metadata, grey: Grey, at: float, sharp: Callable[[], float]) -> Steady:
        """The next frame. `grey`: its brightness, of any size; `sharp`: how sharp it is, asked for only in a sweep."""
        now = locks_of(metadata)
        if now is None:
            self._is_unknown = self._is_ready = True
            return Steady(is_ready=True)
        if self._settling is not None or self._memory.locks is None:
            return self._measure(now, grey, at, sharp)
        if self._locked_at == -np.inf:
            return self._lock(self._memory.locks, at)
        return self._watch(self._memory.locks, metadata, grey, at)

    def _measure(self, now: Locks, grey: Grey, at: float, sharp: Callable[[], float]) -> Steady:
        if self._settling is None:
            self._settling = Settling(at)
            return Steady(dict(FREE), self._is_ready)
        if self._sweep is not None and self._waits:
            return self._focus(self._sweep, now, sharp)
        if not self._settling.settled(now, at):
            return Steady(is_ready=self._is_ready)
        if self._sweep is not None:
            return self._focus(self._sweep, now, sharp)
        self._light.keep(grey, at)
        self._memory.lit = self._light.lit
        return self._lock(replace(now, lens=self._lens), at)

    def _focus(self, sweep: Sweep, now: Locks, sharp: Callable[[], float]) -> Steady:
        """Moves the lens, lets it arrive, and asks how sharp that was."""
        self._waits += 1
        if self._waits == 1:
            return Steady(lens_at(sweep.position))
        is_there = now.lens is not None and abs(now.lens - sweep.position) <= _LENS_THERE
        if not (is_there and self._was_there) and self._waits < _LENS_FRAMES:
            self._was_there = is_there
            return Steady()
        sweep.see(sharp())
        self._waits, self._was_there = 1, False
        if not sweep.is_over:
            return Steady(lens_at(sweep.position))
        self._lens, self._sweep = sweep.best, None
        self._soft = "" if sweep.found else _SOFT
        return Steady(lens_at(self._lens))

    def _lock(self, locks: Locks, at: float) -> Steady:
        self._memory.locks, self._settling = locks, None
        self._locked_at = self._set_at = at
        self._missed_since = None
        self._missed, self._is_ready = (), True
        return Steady(locks.controls(), is_ready=True)

    def _watch(self, locks: Locks, metadata: Metadata, grey: Grey, at: float) -> Steady:
        if self._light.changed(grey, at):
            self._settling = Settling(at)
            return Steady(dict(FREE), is_ready=True)
        if at - self._locked_at < TAKES_S:
            return Steady(is_ready=True)
        missed = locks.missed(metadata)
        self._missed_since = (self._missed_since if self._missed_since is not None else at) if missed else None
        if self._missed_since is None:
            self._missed = ()
        elif at - self._missed_since >= TAKES_S:
            self._missed = missed
            if at - self._set_at >= AGAIN_S:
                self._set_at = at
                return Steady(locks.controls(), is_ready=True)
        return Steady(is_ready=True)
