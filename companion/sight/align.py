"""A card's outline moved until the picture under it fits a taught face: for cards whose own edges can't be seen.

Law: this only proposes a place. Whether the face is there is judged afterwards, as for any outline.

Source: enhanced correlation coefficient, Evangelidis and Psarakis 2008, as OpenCV has it; blind to gain and offset.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.light import FULL
from companion.sight.pixels import CARD_H, CARD_W, Grey, Matrix, Picture, Quad, brightest, unit_quad
from companion.sight.rectify import homography, through

_MARGIN = 0.16
_STEPS = 25
_WIDE_W, _WIDE_H = round(CARD_W * (1 + 2 * _MARGIN)), round(CARD_H * (1 + 2 * _MARGIN))
_FURTHEST = 0.16
_SMOOTH = 5
_HALO = np.ones((7, 7), np.uint8)


def aligned(picture: Picture, quad: Quad, face: Grey, *, is_hidden: bool = False) -> Quad | None:
    """The corners near `quad` at which the picture fits this face (CARD_H x CARD_W) best; None where it fits nowhere.
    `is_hidden`: where the picture is full, or ends, nothing is known of the card, and that fits any face."""
    inside = _inside_wide()
    to_wide = homography(quad, inside)
    wide = brightest(np.asarray(cv2.warpPerspective(picture, to_wide, (_WIDE_W, _WIDE_H)), np.uint8))
    counts = _known(wide, picture.shape, to_wide) if is_hidden else np.full_like(wide, 255)
    start = np.array([[1, 0, inside[0, 0] + 0.5], [0, 1, inside[0, 1] + 0.5]], np.float32)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, 1e-3)
    try:
        _, found = cv2.findTransformECC(face, wide, start, cv2.MOTION_AFFINE, stop, counts, _SMOOTH)
    except cv2.error:  # it says so where the two have nothing in common
        return None
    corners = unit_quad(CARD_W, CARD_H) - np.float32(0.5)
    moved = (corners @ found[:, :2].T + found[:, 2]).astype(np.float32)
    if float(np.abs(moved - inside).max()) > _FURTHEST * CARD_H:
        return None
    return through(np.asarray(np.linalg.inv(to_wide), np.float64), moved)


def _known(wide: Grey, shape: tuple[int, ...], to_wide: Matrix) -> Grey:
    """255 where the cut is within the picture, and not full or beside what is."""
    inside = cv2.warpPerspective(np.full(shape[:2], 255, np.uint8), to_wide, (_WIDE_W, _WIDE_H))
    dim = cv2.threshold(wide, FULL - 1, 255, cv2.THRESH_BINARY_INV)[1]
    whole = cv2.threshold(inside, 254, 255, cv2.THRESH_BINARY)[1]
    return np.asarray(cv2.erode(cv2.bitwise_and(whole, dim), _HALO), np.uint8)


def _inside_wide() -> Quad:
    """Where the card's outer edges lie in the wider cut, in pixel centres."""
    offset = np.array([(_WIDE_W - CARD_W) / 2, (_WIDE_H - CARD_H) / 2], np.float32)
    return unit_quad(CARD_W, CARD_H) + offset - np.float32(0.5)
