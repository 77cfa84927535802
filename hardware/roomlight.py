"""Whether the lamp over the table has really changed since the camera was set: then it is worth setting it anew.

Law: a hand, a card or a cloud for a moment is no change, and a lamp that flickers is followed only now and then.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Lit = npt.NDArray[np.float32]

CHANGED = 1.6
"""So many times brighter or darker, in most of the picture."""

LASTS_S = 2.0
REST_S = 15.0
_CELLS = (16, 9)


class RoomLight:
    """Compares pictures with one in which the light was as it should be. `lit`: that of an earlier camera."""

    def __init__(self, lit: Lit | None = None) -> None:
        self.lit = lit
        self._kept_at = -np.inf
        self._since: float | None = None

    def keep(self, picture: Picture, at: float) -> None:
        """So it is lit from now on."""
        self.lit, self._kept_at, self._since = _lit(picture), at, None

    def changed(self, picture: Picture, at: float) -> bool:
        """Whether most of the picture has long been much brighter or darker."""
        if self.lit is None:
            return False
        ratio = float(np.median((_lit(picture) + 4) / (self.lit + 4)))
        if 1 / CHANGED <= ratio <= CHANGED:
            self._since = None
            return False
        self._since = at if self._since is None else self._since
        return at - self._since >= LASTS_S and at - self._kept_at >= REST_S


def _lit(picture: Picture) -> Lit:
    grey = picture if picture.ndim == 2 else picture[..., 1]
    return np.asarray(cv2.resize(grey, _CELLS, interpolation=cv2.INTER_AREA), np.float32)
