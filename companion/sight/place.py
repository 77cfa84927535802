"""What came to lie in one place that changed: a recipe of named steps from two pictures to matches.

Law: it is told what lay there before and answers only about this place; it remembers nothing.
All pictures here are flattened table pictures of the same area, `PX_PER_MM` pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.candidates import candidates
from companion.sight.change import change_mask, gains
from companion.sight.outlines import Size, Unlike, exact, from_mask, sharpened
from companion.sight.pixels import Grey, Picture, Quad
from companion.sight.reader import Match, Reader, better

PX_PER_MM = 1.6
"""Resolution of a flattened table: about that of a 1280 x 720 camera over an 800 mm mat."""

_REACH_MM = 4.0
_RESIDUE = 0.12
_MOST_CARDS = 4
_COVERED = 0.3
_SETTLED, _WORTH_SETTLING = 2, 0.15
_A_FEW = 3.0


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
        below = [quad for quad in lying if not any(_is_near(quad, other.quad) for other in matches)]
        match = _best(reader, after, left, below, size)
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
    """The best match for any outline that the change, the cards below or the picture's own edges suggest."""
    found: list[Match] = []
    rough, tried = Unlike(), Unlike()
    for offered in _outlines(after, changed, lying, size):
        quads = rough.of(offered)
        sharp = [sharpened(after, quad, _REACH_MM * PX_PER_MM) for quad in quads]
        match = reader.match(after, tried.of([quad for quad in (*sharp, *quads) if size.fits(quad)]))
        if match is not None and match.is_clear:
            return match
        found += [match] if match is not None else []
    found.sort(key=lambda match: -match.score)
    best = found[0] if found else None
    for match in found[:_SETTLED]:
        best = better(best, reader.settle(after, match)) if match.alike > _WORTH_SETTLING else best
        if best is not None and best.is_clear:
            break
    return best


def _outlines(after: Picture, changed: Grey, lying: Sequence[Quad], size: Size) -> Iterator[Sequence[Quad]]:
    """Outlines to be tried, the likeliest and cheapest first: the next ones are made only where those are no good."""
    rough = from_mask(changed, size)
    yield rough
    yield lying  # a card laid squarely on another has no edges of its own in the change
    yield [quad for one in rough if size.fits(one) for quad in exact(one, size)]
    if _share(changed, size) < _A_FEW:  # edges cost as much as all the rest: not for an arm and what it drags along
        yield [quad for quad in candidates(after, size.fits) if _covers(quad, changed)]


def _covers(quad: Quad, changed: Grey) -> bool:
    """Whether much of what changed lies in this outline."""
    inside = np.zeros_like(changed)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), (255,))
    return cv2.countNonZero(inside & changed) > _COVERED * cv2.countNonZero(changed)


def _is_same_spot(one: Match, other: Match) -> bool:
    """Whether two matches are of one card."""
    return one.code == other.code and _is_near(one.quad, other.quad)


def _is_near(one: Quad, other: Quad) -> bool:
    """Whether two outlines' middles are nearer than cards can lie side by side."""
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < 10 * PX_PER_MM


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
