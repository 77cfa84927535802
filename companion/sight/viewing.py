"""The table as a picture for people: seen from straight above, with the markers' patches around it; and how good it is.

Law: outside of the table's rectangle and the four patches everything is black, before anybody is given the picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.focus import blur_mm
from companion.sight.light import FULL
from companion.sight.mat import MARKER_MM, Mat, markers, markers_near
from companion.sight.pixels import Picture, Quad, middling

PATCH_MM = MARKER_MM / 2 + 6.0
"""So far beyond the rectangle a marker's patch reaches: half the marker and its white rim."""

_LARGEST_PX = 2400
_GLARE_MM2 = 150.0
_BLOB_MM = 6.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture for people. `mat`: where the mat lies in `picture` itself, None where none is found; `markers`: the
    numbers of those seen in the frame; `px_per_mm`: how fine the camera itself sees the table, 0 without a mat."""

    picture: Picture
    mat: Mat | None
    markers: frozenset[int]
    px_per_mm: float = 0.0


def shown(frame: Picture, mat: Mat | None, scale: float) -> Shown:
    """What may be seen of a frame, `scale` pixels a millimetre (fewer where that would be a huge picture)."""
    if mat is None:
        seen = markers(frame)
        return Shown(_patches(frame, seen), None, frozenset(seen))
    width, height = mat.size_mm
    scale = min(scale, _LARGEST_PX / (max(width, height) + 2 * PATCH_MM))
    area = (-PATCH_MM, -PATCH_MM, width + PATCH_MM, height + PATCH_MM)
    picture = mat.table(frame, scale, area)
    _blacken(picture, round(PATCH_MM * scale), has_patches=bool(mat.markers))
    shift = PATCH_MM * scale - 0.5  # pixels are named by their middles
    to_pixels = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]])
    now = frozenset(markers_near(frame, mat)) if mat.markers else frozenset[int]()
    return Shown(picture, Mat(to_pixels, mat.size_mm, mat.markers), now, fineness(mat))


def fineness(mat: Mat) -> float:
    """Camera pixels a millimetre of the table, by the rectangle's area."""
    return math.sqrt(cv2.contourArea(mat.corners_px) / (mat.size_mm[0] * mat.size_mm[1]))


def inside(seen: Shown) -> Picture:
    """The rectangle alone, without the patches' outer parts; the whole picture where there is no mat."""
    if seen.mat is None:
        return seen.picture
    (left, top), _, (right, bottom), _ = np.round(seen.mat.corners_px).astype(int)
    return seen.picture[top:bottom, left:right].copy()


def without_markers(seen: Shown) -> Picture:
    """The rectangle with a bit of the table laid over each marker: their corners are no cards'."""
    table = inside(seen)
    if seen.mat is None or not seen.mat.markers:
        return table
    side = round(PATCH_MM * float(seen.mat.to_pixels[0, 0]))
    for rows in (slice(0, side), slice(table.shape[0] - side, table.shape[0])):
        table[rows, :side] = table[rows, side : 2 * side]
        table[rows, -side:] = table[rows, -2 * side : -side]
    return table


def whiteness(seen: Shown) -> float:
    """How bright white is, 0 to 255: the markers' paper; without them the brightest twentieth of the table."""
    lit = seen.picture[::3, ::3].max(axis=2)
    if seen.mat is not None and seen.mat.markers:
        mask = np.ones(lit.shape, bool)
        side = round(2 * PATCH_MM * float(seen.mat.to_pixels[0, 0]) / 3)
        mask[side:-side] = mask[:, side:-side] = False
        lit = lit[mask]
    return float(np.percentile(lit, 90 if seen.mat is not None and seen.mat.markers else 95))


def blur(seen: Shown) -> float | None:
    """The blur in millimetres on the table, None where no marker tells."""
    return None if seen.mat is None or not seen.mat.markers else blur_mm(seen.picture, seen.mat)


def full_share(table: Picture) -> float:
    """The share of the table that is too bright to tell colours."""
    return int(np.count_nonzero(middling(table) >= FULL)) / int(table.shape[0] * table.shape[1])


def mirrored(table: Picture, px_per_mm: float) -> tuple[float, float] | None:
    """Where a lamp is mirrored most, as shares of width and height; None where none is: the largest spot that is full
    in two channels, and larger than the light parts of a print."""
    full = np.asarray(cv2.threshold(middling(table), FULL - 1, 255, cv2.THRESH_BINARY)[1], np.uint8)
    side = max(3, round(_BLOB_MM * px_per_mm))
    full = np.asarray(cv2.morphologyEx(full, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)), np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(full)
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] < _GLARE_MM2 * px_per_mm**2:
        return None
    x, y = centres[largest]
    return float(x) / table.shape[1], float(y) / table.shape[0]


def _blacken(picture: Picture, margin: int, *, has_patches: bool) -> None:
    """Black outside of the rectangle, but for the squares around its corners."""
    height, width = picture.shape[:2]
    patch = 2 * margin if has_patches else 0
    picture[:margin, patch : width - patch] = 0
    picture[height - margin :, patch : width - patch] = 0
    picture[patch : height - patch, :margin] = 0
    picture[patch : height - patch, width - margin :] = 0


def _patches(frame: Picture, seen: Mapping[int, Quad]) -> Picture:
    """The frame, black but for the markers seen."""
    mask = np.zeros(frame.shape[:2], np.uint8)
    for quad in seen.values():
        middle = quad.mean(axis=0)
        around = middle + (quad - middle) * np.float32(2 * PATCH_MM / MARKER_MM)
        cv2.fillConvexPoly(mask, np.round(around).astype(np.int32), (255,))
    return np.asarray(cv2.bitwise_and(frame, frame, mask=mask), np.uint8)
