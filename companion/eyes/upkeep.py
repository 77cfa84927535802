"""What the eyes look after while nothing is going on: the light, and hands that rest. An alarm names what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.eyes.stillness import Place
from companion.ports import Frame
from companion.sight.focus import blur_mm
from companion.sight.mat import Mat
from companion.sight.pixels import Picture

_DARK = 14.0
_HAND_S = 8.0
_HAND_AWAY_S = 4.0
_HAND_MM2 = 6000.0
_RESTING_S = 1.0
_FOCUS_S = 1.0
TOO_SOFT_MM = 3.0
"""Of 28 cards on wood and on paper 28 were read at a blur that looks so large, and some no more at 3.25."""


def light_alarms(small: Picture) -> tuple[str, ...]:
    """The contract's names of what is wrong with the light."""
    return ("too-dark",) if float(np.median(small[::4, ::4].max(axis=2))) < _DARK else ()


def is_resting(place: Place, at: float) -> bool:
    """Whether this is a hand (it comes in over the edge) that lies still: what happens elsewhere needn't wait for
    it."""
    return place.touches_edge and at - place.moved_at > _RESTING_S


@dataclass(slots=True)
class FocusWatch:
    """Tells of a picture too blurred to read, by the markers; two looks a second apart must agree, since a bumped table
    blurs for a moment."""

    at: float = -np.inf
    soft: int = 0

    def see(self, frame: Frame, mat: Mat) -> None:
        """Looks once a second; markers out of sight say nothing."""
        if not mat.markers or frame.at - self.at < _FOCUS_S:
            return
        self.at = frame.at
        blur = blur_mm(frame.pixels, mat)
        if blur is not None:
            self.soft = self.soft + 1 if blur >= TOO_SOFT_MM else 0

    def alarms(self) -> tuple[str, ...]:
        """`out-of-focus` for as long as it lasts."""
        return ("out-of-focus",) if self.soft >= 2 else ()


@dataclass(slots=True)
class HandWatch:
    """Tells of hands that stay. One that moves on and comes again is the same hand for a while."""

    since: float | None = None
    gone_at: float = -np.inf

    def alarms(self, places: Sequence[Place], at: float) -> tuple[str, ...]:
        """`hands-still-there` once a hand has been resting far inside the mat for long, until it has been away for a
        bit."""
        if any(is_resting(place, at) and place.size_mm2 > _HAND_MM2 for place in places):
            self.since = at if self.since is None else self.since
            self.gone_at = at
        elif at - self.gone_at > _HAND_AWAY_S:
            self.since = None
        return ("hands-still-there",) if self.since is not None and at - self.since > _HAND_S else ()
