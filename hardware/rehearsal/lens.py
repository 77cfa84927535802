"""Where a millimetre on the mat falls in the camera's picture: a pinhole over the table, tilted, turned, distorted.

Pixels count from the middle of the upper left pixel, as OpenCV counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from hardware.rehearsal.scene import LyingCard

Points = npt.NDArray[np.float64]


def _turn(axis: Sequence[float], degrees: float) -> Points:
    rotation, _ = cv2.Rodrigues(np.asarray(axis, np.float64) * np.deg2rad(degrees))
    return np.asarray(rotation, np.float64)


def rectangle(x_mm: float, y_mm: float, width_mm: float, height_mm: float, turn_deg: float) -> Points:
    """The corners of a rectangle about (x, y), turned clockwise: from its own top left, clockwise, (4, 2)."""
    half = np.asarray([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * (width_mm / 2, height_mm / 2)
    c, s = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    corners: Points = half @ np.asarray([[c, s], [-s, c]]) + (x_mm, y_mm)
    return corners


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera `distance_mm` from `aim_mm`, looking down.

    It is tilted by `tilt_deg` towards `tilt_towards_deg` and rolled by `roll_deg`. `k1` and `k2` are OpenCV's radial
    coefficients: negative bulges (barrel).
    """

    size: tuple[int, int] = (1280, 720)
    focal_px: float = 1150.0
    aim_mm: tuple[float, float] = (400.0, 250.0)
    distance_mm: float = 1050.0
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    roll_deg: float = 0.0
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def over(
        cls,
        size: tuple[int, int] = (1280, 720),
        mat_mm: tuple[float, float] = (800.0, 500.0),
        *,
        tilt_deg: float = 0.0,
        tilt_towards_deg: float = 0.0,
        roll_deg: float = 0.0,
        k1: float = 0.0,
        k2: float = 0.0,
        room_mm: float = 45.0,
    ) -> Lens:
        """The lens as near to the mat as it can be with `room_mm` around the markers' centres still in the picture."""
        lens = cls(
            size, 0.9 * size[0], (mat_mm[0] / 2, mat_mm[1] / 2), 300.0, tilt_deg, tilt_towards_deg, roll_deg, k1, k2
        )
        edge = rectangle(*lens.aim_mm, mat_mm[0] + 2 * room_mm, mat_mm[1] + 2 * room_mm, 0)
        for _ in range(5):
            lens = lens._as_near_as(edge)
            at = lens.project(edge)
            middle = lens.unproject([(at.min(axis=0) + at.max(axis=0)) / 2])[0]
            lens = replace(lens, aim_mm=(float(middle[0]), float(middle[1])))
        return lens._as_near_as(edge)

    def _as_near_as(self, edge: Points) -> Lens:
        near, far = 300.0, 4000.0
        for _ in range(26):
            middle = (near + far) / 2
            at = replace(self, distance_mm=middle).project(edge)
            fits = bool((at >= 0).all() and (at[:, 0] < self.size[0]).all() and (at[:, 1] < self.size[1]).all())
            near, far = (near, middle) if fits else (middle, far)
        return replace(self, distance_mm=far)

    @property
    def rotation(self) -> Points:
        toward = np.deg2rad(self.tilt_towards_deg)
        tilt = _turn((np.cos(toward), np.sin(toward), 0), self.tilt_deg)
        rotation: Points = _turn((0, 0, 1), self.roll_deg) @ tilt
        return rotation

    @property
    def matrix(self) -> Points:
        width, height = self.size
        return np.asarray([[self.focal_px, 0, (width - 1) / 2], [0, self.focal_px, (height - 1) / 2], [0, 0, 1]])

    @property
    def px_per_mm(self) -> float:
        """The scale at the middle of the picture."""
        return self.focal_px / self.distance_mm

    def project(self, points_mm: npt.ArrayLike, height_mm: float = 0.0) -> Points:
        """(n, 2) millimetres, all at one height over the table, to (n, 2) pixels."""
        rays = self._rays(points_mm, height_mm)
        r2 = (rays**2).sum(axis=1, keepdims=True)
        bent = rays * (1 + self.k1 * r2 + self.k2 * r2**2)
        pixels: Points = bent * self.focal_px + self.matrix[:2, 2]
        return pixels

    def straight(self, points_mm: npt.ArrayLike, height_mm: float = 0.0) -> Points:
        """`project` without the distortion: where lines stay lines, for what reaches far out of the picture."""
        pixels: Points = self._rays(points_mm, height_mm) * self.focal_px + self.matrix[:2, 2]
        return pixels

    def _rays(self, points_mm: npt.ArrayLike, height_mm: float) -> Points:
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2) - self.aim_mm
        space = np.column_stack([flat, np.full(len(flat), -height_mm)]) @ self.rotation.T
        depth = np.maximum(space[:, 2:] + self.distance_mm, 1.0)
        rays: Points = space[:, :2] / depth
        return rays

    def unproject(self, points_px: npt.ArrayLike) -> Points:
        """(n, 2) pixels to the (n, 2) millimetres on the table that they show."""
        flat = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(flat, self.matrix, np.asarray([self.k1, self.k2, 0, 0])).reshape(-1, 2)
        inverse = self.rotation.T
        start = inverse @ (0, 0, -self.distance_mm)
        ways = np.column_stack([rays, np.ones(len(rays))]) @ inverse.T
        ground: Points = start[:2] - ways[:, :2] * (start[2] / ways[:, 2:]) + self.aim_mm
        return ground

    def grid_mm(self) -> npt.NDArray[np.float32]:
        """For each pixel the place on the table that it shows, (height, width, 2), to some hundredths of a mm."""
        width, height = self.size
        step = 8
        xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
        coarse = self.unproject(np.stack(np.meshgrid(xs, ys), axis=-1)).reshape(len(ys), len(xs), 2)
        across, down = np.meshgrid(
            np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step
        )
        return np.asarray(cv2.remap(coarse.astype(np.float32), across, down, cv2.INTER_LINEAR), np.float32)

    def corners(self, card: LyingCard, card_mm: tuple[float, float] = (63.0, 88.0)) -> Points:
        """The card's true corners in pixels, clockwise from its own top left, (4, 2)."""
        return self.project(rectangle(card.x_mm, card.y_mm, *card_mm, card.turn_deg))
