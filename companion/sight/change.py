"""Where a place looks different from before, and by more than the light.

Law: a change of the light alone, within the factors of `sight.light`, and noise are no change.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.light import ratio
from companion.sight.pixels import Floats, Grey, Picture, brightest_of

_FLOOR = 9.0


def gains(before: Picture, after: Picture, still: Grey) -> Floats:
    """By what each channel of the `after` picture is brighter where nothing changed (`still` > 0), shape (3,)."""
    return ratio(before[still > 0], after[still > 0])


def change_mask(before: Picture, after: Picture, gain: Floats, px_per_mm: float) -> Grey:
    """255 where the two pictures differ, at their own size; `gain` as from `gains`."""
    half = (max(1, before.shape[1] // 2), max(1, before.shape[0] // 2))
    b = cv2.resize(before, half, interpolation=cv2.INTER_AREA).astype(np.float32)
    a = cv2.resize(after, half, interpolation=cv2.INTER_AREA).astype(np.float32)
    apart = brightest_of(cv2.absdiff(a, np.minimum(b * gain, 255)))
    threshold = max(_FLOOR, 2.5 * _quiet_level(apart) + 4)
    mask = np.where(apart > threshold, 255, 0).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    size = 2 * round(1.6 * px_per_mm) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
    return np.asarray(cv2.resize(mask, (before.shape[1], before.shape[0]), interpolation=cv2.INTER_NEAREST), np.uint8)


def _quiet_level(apart: Floats) -> float:
    """How much the quieter half of the pixels differ: noise and what the light did."""
    return float(np.percentile(apart, 25)) * 1.5
