"""How far a camera is tilted from looking straight down, by what the mat's rectangle looks like.

Law: the lens isn't known; of all usual ones that is taken under which the mat is most nearly a rectangle. Where the
camera hardly tilts every lens fits, and every one of them says so.
"""

from __future__ import annotations

import numpy as np

from companion.sight.mat import Mat
from companion.sight.pixels import Matrix

_FOCAL = np.linspace(0.4, 1.3, 46)
"""Focal lengths in widths of the picture: angles of view of 102 to 42 degrees across."""


def tilt_deg(mat: Mat, size: tuple[int, int]) -> float:
    """Degrees between the camera's axis and the table's upright. `size`: the picture's width and height."""
    return min((_pose(mat, size, share * size[0]) for share in _FOCAL), key=lambda pose: pose[0])[1]


def _pose(mat: Mat, size: tuple[int, int], focal_px: float) -> tuple[float, float]:
    """How badly this lens fits (0 is well), and the tilt under it."""
    width, height = size
    rays = np.array([[1 / focal_px, 0, -width / 2 / focal_px], [0, 1 / focal_px, -height / 2 / focal_px], [0, 0, 1]])
    across, down = (rays @ mat.to_pixels)[:, 0], (rays @ mat.to_pixels)[:, 1]
    long, short = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    misfit = abs(long / short - 1) + abs(float(across @ down)) / (long * short)
    return misfit, _from_upright(np.asarray(np.cross(across, down), np.float64))


def _from_upright(normal: Matrix) -> float:
    return float(np.degrees(np.arccos(min(1.0, abs(float(normal[2])) / float(np.linalg.norm(normal))))))
