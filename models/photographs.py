"""Whether a photo is too bright to show cards.

Law: it is only asked where a card isn't found: what can be read may be as bright as it is.
"""

from __future__ import annotations

import numpy as np

from companion.sight.light import FULL
from companion.sight.pixels import Picture, middling

_BRIGHT, _LEAST_DARK = 210, 0.05
_FULL_SHARE = 0.25


def is_overexposed(photo: Picture) -> bool:
    """Nearly white all over, or white in much of it."""
    light = middling(photo)
    has_dark = float(np.mean(light < _BRIGHT)) > _LEAST_DARK
    return not has_dark or float(np.mean(light >= FULL)) > _FULL_SHARE
