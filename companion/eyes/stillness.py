"""Which places differ from what is believed, since when, and since when nothing has moved in them.

Law: places are judged one by one, so that a card is read in one corner while somebody still draws in another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from companion.eyes.steady import moving_in_any_light
from companion.sight.motion import MM, different
from companion.sight.pixels import Floats, Grey, Picture, brightest

_JOIN_MM = 12.0
_LEAST_MM2 = 150.0
_LAG_S = 0.45
_EDGE = 3
_BOILS = 16
_LEARNS = 0.05
_RESTLESS = 1.5

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
        self._recent: deque[tuple[float, Picture]] = deque([(at, first.copy())])
        self._spare: list[Picture] = []
        self._unrest: Floats = np.zeros(shape, np.float32)
        self._moved_at: Times = np.full(shape, at)
        self._differs_since: Times = np.full(shape, np.inf)
        self._join = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_JOIN_MM / MM / 2) + 1,) * 2)
        self._near = np.ones((5, 5), np.uint8)

    def still_for(self, at: float) -> float:
        """Seconds since anything moved anywhere."""
        return at - float(self._moved_at.max())

    def since_moved(self, at: float) -> Floats:
        """Seconds since each bit of the table last moved, of the small picture's shape."""
        return np.asarray(at - self._moved_at, np.float32)

    def watch(self, now: Picture, at: float) -> Grey:
        """Takes the next small picture; gives what moved in it, against the last one and one half a second old.

        The picture is copied, into the room of one that is too old: whoever made it may use it for the next.
        """
        unrest = self._learned_unrest(now)
        moved = moving_in_any_light(now, self._recent[-1][1], unrest)
        if len(self._recent) > 1:
            moved |= moving_in_any_light(now, self._recent[0][1], unrest)
        self._moved_at[cv2.dilate(moved, self._near) > 0] = at
        kept = self._spare.pop() if self._spare else np.empty_like(now)
        np.copyto(kept, now)
        self._recent.append((at, kept))
        while self._recent[0][0] < at - _LAG_S:
            self._spare.append(self._recent.popleft()[1])
        return moved

    def _learned_unrest(self, now: Picture) -> Grey:
        """How much each pixel changes from frame to frame of late: a camera's compression makes vivid edges boil."""
        apart = np.minimum(brightest(cv2.absdiff(now, self._recent[-1][1])), _BOILS)
        cv2.accumulateWeighted(apart, self._unrest, _LEARNS)
        return np.asarray(cv2.convertScaleAbs(self._unrest, alpha=_RESTLESS), np.uint8)

    def places(self, now: Picture, believed: Picture, at: float) -> tuple[Place, ...]:
        """The places that look different from the believed small picture, joined where they nearly touch."""
        apart = different(now, believed)
        np.minimum(self._differs_since, at, out=self._differs_since)
        self._differs_since[apart == 0] = np.inf
        if cv2.countNonZero(apart) == 0:
            return ()
        joined = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, self._join)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8, ltype=cv2.CV_16U)
        return tuple(self._place(labels == k, stats[k]) for k in range(1, count) if stats[k][4] * MM * MM >= _LEAST_MM2)

    def _place(
        self, inside: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], stats: np.ndarray[tuple[int], np.dtype[np.int32]]
    ) -> Place:
        x, y, w, h, size = (int(v) for v in stats)
        rows, columns = inside.shape
        mask = inside.astype(np.uint8) * np.uint8(255)
        around = cv2.dilate(mask, self._near) > 0
        return Place(
            mask=mask,
            area_mm=(x * MM, y * MM, (x + w) * MM, (y + h) * MM),
            since=float(self._differs_since[inside].min()),
            moved_at=float(self._moved_at[around].max()),
            touches_edge=x <= _EDGE or y <= _EDGE or x + w >= columns - _EDGE or y + h >= rows - _EDGE,
            size_mm2=size * MM * MM,
        )
