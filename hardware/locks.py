"""A Pi camera's exposure, gains and focus as values: read from a frame's metadata, set, and compared with what came.

Law: libcamera's names for controls and metadata are written here alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.sentences import say

Metadata = Mapping[str, Any]
Controls = dict[str, Any]

EXPOSURE, WHITE_BALANCE, FOCUS = say("exposure"), say("white balance"), say("focus")
FREE: Controls = {"AeEnable": True, "AwbEnable": True}
_MANUAL_FOCUS = 0
_APART = 0.06  # exposures go by the sensor's rows, gains by its steps
_LENS_APART = 0.1  # dioptres
_ALIKE = 0.02
_FRAMES = 5
_LEAST_S, _LONGEST_S = 0.8, 2.0  # what was set shows some frames late: until then nothing moves, and is not at rest


@dataclass(frozen=True, slots=True)
class Locks:
    """What is held: microseconds, the sensor's gain, red's and blue's against green; `lens` in dioptres, None where
    it can't be moved."""

    exposure_us: int
    gain: float
    red: float
    blue: float
    lens: float | None = None

    def controls(self) -> Controls:
        """What to set."""
        held: Controls = {
            "AeEnable": False,
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "AwbEnable": False,
            "ColourGains": (self.red, self.blue),
        }
        return held if self.lens is None else held | lens_at(self.lens)

    def missed(self, metadata: Metadata) -> tuple[str, ...]:
        """Which of them this frame was not taken with, in words."""
        seen = locks_of(metadata)
        if seen is None:
            return (EXPOSURE, WHITE_BALANCE)
        light, wanted = seen.exposure_us * seen.gain, self.exposure_us * self.gain
        colours = max(_apart(seen.red, self.red), _apart(seen.blue, self.blue))
        words = {
            EXPOSURE: _apart(light, wanted) > _APART,
            WHITE_BALANCE: colours > _APART,
            FOCUS: self.lens is not None and seen.lens is not None and abs(seen.lens - self.lens) > _LENS_APART,
        }
        return tuple(word for word, is_missed in words.items() if is_missed)


def lens_at(dioptres: float) -> Controls:
    """Sets the lens, and ends its own search."""
    return {"AfMode": _MANUAL_FOCUS, "LensPosition": dioptres}


def locks_of(metadata: Metadata) -> Locks | None:
    """What this frame was taken with; None where the camera doesn't tell."""
    try:
        red, blue = metadata["ColourGains"]
        lens = metadata.get("LensPosition")
        return Locks(
            int(metadata["ExposureTime"]),
            float(metadata["AnalogueGain"]),
            float(red),
            float(blue),
            None if lens is None else float(lens),
        )
    except (KeyError, TypeError, ValueError):
        return None


class Settling:
    """Whether exposure and white balance have come to rest by themselves: five frames alike, or time is up."""

    def __init__(self, at: float, longest_s: float = _LONGEST_S) -> None:
        self._from, self._until = at + _LEAST_S, at + longest_s
        self._last: deque[tuple[float, float, float]] = deque(maxlen=_FRAMES)

    def settled(self, now: Locks, at: float) -> bool:
        """Takes the next frame's."""
        self._last.append((now.exposure_us * now.gain, now.red, now.blue))
        alike = len(self._last) == _FRAMES and all(
            _apart(min(values), max(values)) <= _ALIKE for values in zip(*self._last, strict=True)
        )
        return (alike and at >= self._from) or at >= self._until


def _apart(one: float, other: float) -> float:
    return abs(one - other) / max(abs(other), 1e-6)
