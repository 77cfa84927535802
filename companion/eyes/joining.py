"""Which changed places are parts of one card: one dark card laid on another changes the signs and the rim only.

Law: places are joined only where one card could cover them all; what comes in over the edge is never a part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.eyes.stillness import Place
from companion.sight.motion import MM

_SLACK = 1.12


def joined(places: Sequence[Place], card_mm: tuple[float, float]) -> tuple[Place, ...]:
    """These places, those that one card of this size could have changed made one."""
    found: list[Place] = []
    for place in sorted(places, key=lambda p: -p.size_mm2):
        for index, other in enumerate(found):
            if _may_be_one(place, other, card_mm):
                found[index] = _together(place, other)
                break
        else:
            found.append(place)
    return tuple(found)


def _may_be_one(one: Place, other: Place, card_mm: tuple[float, float]) -> bool:
    if one.touches_edge or other.touches_edge:
        return False
    # a quick look at the boxes first: a card's diagonal bounds them
    left, top, right, bottom = _around(one, other)
    if np.hypot(right - left, bottom - top) > 2 * np.hypot(*card_mm):
        return False
    _, (width, height), _ = cv2.minAreaRect(np.asarray(cv2.findNonZero(one.mask | other.mask), np.float32))
    short, long = sorted((width * MM, height * MM))
    return bool(short < min(card_mm) * _SLACK and long < max(card_mm) * _SLACK)


def _together(one: Place, other: Place) -> Place:
    return replace(
        one,
        mask=one.mask | other.mask,
        area_mm=_around(one, other),
        since=min(one.since, other.since),
        moved_at=max(one.moved_at, other.moved_at),
        size_mm2=one.size_mm2 + other.size_mm2,
    )


def _around(one: Place, other: Place) -> tuple[float, float, float, float]:
    lefts, tops, rights, bottoms = zip(one.area_mm, other.area_mm, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
