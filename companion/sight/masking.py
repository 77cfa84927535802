"""A camera's picture with nothing but the table in it: what may be kept of a frame, or shown.

Law: outside of the table's rectangle and the four markers' patches everything is black.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.mat import MARKER_MM, Mat
from companion.sight.pixels import Grey, Picture, unit_quad
from companion.sight.rectify import through

PATCH_MM = MARKER_MM / 2 + 6.0
"""So far around its centre a marker's patch reaches: half the marker and its white rim."""


def table_alone(picture: Picture, mat: Mat | None) -> Picture:
    """A copy of the picture, black outside of the table; all black without a mat."""
    if mat is None:
        return np.zeros_like(picture)
    mask = table_mask((picture.shape[0], picture.shape[1]), mat)
    return np.asarray(cv2.bitwise_and(picture, picture, mask=mask), np.uint8)


def table_mask(shape: tuple[int, int], mat: Mat) -> Grey:
    """255 on the table's rectangle and its markers' patches, shape (rows, columns)."""
    mask = np.zeros(shape, np.uint8)
    areas = [unit_quad(*mat.size_mm)]
    if mat.markers:
        patch = unit_quad(2 * PATCH_MM, 2 * PATCH_MM) - np.float32(PATCH_MM)
        areas += [corner + patch for corner in unit_quad(*mat.size_mm)]
    for area in areas:
        cv2.fillConvexPoly(mask, np.round(through(mat.to_pixels, area)).astype(np.int32), (255,))
    return mask
