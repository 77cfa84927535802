"""A USB camera's exposure, white balance and focus: left to settle, then locked through V4L2 as far as it takes.

Law: a lock is judged by the picture, since many cameras don't tell what they do by themselves: one that makes it
darker, lighter, of another colour or less sharp is mended or taken back, and what can't be locked is said. Told picture
by picture, in the thread that reads the camera.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.sentences import listed, say
from hardware.locks import EXPOSURE, FOCUS, WHITE_BALANCE
from hardware.roomlight import RoomLight
from hardware.sweep import sharpness

Pixels = npt.NDArray[np.uint8]


class Controls(Protocol):
    """What OpenCV's VideoCapture can do with a camera's controls."""

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...


MANUAL, BY_ITSELF = 1.0, 3.0  # V4L2's numbers for exposure: by hand, and with the lens as it is
SETTLES_S = 3.0
TAKES_S = 0.6

_ALIKE = 0.03
_PICTURES = 8
_BRIGHTNESS = 0.12
_COLOUR = 0.06
_SHARP = 0.8
_TRIES = 4
_LONGEST = 10_000.0  # tenths of a millisecond


@dataclass(slots=True)
class Held:
    """What is locked: the controls as set, kept from one try to the next."""

    controls: dict[int, float] = field(default_factory=dict)
    missed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """What a picture is like: its mean brightness, red and blue against green, how sharp it is."""

    light: float
    red: float
    blue: float
    sharp: float


class UsbLocks:
    """One camera's. `held`: from the try before, set at once where there is something."""

    def __init__(self, camera: Controls, held: Held | None = None) -> None:
        self._camera = camera
        self.held = held if held is not None else Held()
        self._light = RoomLight()
        self._last: deque[float] = deque(maxlen=_PICTURES)
        self._steps: Iterator[float] | None = None
        self._due = -np.inf
        self._look: Callable[[], _Look] = lambda: _Look(0, 0, 0, 0)
        self._began: float | None = None
        for control, value in self.held.controls.items():
            self._set(control, value)
        self._is_done = bool(self.held.controls)

    @property
    def remark(self) -> str:
        """What can't be locked, in a sentence."""
        if not self.held.missed:
            return ""
        return say("The camera's {what} can't be locked: leave the lamps as they are.", what=listed(self.held.missed))

    def hear(self, picture: Pixels, at: float) -> None:
        """The next picture; sets controls where it is time to."""
        if self._is_done:
            self._watch(picture, at)
        elif self._steps is None:
            self._settle(picture, at)
        elif at >= self._due:
            self._look = lambda: _look(picture)
            self._step(at, picture)

    def _settle(self, picture: Pixels, at: float) -> None:
        self._began = at if self._began is None else self._began
        self._last.append(float(picture[::16, ::16].mean()))
        low, high = min(self._last), max(self._last)
        is_calm = len(self._last) == _PICTURES and high - low <= _ALIKE * high
        if is_calm or at - self._began >= SETTLES_S:
            self._look = lambda: _look(picture)
            self._steps = self._locking()
            self._step(at, picture)

    def _step(self, at: float, picture: Pixels) -> None:
        """On to the next wait, or to the end."""
        assert self._steps is not None
        wait = next(self._steps, None)
        if wait is not None:
            self._due = at + wait
            return
        self._steps, self._is_done = None, True
        self._light.keep(picture, at)

    def _watch(self, picture: Pixels, at: float) -> None:
        if self._light.lit is None:
            self._light.keep(picture, at)
        elif self._light.changed(picture, at):
            self._set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_ITSELF)
            self._set(cv2.CAP_PROP_AUTO_WB, 1)
            self.held.controls.clear()
            self._is_done, self._began = False, None
            self._last.clear()

    # each yields how long to wait for the picture that shows what became of it

    def _locking(self) -> Iterator[float]:
        missed: list[str] = []
        for name, lock in (
            (EXPOSURE, self._lock_exposure),
            (WHITE_BALANCE, self._lock_colours),
            (FOCUS, self._lock_focus),
        ):
            controls: dict[int, float] = {}
            is_kept = yield from lock(controls)
            if is_kept:
                self.held.controls |= controls
            elif is_kept is not None:
                missed.append(name)
        self.held.missed = tuple(missed)

    def _lock_exposure(self, controls: dict[int, float]) -> Any:
        before = self._look().light
        value = self._camera.get(cv2.CAP_PROP_EXPOSURE)
        if not self._set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
            return False
        for _ in range(_TRIES):
            value = min(max(1.0, round(value)), _LONGEST)
            if not self._set(cv2.CAP_PROP_EXPOSURE, value):
                break
            yield TAKES_S
            ratio = before / max(self._look().light, 0.5)
            if abs(ratio - 1) <= _BRIGHTNESS:
                controls |= {cv2.CAP_PROP_AUTO_EXPOSURE: MANUAL, cv2.CAP_PROP_EXPOSURE: value}
                return True
            value *= min(max(ratio, 0.1), 10)
        self._set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_ITSELF)
        yield TAKES_S
        return False

    def _lock_colours(self, controls: dict[int, float]) -> Any:
        before = self._look()
        kelvin = self._camera.get(cv2.CAP_PROP_WB_TEMPERATURE)
        if not self._set(cv2.CAP_PROP_AUTO_WB, 0):
            return False
        if kelvin > 0:
            self._set(cv2.CAP_PROP_WB_TEMPERATURE, kelvin)
        yield TAKES_S
        now = self._look()
        if max(abs(now.red / before.red - 1), abs(now.blue / before.blue - 1)) <= _COLOUR:
            controls |= {cv2.CAP_PROP_AUTO_WB: 0.0} | ({cv2.CAP_PROP_WB_TEMPERATURE: kelvin} if kelvin > 0 else {})
            return True
        self._set(cv2.CAP_PROP_AUTO_WB, 1)
        yield TAKES_S
        return False

    def _lock_focus(self, controls: dict[int, float]) -> Any:
        """None where the lens has no motor: then there is nothing to lock."""
        before = self._look().sharp
        at = self._camera.get(cv2.CAP_PROP_FOCUS)
        if not self._set(cv2.CAP_PROP_AUTOFOCUS, 0):
            return None
        self._set(cv2.CAP_PROP_FOCUS, at)
        yield TAKES_S
        if self._look().sharp >= _SHARP * before:
            controls |= {cv2.CAP_PROP_AUTOFOCUS: 0.0, cv2.CAP_PROP_FOCUS: at}
            return True
        self._set(cv2.CAP_PROP_AUTOFOCUS, 1)
        yield TAKES_S
        return False

    def _set(self, control: int, value: float) -> bool:
        """Whether the camera has taken it, as far as it tells."""
        return bool(self._camera.set(control, value)) and abs(self._camera.get(control) - value) < 0.5


def _look(picture: Pixels) -> _Look:
    blue, green, red = (max(float(mean), 0.5) for mean in picture[::4, ::4].reshape(-1, 3).mean(axis=0))
    return _Look((blue + green + red) / 3, red / green, blue / green, sharpness(picture))
