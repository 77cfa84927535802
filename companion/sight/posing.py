"""Where in a patch of table a rectangle of known size lies: all places and turns tried, by the edges along its sides.

Law: a side counts by how much of it lies on an edge, not by how strong the edge is: a card's dark side beside a dark
table weighs as much as its bright one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.pixels import Floats, Picture

EDGE = 10.0
"""Grey levels a pixel from which on an edge is one."""

_MIDDLE = 0.84
_ROUGHER = 2.5
_STRONG, _FOR_STRENGTH = 5.0, 0.2


@dataclass(frozen=True, slots=True)
class Posed:
    """`x`, `y`: the middle in the patch's pixels; `turn_deg`: clockwise; `score`: 0 to 1, by the sides' edges."""

    x: float
    y: float
    turn_deg: float
    score: float


def posed(patch: Picture, width: float, height: float, turns_deg: Floats) -> Posed:
    """The best place for a width x height rectangle, wholly within the patch."""
    best = Posed(0.0, 0.0, 0.0, -1.0)
    tall, wide = patch.shape[:2]
    middle = ((wide - 1) / 2, (tall - 1) / 2)
    for turn in turns_deg:
        back = cv2.getRotationMatrix2D(middle, float(turn), 1.0)
        level = np.asarray(cv2.warpAffine(patch, back, (wide, tall), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        scores = cv2.GaussianBlur(_scores(level, width, height), (0, 0), 1.2)
        _, score, _, (x, y) = cv2.minMaxLoc(scores)
        if score > best.score:
            at = np.linalg.inv(np.vstack([back, [0, 0, 1]])) @ (x + width / 2, y + height / 2, 1)
            best = Posed(float(at[0]), float(at[1]), float(turn), float(score))
    return best


def _scores(level: Picture, width: float, height: float) -> Floats:
    """For each upper left corner that leaves the rectangle within the patch: how well its sides are seen."""
    across, down = _edges(level, 1, 0), _edges(level, 0, 1)
    w, h = round(width), round(height)
    along, aside = round(_MIDDLE * h), round(_MIDDLE * w)
    left_right = _mean_along(across, (1, along))
    top_bottom = _mean_along(down, (aside, 1))
    tall, wide = level.shape[0] - h, level.shape[1] - w
    x, y = w // 2, h // 2
    sides = (
        left_right[y : y + tall, :wide],
        left_right[y : y + tall, w : w + wide],
        top_bottom[:tall, x : x + wide],
        top_bottom[h : h + tall, x : x + wide],
    )
    worst = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    return np.asarray((sides[0] + sides[1] + sides[2] + sides[3]) / 8 + worst / 2, np.float32)


def _edges(level: Picture, dx: int, dy: int) -> Floats:
    """How clearly each pixel lies on an edge in this direction, 0 to 1; where all is rough an edge must be stronger."""
    slope = cv2.Sobel(level, cv2.CV_32F, dx, dy, ksize=3, scale=0.25)
    blue, green, red = (np.abs(channel) for channel in cv2.split(slope))
    strength = np.maximum(np.maximum(blue, green), red)
    enough = max(EDGE, _ROUGHER * float(np.median(strength[::3, ::3])))
    strong = np.minimum(strength / (_STRONG * enough), 1.0)
    return np.asarray((1 - _FOR_STRENGTH) * np.minimum(strength / enough, 1.0) + _FOR_STRENGTH * strong, np.float32)


def _mean_along(edges: Floats, size: tuple[int, int]) -> Floats:
    """The mean along a side of this size (width, height), an edge counting a pixel to either side of it too."""
    thick = cv2.dilate(edges, np.ones((1, 3) if size[0] == 1 else (3, 1), np.uint8))
    return np.asarray(cv2.boxFilter(thick, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE), np.float32)
