"""Where a lens is sharpest on the table: it is moved from far to near, and again in small steps about the best place.

Law: a lens position is found only where the pictures really differ in sharpness; else it is said that none was.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

FARTHEST, NEAREST = 0.5, 4.0
"""Dioptres: from two metres to a quarter of one. No camera hangs elsewhere over a table."""

TABLE = 1.2
"""Where most hang: 0.83 m."""

_COARSE, _FINE = 0.5, 0.125
_TELLS = 1.15  # so much sharper than the least sharp


class Sweep:
    """Set the lens to `position`, wait till it is there, tell how sharp it is; until `is_over`. `lowest`, `highest`:
    what this lens can do, in dioptres."""

    def __init__(self, lowest: float, highest: float) -> None:
        far, near = max(lowest, FARTHEST), min(highest, NEAREST)
        if far >= near:  # a lens that counts in units of its own
            far, near = lowest, highest
        self._far, self._near = far, near
        self._step = _COARSE if near - far > 2 * _COARSE else (near - far) / 4
        self._left = [round(float(x), 4) for x in np.arange(far, near + 1e-6, self._step)]
        self._seen: dict[float, float] = {}
        self._is_fine = False

    @property
    def is_over(self) -> bool:
        """Whether all has been looked at."""
        return not self._left

    @property
    def position(self) -> float:
        """Where the lens should be now."""
        return self._left[0]

    def see(self, sharpness: float) -> None:
        """How sharp it is at `position`; goes on to the next one."""
        self._seen[self._left.pop(0)] = sharpness
        if not self._left and not self._is_fine:
            self._is_fine = True
            best = max(self._seen, key=self._seen.__getitem__)
            fine = self._step * _FINE / _COARSE
            around = (round(best + steps * fine, 4) for steps in (-2, -1, 1, 2))
            self._left = [x for x in around if self._far <= x <= self._near]

    @property
    def found(self) -> bool:
        """Whether one place was clearly sharper than others."""
        return max(self._seen.values()) >= _TELLS * max(min(self._seen.values()), 1e-9)

    @property
    def best(self) -> float:
        """Where to leave the lens: at the sharpest, or where tables usually are."""
        if self.found:
            return max(self._seen, key=self._seen.__getitem__)
        return min(max(TABLE, self._far), self._near)


def sharpness(picture: npt.NDArray[np.uint8]) -> float:
    """How sharp a picture is, to be compared with others of the same scene: the mean square of its edges, at half its
    size so that noise counts less."""
    grey = picture if picture.ndim == 2 else picture[..., 1]
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    edges = cv2.Laplacian(half, cv2.CV_32F)
    return float(np.mean(edges * edges))
