"""A quadrilateral in a picture, as an upright card.

Law: an outline is a hypothesis about what was found (the card's edge, its sleeve, its printed frame); all map the
card itself to the same rectangle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.pixels import CARD_H, CARD_W, Matrix, Picture, Quad, unit_quad


@dataclass(frozen=True, slots=True)
class Outline:
    """What the four sides found may be, as its size relative to the card's."""

    name: str
    across: float
    along: float


OUTLINES = (
    Outline("card", 1.0, 1.0),
    Outline("sleeve", 66 / 63, 91 / 88),
    Outline("frame", 60.5 / 63, 85.5 / 88),
    Outline("inner frame", 57 / 63, 82 / 88),
)


def card_in(quad: Quad, outline: Outline) -> Quad:
    """The card's own corners, where `quad` shows that outline of it, in the same pixels."""
    return through(homography(unit_quad(1, 1, outline.across, outline.along), quad), unit_quad(1, 1))


def homography(source: Quad, target: Quad) -> Matrix:
    """The projective map, shape (3, 3), that takes four corners to four others."""
    corners = np.ascontiguousarray(source, np.float32), np.ascontiguousarray(target, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(*corners), np.float64)


def through(matrix: Matrix, points: Quad) -> Quad:
    """Points, shape (n, 2), through a projective map."""
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0], np.float32)


# cv2 samples pixel centres: the outer edge of a picture lies half a pixel outside its first and last ones
_EDGE = np.float32(0.5)
_CARD = unit_quad(CARD_W, CARD_H)


def rectified(picture: Picture, quad: Quad) -> Picture:
    """The card with these corners (outer edges, in pixels), CARD_H x CARD_W x 3; outside the picture it is black."""
    span = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
    factor = int(np.clip(np.ceil(span / (CARD_W + CARD_H) - 0.5), 1, 8))
    size = (CARD_W * factor, CARD_H * factor)
    matrix = homography(quad, _CARD * np.float32(factor) - _EDGE)
    card = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
    if factor > 1:
        # a close card has more pixels than we keep: average them, or the sampling makes patterns of its own
        card = cv2.resize(card, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA)
    return np.asarray(card, np.uint8)


def within(picture: Picture, quad: Quad) -> npt.NDArray[np.bool_]:
    """What of the rectified card lies within the picture, (CARD_H, CARD_W)."""
    height, width = picture.shape[:2]
    if float(quad.min()) >= 0 and bool((quad <= (width, height)).all()):
        return np.ones((CARD_H, CARD_W), bool)
    everything = np.full((height, width), 255, np.uint8)
    return np.asarray(cv2.warpPerspective(everything, homography(quad, _CARD - _EDGE), (CARD_W, CARD_H)) == 255)
