"""From which side did the arm come that was last over a place? A bearing, or None where that can't be told.

Law: only what is inside the mat is looked at: the arm is where a changed region runs over the mat's edge, and nothing
beyond it is seen. Two arms at once, or none at the edge, tell nothing.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from companion.eyes.stillness import Place
from companion.sight.motion import MM
from companion.sight.pixels import Grey

_COARSE = 4
_PX_MM = MM * _COARSE
_KEPT_S = 10.0
_BEFORE_S = 0.15
_WIDE_MM = 420.0
_GAP, _BESIDE, _RIVAL = 3, 15, 0.6
_SHORT_MM = 22.0
_BODY_MM = 450.0
_AGREE_DEG = 25.0
_AGREE_SHARE = 0.75

Point = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Arms:
    """Remembers for some seconds what came in over the edge. Tell it every frame's places."""

    def __init__(self) -> None:
        self._reaches: deque[tuple[float, Grey]] = deque()

    def watch(self, places: Sequence[Place], at: float) -> None:
        """Takes the places of one frame."""
        while self._reaches and self._reaches[0][0] < at - _KEPT_S:
            self._reaches.popleft()
        self._reaches.extend((at, _coarse(place.mask)) for place in places if place.touches_edge)

    def over(self, place: Place) -> float | None:
        """The bearing of the one arm that was over a settled place while it changed; None where there were several."""
        here = _coarse(place.mask)
        reaches = [
            bearing(mask, here)
            for at, mask in self._reaches
            if place.since - _BEFORE_S <= at <= place.moved_at and cv2.countNonZero(mask & here)
        ]
        known = [reach for reach in reaches if reach is not None]
        if not known or len(known) < _AGREE_SHARE * len(reaches):
            return None
        middle = _middle(known)
        agreeing = [one for one in known if _apart(one, middle) <= _AGREE_DEG]
        return round(_middle(agreeing), 1) if len(agreeing) >= _AGREE_SHARE * len(known) else None


def _coarse(mask: Grey) -> Grey:
    """Every fourth pixel of the small table picture."""
    return np.ascontiguousarray(mask[::_COARSE, ::_COARSE])


def bearing(mask: Grey, card: Grey) -> float | None:
    """Where the body is whose arm this is, seen from the mat's middle: degrees clockwise, 0 near, 90 at the left.

    `mask`, `card`: 255 where the arm is and where the card that it lays, every fourth pixel of the small table picture.
    The arm is taken to be as straight outside as inside; None where it runs over the edge too broadly or more than
    once, or hardly reaches in.
    """
    rows, columns = mask.shape
    entry = _entry(mask, card)
    if entry is None:
        return None
    ys, xs = np.nonzero(mask)
    way = entry - np.array([xs.mean(), ys.mean()])
    length = float(np.hypot(*way))
    if length * _PX_MM < _SHORT_MM:
        return None
    x, y = entry + way / length * _BODY_MM / _PX_MM - np.array([columns, rows]) / 2
    return math.degrees(math.atan2(-x, y)) % 360


def _entry(mask: Grey, card: Grey) -> Point | None:
    """Where the region runs over the edge: the middle of its longest stretch there, if that is the only long one.

    Where there are several, one beside the card is only its rim, fingertips or their shadow.
    """
    edge = _edge(mask.shape)
    on = mask[edge[:, 1], edge[:, 0]] > 0
    if on.all() or not on.any():
        return None
    start = int(np.argmin(on))
    steps = np.flatnonzero(np.roll(on, -start))
    pixels = np.roll(edge, -start, axis=0)
    stretches = [pixels[one] for one in np.split(steps, np.flatnonzero(np.diff(steps) > _GAP) + 1)]
    beside = cv2.dilate(card, np.ones((_BESIDE, _BESIDE), np.uint8))
    far = [one for one in stretches if not beside[one[:, 1], one[:, 0]].any()]
    stretches = sorted(far or stretches, key=len)
    longest = stretches[-1]
    if len(longest) * _PX_MM > _WIDE_MM or (len(stretches) > 1 and len(stretches[-2]) > _RIVAL * len(longest)):
        return None
    return np.asarray(longest.mean(axis=0), np.float64)


@cache
def _edge(shape: tuple[int, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """The outermost pixels clockwise from the top left, (x, y) each."""
    rows, columns = shape
    top = [(x, 0) for x in range(columns)]
    right = [(columns - 1, y) for y in range(1, rows)]
    bottom = [(x, rows - 1) for x in range(columns - 2, -1, -1)]
    left = [(0, y) for y in range(rows - 2, 0, -1)]
    return np.array([*top, *right, *bottom, *left])


def _middle(bearings: Sequence[float]) -> float:
    x = sum(math.cos(math.radians(one)) for one in bearings)
    y = sum(math.sin(math.radians(one)) for one in bearings)
    return math.degrees(math.atan2(y, x)) % 360


def _apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)
