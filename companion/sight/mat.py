"""Where the mat lies in a picture: four printed markers, or four corners said by hand.

Law: only this module sees the whole frame. What it gives is the map from the table rectangle to pixels; everything
after it works inside that rectangle. Three markers suffice, two don't.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.sight.pixels import Grey, Matrix, Picture, Quad, unit_quad
from companion.sight.rectify import through

MARKER_MM = 40.0
_CELLS, _OF_A_CELL = 6, 0.7
_LEAST_PX = 60
_REACH_MM = 60.0
_NEAR_SHARE = 0.1
DEFAULT_MM = (800.0, 500.0)


@dataclass(frozen=True, slots=True)
class Mat:
    """The table rectangle in a picture. `to_pixels`: (3, 3), millimetres from the top left centre to picture pixels."""

    to_pixels: Matrix
    size_mm: tuple[float, float] = DEFAULT_MM
    markers: frozenset[int] = frozenset()

    @property
    def to_mm(self) -> Matrix:
        """The way back: picture pixels to millimetres, shape (3, 3)."""
        return np.asarray(np.linalg.inv(self.to_pixels), np.float64)

    @property
    def corners_px(self) -> Quad:
        """The rectangle's corners in the picture, clockwise from top left."""
        return through(self.to_pixels, unit_quad(*self.size_mm))

    def table(self, picture: Picture, px_per_mm: float, area_mm: tuple[float, float, float, float]) -> Picture:
        """A flattened part of the table: `area_mm` is left, top, right, bottom; outside the rectangle it is black."""
        left, top, right, bottom = area_mm
        size = (max(1, round((right - left) * px_per_mm)), max(1, round((bottom - top) * px_per_mm)))
        scale = np.array([[1 / px_per_mm, 0, left], [0, 1 / px_per_mm, top], [0, 0, 1]])
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        return np.asarray(
            cv2.warpPerspective(
                picture, self.to_pixels @ scale @ half, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            ),
            np.uint8,
        )


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # a blurred marker's bits run into each other: look at the middles of its cells only
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.errorCorrectionRate = 0.8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def markers(picture: Picture) -> dict[int, Quad]:
    """The mat's markers in a picture, id 0 to 3 to corners.

    Half size first: faster, and it sees no fewer. Where one is missing the picture is sharpened: of 60 drawn pictures
    blurred by 2 to 3 pixels or moved by 7, full size found three markers in 34, sharpened all four in 60.
    """
    if min(picture.shape[:2]) < _LEAST_PX:
        return {}
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _at_half_size(grey)
    return _refined(grey, found if len(found) == 4 else {**_detected(_sharpened(grey)), **found})


def markers_near(picture: Picture, mat: Mat) -> dict[int, Quad]:
    """Those of the mat's markers that are about where this mat has them: little of the picture is looked at."""
    reach = round(_REACH_MM * float(np.abs(np.ptp(mat.corners_px, axis=0) / mat.size_mm).max()))
    found: dict[int, Quad] = {}
    for k, (x, y) in enumerate(mat.corners_px):
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        patch = picture[top : max(0, int(y) + reach), left : max(0, int(x) + reach)]
        if min(patch.shape[:2]) < reach // 2:
            continue
        grey = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)
        hits = _refined(grey, _at_half_size(grey))
        if k in hits:
            found[k] = hits[k] + np.array([left, top], np.float32)
    return found


def _at_half_size(grey: Grey) -> dict[int, Quad]:
    half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return {k: quad * 2 + np.float32(0.5) for k, quad in _detected(half).items()}


def _refined(grey: Grey, found: Mapping[int, Quad]) -> dict[int, Quad]:
    """Corners found at half size, to a tenth of a pixel: of 480 drawn looks at still tables the centres trembled by
    1.0 pixel before and by 0.4 after, in good light by 0.5 and by 0.05. Around a corner less than a marker's own cell
    is looked at: far markers of a steep view jumped to the next one by 4 pixels, and the whole table with them."""
    return {k: _with_sharp_corners(grey, quad) for k, quad in found.items()}


def _with_sharp_corners(grey: Grey, quad: Quad) -> Quad:
    cell = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min()) / _CELLS
    reach = int(np.clip(_OF_A_CELL * cell, 1, 4))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.02)
    corners = np.ascontiguousarray(quad.reshape(-1, 1, 2), np.float32)
    return np.asarray(cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop), np.float32).reshape(4, 2)


def _sharpened(grey: Grey) -> Grey:
    soft = cv2.GaussianBlur(grey, (0, 0), 3.0)
    return np.asarray(cv2.addWeighted(grey, 3.0, soft, -2.0, 0), np.uint8)


