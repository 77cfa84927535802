"""How blurred a picture is, by the printed markers: what a sharp one looks like is known, and so is a blurred one.

Law: a blur is told in millimetres on the table, since that is what it takes from a card's print, whatever the camera.

It is asked which blur of the true marker looks most like the one seen (normalised correlation, blind to the light),
found again within a few millimetres: so it works where the markers are too blurred to be found at all.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.sight.mat import MARKER_MM, Mat
from companion.sight.pixels import Floats, Matrix, Picture

_PX_PER_MM = 1.0
_AROUND_MM = 4.0
_QUIET_MM = 6.0
_SEEN = 0.75
_BLURS_MM = np.arange(0.5, 6.1, 0.5)


def blur_mm(picture: Picture, mat: Mat) -> float | None:
    """The blur of the picture (standard deviation, mm on the table): the middle one of the markers'; None where none
    of them looks like a marker, blurred or not."""
    width, height = mat.size_mm
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    found = [_blur_of(_patch(picture, mat.to_pixels, corner), number) for number, corner in enumerate(corners)]
    known = sorted(blur for blur in found if blur is not None)
    return known[len(known) // 2] if known else None


def _patch(picture: Picture, to_pixels: Matrix, centre: tuple[float, float]) -> Floats:
    """A marker and a little around it, in grey, at one pixel a millimetre."""
    side = MARKER_MM + 2 * _AROUND_MM
    size = round(side * _PX_PER_MM)
    scale = np.array([[1 / _PX_PER_MM, 0, centre[0] - side / 2], [0, 1 / _PX_PER_MM, centre[1] - side / 2], [0, 0, 1]])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(picture, to_pixels @ scale @ half, (size, size), flags=flags)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.float32)


def _blur_of(patch: Floats, number: int) -> float | None:
    alike = [float(cv2.matchTemplate(patch, one, cv2.TM_CCOEFF_NORMED).max()) for one in _blurred(number)]
    best = int(np.argmax(alike))
    return float(_BLURS_MM[best]) if alike[best] > _SEEN else None


@cache
def _blurred(number: int) -> tuple[Floats, ...]:
    """The marker as printed, blurred by each of the blurs, cut at its outer edge."""
    fine = 3
    code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6 * 8)
    side, quiet = round(MARKER_MM * fine), round(_QUIET_MM * fine)
    paper = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)
    large = np.pad(paper, quiet, constant_values=255)
    out = round(MARKER_MM * _PX_PER_MM)
    cut = np.s_[quiet : quiet + side, quiet : quiet + side]
    soft = (cv2.GaussianBlur(large, (0, 0), blur * fine)[cut] for blur in _BLURS_MM)
    return tuple(np.asarray(cv2.resize(s, (out, out), interpolation=cv2.INTER_AREA), np.float32) for s in soft)
