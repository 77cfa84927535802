"""Which places differ from what is believed, since when, and since when nothing has moved in them.

Law: places are judged one by one, so that a card is read in one corner while somebody still draws in another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.motion import MM, different, moving
from companion.sight.pixels import Grey, Picture

_JOIN_MM = 12.0
_LEAST_MM2 = 150.0
_LAG_S = 0.45
_EDGE = 3

Times = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the table that differs. `mask`: 255 on the small table picture; `area_mm`: left, top, right, bottom."""

    mask: Grey
    area_mm: tuple[float, float, float, float]
    since: float
    moved_at: float
    touches_edge: bool
    size_mm2: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        """The middle of its bounding box."""
        left, top, right, bottom = self.area_mm
        return (left + right) / 2, (top + bottom) / 2

    def is_near(self, other: Place) -> bool:
        """Whether this is the same spot as another frame's place: their masks meet."""
        return bool(cv2.countNonZero(self.mask & other.mask) > 0)


class Stillness:
    """Remembers when each bit of the table last moved and since when it has differed."""

    def __init__(self, first: Picture, at: float) -> None:
        shape = (first.shape[0], first.shape[1])
        self._recent: deque[tuple[float, Picture]] = deque([(at, first)])
        self._moved_at: Times = np.full(shape, at)
        self._differs_since: Times = np.full(shape, np.inf)
        self._join = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_JOIN_MM / MM / 2) + 1,) * 2)
        self._near = np.ones((5, 5), np.uint8)

    def still_for(self, at: float) -> float:
        """Seconds since anything moved anywhere."""
        return at - float(self._moved_at.max())

    def watch(self, now: Picture, at: float) -> Grey:
        """Takes the next small picture; gives what moved in it, against the last one and one half a second old."""
        moved = moving(now, self._recent[-1][1])
        if len(self._recent) > 1:
            moved |= moving(now, self._recent[0][1])
        self._moved_at[cv2.dilate(moved, self._near) > 0] = at
        self._recent.append((at, now))
        while self._recent[0][0] < at - _LAG_S:
            self._recent.popleft()
        return moved

    def places(self, now: Picture, believed: Picture, at: float) -> tuple[Place, ...]:
        """The places that look different from the believed small picture, joined where they nearly touch."""
        apart = different(now, believed)
        self._differs_since = np.where(apart > 0, np.minimum(self._differs_since, at), np.inf)
        joined = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, self._join)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        return tuple(self._place(labels == k, stats[k]) for k in range(1, count) if stats[k][4] * MM * MM >= _LEAST_MM2)

    def _place(
        self, inside: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], stats: np.ndarray[tuple[int], np.dtype[np.int32]]
    ) -> Place:
        x, y, w, h, size = (int(v) for v in stats)
        rows, columns = inside.shape
        mask = np.where(inside, 255, 0).astype(np.uint8)
        around = cv2.dilate(mask, self._near) > 0
        return Place(
            mask=mask,
            area_mm=(x * MM, y * MM, (x + w) * MM, (y + h) * MM),
            since=float(self._differs_since[inside].min()),
            moved_at=float(self._moved_at[around].max()),
            touches_edge=x <= _EDGE or y <= _EDGE or x + w >= columns - _EDGE or y + h >= rows - _EDGE,
            size_mm2=size * MM * MM,
        )