def _detected(grey: Grey) -> dict[int, Quad]:
    corners, ids, _ = _detector().detectMarkers(grey)
    named = zip(np.ravel(ids).tolist() if corners else [], corners, strict=True)
    return {int(k): np.asarray(quad, np.float32).reshape(4, 2) for k, quad in named if 0 <= k < 4}


def mat_from_markers(seen: Mapping[int, Quad], size_mm: tuple[float, float] = DEFAULT_MM) -> Mat | None:
    """The mat by the markers seen, None where they are fewer than three or stand in no possible order."""
    if len(seen) < 3:
        return None
    centres = {k: centre(quad) for k, quad in seen.items()}
    where = unit_quad(*size_mm)
    if len(seen) == 4:
        found = cv2.getPerspectiveTransform(where, np.stack([centres[k] for k in range(4)]).astype(np.float32))
    else:
        found = _by_three(seen, centres, where)
    mat = Mat(np.asarray(found, np.float64), size_mm, frozenset(seen))
    return mat if _is_possible(mat.corners_px) else None


def shifts(mat: Mat, seen: Mapping[int, Quad]) -> dict[int, float]:
    """How far each marker seen is from where this mat has it, in pixels."""
    believed = mat.corners_px
    return {k: float(np.linalg.norm(centre(quad) - believed[k])) for k, quad in seen.items()}


def followed(mat: Mat, seen: Mapping[int, Quad], still_px: float) -> Mat | None:
    """The mat where the markers seen say that it is now; None where they are fewer than three.

    `mat` itself where all but one of them are where they were (`still_px`): then that one was pushed, or is glued to
    something that was. By three, the mat is moved as a whole: small moves leave its perspective as it was.
    """
    if len(seen) < 3:
        return None
    if sum(shift > still_px for shift in shifts(mat, seen).values()) <= 1:
        return mat
    if len(seen) == 3:
        names = sorted(seen)
        now = np.stack([centre(seen[k]) for k in names]).astype(np.float32)
        if float(np.abs(now - mat.corners_px[names]).max()) < _NEAR_SHARE * float(np.ptp(mat.corners_px[:, 0])):
            affine = cv2.getAffineTransform(np.ascontiguousarray(mat.corners_px[names]), now)
            moved = np.vstack([affine, [0, 0, 1]]) @ mat.to_pixels
            found = Mat(np.asarray(moved, np.float64), mat.size_mm, frozenset(names))
            return found if _is_possible(found.corners_px) else None
    return mat_from_markers(seen, mat.size_mm)


def mat_from_corners(corners: Quad, size_mm: tuple[float, float] = DEFAULT_MM) -> Mat | None:
    """The mat by four corners said by hand, in pixels, clockwise from top left; None where they show no rectangle."""
    if not _is_possible(corners):
        return None
    return Mat(np.asarray(cv2.getPerspectiveTransform(unit_quad(*size_mm), corners), np.float64), size_mm)


def centre(quad: Quad) -> Quad:
    """Where a marker's diagonals cross: its true centre, in perspective too, shape (2,)."""
    a, b, c, d = quad.astype(np.float64)
    r, s = c - a, d - b
    cross = r[0] * s[1] - r[1] * s[0]
    if abs(cross) < 1e-6:
        return np.asarray(quad.mean(axis=0), np.float32)
    t = ((b - a)[0] * s[1] - (b - a)[1] * s[0]) / cross
    return np.asarray(a + t * r, np.float32)


def _by_three(seen: Mapping[int, Quad], centres: Mapping[int, Quad], where: Quad) -> Matrix:
    """Three centres, and the markers' own corners for the perspective (they may be glued a little askew)."""
    mm: list[Quad] = []
    px: list[Quad] = []
    for k, quad in seen.items():
        mm += [where[k]] * 8
        px += [centres[k]] * 8
        mm += list(where[k] + unit_quad(MARKER_MM, MARKER_MM) - np.float32(MARKER_MM / 2))
        px += list(quad)
    matrix, _ = cv2.findHomography(np.stack(mm), np.stack(px), 0)
    return np.asarray(matrix, np.float64)


def _is_possible(corners: Quad) -> bool:
    """A rectangle seen from above: convex, clockwise, and no side more than four times its opposite."""
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    lengths = np.linalg.norm(sides, axis=1)
    opposite = lengths / np.maximum(np.roll(lengths, 2), 1e-3)
    return bool((turns > 0).all() and (opposite > 0.25).all() and (lengths > 40).all())
