"""What the eyes look after while nothing is going on: the mat's place, the light, hands that rest.

Law: a nudged camera is found again by the markers or told, never taken for a moved card; an alarm names what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.eyes.stillness import Place
from companion.ports import Frame
from companion.sight.mat import DEFAULT_MM, Mat, markers, mat_from_corners, mat_from_markers
from companion.sight.pixels import Picture, Quad

_DARK = 14.0
_LOST_S = 2.0
_HAND_S = 8.0
_HAND_AWAY_S = 4.0
_HAND_MM2 = 6000.0
_RESTING_S = 1.0
_CHECK_S = 1.0
_CHECK_SOON_S = 0.3
_NUDGE_PX = 2.5


@dataclass(slots=True)
class MatKeeper:
    """Finds the mat and keeps finding it. `corners`: four pixels by hand, for tables without markers."""

    corners: Quad | None = None
    size_mm: tuple[float, float] = DEFAULT_MM
    mat: Mat | None = None
    checked_at: float = -np.inf
    lost_since: float | None = None
    doubt: Mat | None = None

    def look(self, frame: Frame) -> Mat | None:
        """The mat as believed; searched in this frame while there is none."""
        if self.mat is None:
            by_hand = mat_from_corners(self.corners, self.size_mm) if self.corners is not None else None
            self.mat = by_hand or mat_from_markers(markers(frame.pixels), self.size_mm)
            self.checked_at = frame.at
            self._missed(frame.at, self.mat is None)
        return self.mat

    def check(self, frame: Frame, *, soon: bool = False) -> bool:
        """Now and then: whether the camera has moved. Believed only when two checks agree, since an arm may hide a
        marker. `soon`: something is about to be believed, or the mat is in doubt already."""
        pause = _CHECK_SOON_S if soon or self.doubt is not None else _CHECK_S
        if self.corners is not None or self.mat is None or frame.at - self.checked_at < pause:
            return False
        self.checked_at = frame.at
        seen = mat_from_markers(markers(frame.pixels), self.size_mm)
        self._missed(frame.at, seen is None)
        if seen is None or len(seen.markers) < 4 or _apart_px(seen, self.mat) < _NUDGE_PX:
            self.doubt = None
            return False
        agreed = self.doubt is not None and _apart_px(seen, self.doubt) < _NUDGE_PX
        self.doubt = seen
        if agreed:
            self.mat, self.doubt = seen, None
        return agreed

    def is_lost(self, at: float) -> bool:
        """Whether the mat has been out of sight for too long."""
        return self.lost_since is not None and at - self.lost_since > _LOST_S

    def _missed(self, at: float, missed: bool) -> None:
        self.lost_since = (self.lost_since if self.lost_since is not None else at) if missed else None


def _apart_px(one: Mat, other: Mat) -> float:
    return float(np.abs(one.corners_px - other.corners_px).max())


def light_alarms(small: Picture) -> tuple[str, ...]:
    """The contract's names of what is wrong with the light."""
    return ("too-dark",) if float(np.median(small[::4, ::4].max(axis=2))) < _DARK else ()


def is_resting(place: Place, at: float) -> bool:
    """Whether this is a hand (it comes in over the edge) that lies still: what happens elsewhere needn't wait for
    it."""
    return place.touches_edge and at - place.moved_at > _RESTING_S


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
