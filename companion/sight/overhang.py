"""The outline of a card of which a part lies outside of the picture, over the mat's edge.

Law: three of its sides are seen, at least in part, and it is as large as a card: an arm isn't.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.sight.outlines import Size, sharpened, support, upright
from companion.sight.pixels import Floats, Grey, Picture, Quad, unit_quad

_STRAIGHT = 0.02
_BORDER_PX = 4
_REACH_PX = 6.0
_NEAR_PX = 3.0
_OUTLINED = 0.45
_LEAST = 0.1


def overhang(picture: Picture, changed: Grey, size: Size) -> Quad | None:
    """A card-sized outline, partly outside, around what changed; None where there is none. `changed`: of the picture's
    shape."""
    contours = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]  # of two, or three, by version
    piece = max(contours, key=cv2.contourArea, default=None)
    if piece is None or cv2.contourArea(piece) < _LEAST * size.width * size.height:
        return None
    for rough in _rough(np.asarray(cv2.convexHull(piece)[:, 0, :], np.float32), picture.shape, size):
        for quad in (sharpened(picture, rough, _REACH_PX), rough):
            if size.fits(quad) and support(picture, quad, _NEAR_PX, is_cut=True) > _OUTLINED:
                return quad
    return None


def _rough(hull: Floats, shape: tuple[int, ...], size: Size) -> Iterator[Quad]:
    """Card-sized rectangles as turned as the straight sides that aren't the picture's own border, flush with what is
    seen."""
    corners = cv2.approxPolyDP(hull, _STRAIGHT * cv2.arcLength(hull, True), True)[:, 0, :]
    sides = np.roll(corners, -1, axis=0) - corners
    own = [side for at, side in zip(corners, sides, strict=True) if not _is_border(at, side, shape)]
    if not own:
        return
    turn = _common_turn(np.stack(own))
    x = np.array([np.cos(turn), np.sin(turn)], np.float32)
    y = np.array([-x[1], x[0]], np.float32)
    across, down = hull @ x, hull @ y
    for width, height in ((size.width, size.height), (size.height, size.width)):
        for left in (float(across.min()), float(across.max()) - width):
            for top in (float(down.min()), float(down.max()) - height):
                flat = unit_quad(width, height) + np.array([left, top], np.float32)
                quad = flat[:, :1] * x + flat[:, 1:] * y
                if float(np.maximum(-quad, quad - (shape[1], shape[0])).max()) > 0:
                    yield upright(np.asarray(quad, np.float32))


def _common_turn(sides: Floats) -> float:
    """How a rectangle with most of these sides is turned, in radians, up to a quarter turn: long ones count most."""
    turned = np.arctan2(sides[:, 1], sides[:, 0])
    return float(np.angle((np.exp(4j * turned) * np.linalg.norm(sides, axis=1)).sum()) / 4)


def _is_border(start: Floats, side: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a side runs along the picture's border."""
    far = np.array([shape[1], shape[0]], np.float32) - 1 - _BORDER_PX
    ends = np.stack([start, start + side])
    return bool(((ends <= _BORDER_PX).all(axis=0) | (ends >= far).all(axis=0)).any())
