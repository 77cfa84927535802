"""Whether a photo is too bright to show cards, or taken from too far away to learn one well.

Law: the first is only asked where a card isn't found: what can be read may be as bright as it is. The second refuses
nothing, and is judged by the other photos that came with it: a camera over the whole mat shows all cards small, and of
a photo that comes alone nobody can tell.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.sight.light import FULL
from companion.sight.pixels import Picture, Quad, middling

_BRIGHT, _LEAST_DARK = 210, 0.05
_FULL_SHARE = 0.25
_COARSE = 0.5


def is_overexposed(photo: Picture) -> bool:
    """Nearly white all over, or white in much of it."""
    light = middling(photo)
    has_dark = float(np.mean(light < _BRIGHT)) > _LEAST_DARK
    return not has_dark or float(np.mean(light >= FULL)) > _FULL_SHARE


def coarse(quads: Mapping[str, Quad]) -> dict[str, int]:
    """The cards that are less than half as high in their photos as most are in theirs, and how high, in pixels: what
    is printed on them is learned more coarsely than it will be seen. `quads`: each card's corners in its photo."""
    heights = {code: _height(quad) for code, quad in quads.items()}
    usual = float(np.median(list(heights.values()))) if heights else 0.0
    return {code: round(height) for code, height in heights.items() if height < _COARSE * usual}


def _height(quad: Quad) -> float:
    return float(np.linalg.norm(quad[2:] - quad[1::-1], axis=1).mean())
