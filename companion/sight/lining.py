"""Where the four sides of a card run in a patch of table: fine steps that hardly show are summed along each side.

Law: a side that isn't seen is said to be unseen; nothing is put in its place here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from companion.sight.pixels import Floats, Picture

_PARTS, _ENOUGH = 6, 4
_CORNERS = 0.1
_RIM_PX, _SHADE_PX = 2, 4
_LEAST, _OVER_FLOOR, _NEARLY = 0.35, 3.0, 0.5
_ROUNDS, _DOUBT_PX, _OFF_LINE_PX = 4, 0.3, 1.2


@dataclass(frozen=True, slots=True)
class Lined:
    """`off`: by how much each side (top, right, bottom, left) lies further out than thought at its two ends, clockwise,
    in pixels, shape (4, 2); `seen`: which sides are, shape (4,)."""

    off: Floats
    seen: tuple[bool, ...]


def lined(patch: Picture, height_px: int, room: float, reach: float) -> Lined:
    """The sides of a card that lies upright in its patch, `height_px` high with `room` card heights around, to within
    `reach` card heights."""
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125).transpose(1, 0, 2)
    off, seen = np.zeros((4, 2), np.float32), []
    for number, steps in enumerate((down, across[::-1], down[::-1, ::-1], across[:, ::-1])):
        found = _line(np.asarray(steps, np.float32), height_px, room, max(2.0, reach * height_px))
        seen.append(found is not None)
        off[number] = (0.0, 0.0) if found is None else found
    return Lined(off, tuple(seen))


def _line(steps: Floats, height_px: int, room: float, reach_px: float) -> tuple[float, float] | None:
    """By how much the line at the top of this picture lies higher than thought, at its left and right ends."""
    margin, length = room * height_px, steps.shape[1] - 2 * room * height_px
    ends = np.linspace(_CORNERS, 1 - _CORNERS, _PARTS + 1)
    along = np.round(margin + ends * length).astype(int)
    at = [_step(steps[:, a:b].mean(axis=1), margin - 0.5, reach_px) for a, b in pairwise(along)]
    here = [(middle, place) for middle, place in zip((ends[1:] + ends[:-1]) / 2, at, strict=True) if place is not None]
    if len(here) < _ENOUGH:
        return None
    middles, places = np.array(here).T
    slopes = np.stack([np.ones(len(here)), middles - 0.5], axis=1)
    line = np.array([np.median(places), 0.0])
    for _ in range(_ROUNDS):
        weights = 1 / (1 + ((places - slopes @ line) / _DOUBT_PX) ** 2)
        line = np.linalg.solve(slopes.T @ (slopes * weights[:, None]) + 1e-6 * np.eye(2), slopes.T @ (weights * places))
    if int((np.abs(places - slopes @ line) < _OFF_LINE_PX).sum()) < _ENOUGH or abs(float(line[1])) > 2 * reach_px:
        return None
    return float(line[0] - line[1] / 2), float(line[0] + line[1] / 2)


def _step(profile: Floats, edge: float, reach_px: float) -> float | None:
    """How far above `edge` the outermost clear step lies; None where there is none. `profile`: shape (n, 3)."""
    steep = np.abs(profile).max(axis=1)
    low, high = max(_RIM_PX, int(np.floor(edge - reach_px))), int(np.ceil(edge + reach_px))
    floor = float(np.median(steep[_RIM_PX : max(_RIM_PX + 1, low - _SHADE_PX)]))
    near = steep[low - 1 : high + 2]
    tops = (near[1:-1] >= near[:-2]) & (near[1:-1] >= near[2:])
    tops &= near[1:-1] > max(_LEAST, _OVER_FLOOR * floor, _NEARLY * float(near[1:-1].max()))
    if not tops.any():
        return None
    top = int(np.argmax(tops))
    before, here, after = (float(v) for v in near[top : top + 3])
    bend = before - 2 * here + after
    return edge - (low + top + (0.5 * (before - after) / bend if bend < 0 else 0.0))
