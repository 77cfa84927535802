"""Where something moves, and where the table looks different from what was last believed, on a small table picture.

Law: this is all that runs on every frame, so it looks at 320 x 200 pixels, each 2.5 mm of table, and no more.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.mat import Mat
from companion.sight.pixels import Floats, Grey, Picture, brightest, brightest_of

MM = 2.5
"""Millimetres of table a pixel of the small picture."""

_STRIPE = np.s_[::4, ::4]


def small_table(frame: Picture, mat: Mat) -> Picture:
    """The flattened table at 2.5 mm a pixel; averaged first, or noise and wood grain would look like motion."""
    span = float(np.linalg.norm(mat.corners_px[1] - mat.corners_px[0]))
    factor = max(1, int(span / mat.size_mm[0] * MM / 1.2))
    if factor == 1:
        return mat.table(frame, 1 / MM, (0.0, 0.0, *mat.size_mm))
    shrunk = np.asarray(
        cv2.resize(frame, (frame.shape[1] // factor, frame.shape[0] // factor), interpolation=cv2.INTER_AREA), np.uint8
    )
    y, x = shrunk.shape[0] / frame.shape[0], shrunk.shape[1] / frame.shape[1]
    shift = np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1]])
    return Mat(shift @ mat.to_pixels, mat.size_mm).table(shrunk, 1 / MM, (0.0, 0.0, *mat.size_mm))


def moving(now: Picture, earlier: Picture) -> Grey:
    """255 where the two differ by more than noise and the flicker of a lamp (a twentieth) would make them."""
    apart = brightest(cv2.absdiff(now, earlier)).astype(np.int16)
    level = 2.5 * float(np.median(apart[_STRIPE])) + 6
    lit = brightest(cv2.max(now, earlier))
    mask = np.where(apart > level + lit // 20, 255, 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def exposure(now: Picture, believed: Picture) -> Floats:
    """By what each channel is brighter now than in the believed picture, by the median of the pixels, shape (3,)."""
    a, b = now[_STRIPE].reshape(-1, 3), believed[_STRIPE].reshape(-1, 3)
    lit = b.min(axis=1) > 6
    if int(lit.sum()) < 100:
        return np.ones(3, np.float32)
    ratios = (a[lit].astype(np.float32) + 1) / (b[lit].astype(np.float32) + 1)
    return np.asarray(np.clip(np.median(ratios, axis=0), 0.5, 2.0), np.float32)


def different(now: Picture, believed: Picture) -> Grey:
    """255 where the table looks different from what was believed, exposure and white balance taken out."""
    expected = np.minimum(believed * exposure(now, believed), 255)
    apart = brightest_of(cv2.absdiff(now.astype(np.float32), expected))
    level = max(7.0, 3 * float(np.median(apart[_STRIPE])) + 4)
    mask = np.where(apart > level + brightest_of(expected) * 0.04, 255, 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
