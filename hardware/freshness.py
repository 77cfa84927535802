"""Whether a camera's pictures are new ones: a real sensor's noise never gives the same picture twice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.errors import CameraError
from companion.sentences import say

FROZEN_S = 2.5
_UNIFORM = 2  # grey levels: a black or blinded picture may well repeat itself


class Freshness:
    """Remembers the last picture and since when it has been the same; of one camera, however often it is opened: one
    that is still frozen is told at its first picture."""

    def __init__(self, frozen_s: float = FROZEN_S) -> None:
        self._frozen_s = frozen_s
        self._last: npt.NDArray[np.uint8] | None = None
        self._since = 0.0

    def see(self, pixels: npt.NDArray[np.uint8], at: float) -> None:
        """Looks at the next picture. Raises CameraError when it has been the very same for too long."""
        is_same = self._last is not None and _are_equal(self._last, pixels)
        if not is_same or _is_uniform(pixels):
            self._last, self._since = pixels, at
        elif at - self._since >= self._frozen_s:
            raise CameraError(
                say("The camera shows the same picture again and again: it is frozen, and is opened anew.")
            )


def _are_equal(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """A few pixels tell most new pictures; only where those are the same are all compared, row by row."""
    if one.shape != other.shape or not np.array_equal(one[::64, ::64], other[::64, ::64]):
        return False
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def _is_uniform(pixels: npt.NDArray[np.uint8]) -> bool:
    sample = pixels[::16, ::16]
    return int(sample.max()) - int(sample.min()) <= _UNIFORM
