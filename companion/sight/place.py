"""What came to lie in one place that changed: a recipe of named steps from two pictures to matches.

Law: it is told what lay there before and answers only about this place; it remembers nothing.
All pictures here are flattened table pictures of the same area, `PX_PER_MM` pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.change import change_mask, gains
from companion.sight.outlines import Size, from_mask, sharpened
from companion.sight.pixels import Grey, Picture, Quad
from companion.sight.reader import Match, Reader, better

PX_PER_MM = 1.6
"""Resolution of a flattened table: about that of a 1280 x 720 camera over an 800 mm mat."""

_REACH_MM = 4.0
_RESIDUE = 0.12
_MOST_CARDS = 4
_WORTH_SETTLING = 0.25


@dataclass(frozen=True, slots=True)
class PlaceRead:
    """`matches`: best match for each card found, clear or not; `residue`: share of a card's area changed and
    unexplained."""

    matches: tuple[Match, ...]
    changed: Grey
    residue: float


def read_place(
    reader: Reader, before: Picture, after: Picture, where: Grey, lying: Sequence[Quad], size: Size
) -> PlaceRead:
    """The cards new in `after`. `where`: 255 where to look; `lying`: outlines of cards that lay there before."""
    gain = gains(before[::3, ::3], after[::3, ::3], np.where(where[::3, ::3] > 0, 0, 255).astype(np.uint8))
    changed = change_mask(before, after, gain, PX_PER_MM) & where
    left = changed
    matches: list[Match] = []
    while len(matches) < _MOST_CARDS and _share(left, size) > _RESIDUE:
        match = _best(reader, after, left, lying, size)
        if match is None or not match.is_clear:
            if match is not None and not matches:
                matches.append(match)
            break
        if any(_is_same_spot(match, other) for other in matches):
            break
        matches.append(match)
        left = without(left, match.quad)
    return PlaceRead(tuple(matches), changed, _share(left, size))


def _best(reader: Reader, after: Picture, changed: Grey, lying: Sequence[Quad], size: Size) -> Match | None:
    """The best match for any outline that the change, the picture's edges or the cards below suggest."""
    reach = _REACH_MM * PX_PER_MM
    rough = from_mask(changed, size)
    best: Match | None = None
    for group in (rough, lying):  # a card laid squarely on another has no edges of its own in the change
        sharp = [sharpened(after, quad, reach) for quad in group]
        best = better(best, reader.match(after, [quad for quad in (*sharp, *group) if size.fits(quad)]))
        if best is not None and best.is_clear:
            return best
    return reader.settle(after, best) if best is not None and best.alike > _WORTH_SETTLING else best


def _is_same_spot(one: Match, other: Match) -> bool:
    """Whether two matches are of one card: their middles are nearer than cards can lie side by side."""
    apart = one.quad.mean(axis=0) - other.quad.mean(axis=0)
    return one.code == other.code and float(np.linalg.norm(apart)) < 10 * PX_PER_MM


def without(mask: Grey, quad: Quad) -> Grey:
    """A mask less a card and its shadow's rim."""
    left = mask.copy()
    middle = quad.mean(axis=0)
    grown = middle + (quad - middle) * np.float32(1.12)
    cv2.fillConvexPoly(left, np.round(grown).astype(np.int32), (0,))
    return left


def _share(mask: Grey, size: Size) -> float:
    """A mask's area in cards."""
    return float(cv2.countNonZero(mask)) / (size.width * size.height)
