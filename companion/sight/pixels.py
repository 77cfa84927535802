"""The kinds of array that sight works on, each with its shape and unit, and the size of a rectified card."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Colour picture, shape (height, width, 3), order blue, green, red, 0 to 255, display gamma."""

Grey = npt.NDArray[np.uint8]
"""One channel, shape (height, width), 0 to 255; as a mask 0 or 255."""

Floats = npt.NDArray[np.float32]
"""Anything computed, single precision: a small Pi has no time for doubles."""

Quad = npt.NDArray[np.float32]
"""Four corners, shape (4, 2), x and y in pixels (or millimetres, where the name says `_mm`), clockwise from top
left."""

Matrix = npt.NDArray[np.float64]
"""A projective map, shape (3, 3)."""

CARD_W, CARD_H = 72, 102
"""A rectified card in pixels: twelve by seventeen cells of six."""

CELL = 6
GRID_W, GRID_H = CARD_W // CELL, CARD_H // CELL


def unit_quad(width: float, height: float, scale_x: float = 1.0, scale_y: float = 1.0) -> Quad:
    """The corners of an upright width x height rectangle, scaled about its centre."""
    dx, dy = width * (scale_x - 1) / 2, height * (scale_y - 1) / 2
    return np.array([[-dx, -dy], [width + dx, -dy], [width + dx, height + dy], [-dx, height + dy]], np.float32)


def brightest(picture: cv2.typing.MatLike) -> Grey:
    """The largest of the three channels, pixel by pixel: a difference in any colour is a difference."""
    return np.asarray(_largest(picture), np.uint8)


def middling(picture: cv2.typing.MatLike) -> Grey:
    """The middle one of the three channels, pixel by pixel: where it is full two of them are."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.min(blue, green), cv2.min(cv2.max(blue, green), red)), np.uint8)


def brightest_of(values: cv2.typing.MatLike) -> Floats:
    """The same for computed values, shape (height, width, 3)."""
    return np.asarray(_largest(values), np.float32)


def _largest(values: cv2.typing.MatLike) -> cv2.typing.MatLike:
    blue, green, red = cv2.split(values)
    return cv2.max(cv2.max(blue, green, blue), red, blue)
