"""The brushes: a picture in floating point, and masks drawn fine and shrunk so that every edge is smooth.

Law: positions are millimetres from the card's top left; only this module knows pixels.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

_FINE = 3
_SHIFT = 4


class Mask:
    """A coverage map, 0 to 1, that is drawn on at three times the size of the picture."""

    def __init__(self, size: tuple[int, int], scale: float) -> None:
        self._scale = scale * _FINE
        self._size = size
        self._fine: Image = np.zeros((size[1] * _FINE, size[0] * _FINE), np.uint8)

    def _fixed(self, points: npt.ArrayLike) -> npt.NDArray[np.int32]:
        fixed = np.asarray(points, np.float64) * self._scale * (1 << _SHIFT)
        return np.asarray(np.rint(fixed).reshape(-1, 2), np.int32)

    def polygon(self, points: npt.ArrayLike, value: float = 1.0) -> None:
        cv2.fillPoly(self._fine, [self._fixed(points)], (round(255 * value),), cv2.LINE_AA, _SHIFT)

    def disc(self, centre: tuple[float, float], radius: float, value: float = 1.0) -> None:
        x, y = (int(v) for v in self._fixed(centre)[0])
        fixed_radius = round(radius * self._scale * (1 << _SHIFT))
        cv2.circle(self._fine, (x, y), fixed_radius, (round(255 * value),), -1, cv2.LINE_AA, _SHIFT)

    def line(self, points: npt.ArrayLike, width: float, value: float = 1.0) -> None:
        thick = max(1, round(width * self._scale))
        cv2.polylines(self._fine, [self._fixed(points)], False, (round(255 * value),), thick, cv2.LINE_AA, _SHIFT)

    def stroke(self, points: Floats, widths: Floats, value: float = 1.0) -> None:
        """A brush stroke along `points` (n, 2) whose width changes from point to point (n,)."""
        way = np.gradient(points, axis=0)
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
        reach = normal * widths[:, None] / 2
        for a in range(len(points) - 1):
            self.polygon(
                [
                    points[a] + reach[a],
                    points[a + 1] + reach[a + 1],
                    points[a + 1] - reach[a + 1],
                    points[a] - reach[a],
                ],
                value,
            )
        for point, width in zip(points, widths, strict=True):
            self.disc((float(point[0]), float(point[1])), float(width) / 2, value)

    def map(self) -> Floats:
        """The coverage at the picture's own size, (height, width), 0 to 1."""
        small = cv2.resize(self._fine, self._size, interpolation=cv2.INTER_AREA)
        return small.astype(np.float32) / 255.0


class Canvas:
    """A card in the making, (height, width, 3) red-green-blue floats, 0 to 1 and beyond where light adds up."""

    def __init__(self, size: tuple[int, int], width_mm: float) -> None:
        self.size = size
        self.scale = size[0] / width_mm
        self.pixels: Floats = np.zeros((size[1], size[0], 3), np.float32)

    def mask(self) -> Mask:
        return Mask(self.size, self.scale)

    def paint(self, coverage: Floats, colour: npt.ArrayLike) -> None:
        """Opaque paint: `colour` is one colour 0 to 1, or a picture of colours."""
        box = _covered(coverage)
        over = coverage[box][..., None]
        self.pixels[box] = self.pixels[box] * (1 - over) + _part(colour, box) * over

    def shine(self, coverage: Floats, colour: npt.ArrayLike, strength: float = 1.0) -> None:
        """Light on top of what is there: never darkens, saturates softly."""
        box = _covered(coverage)
        light = np.clip(coverage[box][..., None] * (_part(colour, box) * np.float32(strength)), 0, 1)
        self.pixels[box] = 1 - (1 - np.clip(self.pixels[box], 0, 1)) * (1 - light)

    def soften(self, coverage: Floats, radius_mm: float) -> Floats:
        """`coverage` spread out by a Gaussian of this radius."""
        sigma = max(0.3, radius_mm * self.scale)
        rows, columns = _covered(coverage, round(3 * sigma) + 1)
        out = np.zeros_like(coverage)
        if rows.stop > rows.start and columns.stop > columns.start:
            out[rows, columns] = _blurred(coverage[rows, columns], sigma)
        return out

    def image(self) -> Image:
        """The finished picture, BGR."""
        out: Image = np.rint(np.clip(self.pixels, 0, 1) * 255).astype(np.uint8)[..., ::-1].copy()
        return out


def _covered(coverage: Floats, margin: int = 0) -> tuple[slice, slice]:
    """The rows and columns in which anything is covered, `margin` wider."""
    left, top, width, height = cv2.boundingRect((coverage > 1 / 512).astype(np.uint8))
    rows = slice(max(0, top - margin), min(coverage.shape[0], top + height + margin))
    return rows, slice(max(0, left - margin), min(coverage.shape[1], left + width + margin))


def _part(colour: npt.ArrayLike, box: tuple[slice, slice]) -> Floats:
    picture = np.asarray(colour, np.float32)
    return picture[box] if picture.ndim == 3 else picture


def _blurred(coverage: Floats, sigma: float) -> Floats:
    """A wide blur is done on a small copy: nobody can tell, and it takes a fraction of the time."""
    if sigma < 6:
        return np.asarray(cv2.GaussianBlur(coverage, (0, 0), sigma), np.float32)
    height, width = coverage.shape
    small = cv2.resize(coverage, (max(1, width // 3), max(1, height // 3)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / 3)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def unit(colour: tuple[int, int, int]) -> Floats:
    """A colour of 0 to 255 as floats of 0 to 1."""
    return np.asarray(colour, np.float32) / 255.0
