"""What a photo of a grid may show, from the shapes in it: the table's plane, and some of the cards in their cells.

Law: a guess costs little and may be wrong (half cards are as alike as whole ones); whether cards lie there is judged
afterwards, in every cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.candidates import candidates, proportion
from companion.sight.lattice import Cell, all_upright, cells, levels
from companion.sight.pixels import Picture, Quad
from companion.sight.plane import Plane, fitted, poses_of

Doubles = npt.NDArray[np.float64]

LEAST_SEEDS = 3
_WORKING_PX = 1280
_SMALLEST = 25.0
_PROPORTIONS = (0.45, 0.95)
_ASPECTS = (0.5, 0.85)
_MOST, _TRIED, _SHIFTS = 3000, 14, 6
_ROUNDS = 8
_AGREES = (0.12, 0.08, 0.06)
_APART, _KNOWN = 0.55, 0.6


@dataclass(frozen=True, slots=True)
class Found:
    """Cards of one size on a plane. `poses`: each cell's pose; `seen`: how clearly its four sides are, 0 to 1."""

    plane: Plane
    poses: Mapping[Cell, Doubles]
    seen: Mapping[Cell, float]


def guesses(photo: Picture, wanted: Sequence[Cell]) -> Iterator[Found]:
    """Shapes of one size on a table, in cells of which as many as may be are wanted; the likeliest first."""
    shrink = min(1.0, _WORKING_PX / max(photo.shape[:2]))
    size = round(photo.shape[1] * shrink), round(photo.shape[0] * shrink)
    small = np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), np.uint8)
    share = size[0] * size[1] / len(wanted)

    def is_plausible(quad: Quad) -> bool:
        fits = share / _SMALLEST < float(cv2.contourArea(quad)) < share
        return fits and _PROPORTIONS[0] < proportion(quad) < _PROPORTIONS[1]

    found = [(quad + 0.5) / np.float32(shrink) - np.float32(0.5) for quad in candidates(small, is_plausible, _MOST)]
    made: list[_Guess] = []
    for seeds in levels(found)[:_TRIED]:
        if _is_known(frozenset(map(id, seeds)), made):
            continue
        guess = _guess(seeds, found, photo)
        if guess is not None and not _is_known(guess.shapes, made):
            made.append(guess)
    for one in sorted(made, key=_size, reverse=True):
        for across, down in _offsets(one.at, wanted):
            poses = {(i - across, j - down): one.poses[index] for index, (i, j) in one.at.items()}
            yield Found(one.plane, poses, {})


@dataclass(frozen=True, slots=True)
class _Guess:
    """Rectangles on a plane; `at`: index to cell for those that hang together; `shapes`: what they were seen as."""

    plane: Plane
    poses: Doubles
    at: Mapping[int, Cell]
    shapes: frozenset[int]


def _is_known(shapes: frozenset[int], made: Sequence[_Guess]) -> bool:
    return any(len(shapes & one.shapes) > _KNOWN * len(shapes) for one in made)


def _size(guess: _Guess) -> float:
    """How much of a grid this is: of nearly as many cards the larger ones, since a frame lies within each."""
    heights = [guess.plane.height_px(guess.poses[index]) for index in guess.at]
    return len(heights) * float(np.median(heights)) if heights else 0.0


def _guess(seeds: Sequence[Quad], others: Sequence[Quad], photo: Picture) -> _Guess | None:
    """The plane on which most of these are one rectangle; those of all shapes that are, and their cells."""
    size = photo.shape[1], photo.shape[0]
    quads, shapes = all_upright(seeds), frozenset[int]()
    for agrees in _AGREES:
        if len(quads) < LEAST_SEEDS:
            return None
        plane, _ = fitted(quads, size, rounds=_ROUNDS)
        if not _ASPECTS[0] < plane.aspect < _ASPECTS[1]:
            return None
        quads, shapes = _agreeing(plane, quads, others, agrees)
    if len(quads) < LEAST_SEEDS:
        return None
    plane, poses = fitted(quads, size)
    return _Guess(plane, poses, cells(poses[:, :2], plane.aspect), shapes)


def _agreeing(
    plane: Plane, quads: Sequence[Quad], others: Sequence[Quad], agrees: float
) -> tuple[list[Quad], frozenset[int]]:
    """Of all shapes those that are this plane's rectangle, the best one at each place; and which these are."""
    down = np.mean([quad[2:].sum(axis=0) - quad[:2].sum(axis=0) for quad in quads], axis=0)
    stack = np.stack(others)
    falls = (stack[:, 2:].sum(axis=1) - stack[:, :2].sum(axis=1)) @ down
    ways = np.where((falls > 0)[:, None, None], stack, np.roll(stack, -2, axis=1))
    off = misfits(plane, poses_of(plane, list(ways)), list(ways))
    middles, kept = ways.mean(axis=1), list[int]()
    for i in sorted((i for i, apart in enumerate(off) if apart < agrees), key=lambda i: off[i]):
        reach = _APART * float(cv2.contourArea(ways[i])) ** 0.5
        if not kept or float(np.abs(middles[kept] - middles[i]).max(axis=1).min()) > reach:
            kept.append(i)
    return [ways[i] for i in kept], frozenset(id(others[i]) for i in kept)


def misfits(plane: Plane, poses: Doubles, quads: Sequence[Quad]) -> list[float]:
    """How far each card's worst corner is from where the plane would have it, in card heights."""
    if not len(quads):
        return []
    seen = np.stack(quads)
    at = plane.to_pixels(plane.cards(poses).reshape(-1, 2)).reshape(seen.shape)
    heights = np.linalg.norm(seen[:, 3] - seen[:, 0], axis=1) + 1e-6
    return [float(v) for v in np.linalg.norm(at - seen, axis=2).max(axis=1) / heights]


def _offsets(at: Mapping[int, Cell], wanted: Sequence[Cell]) -> list[Cell]:
    """By how much cells may have to be moved so that most of them are wanted ones."""
    columns, rows = (max(cell[k] for cell in wanted) + 1 for k in (0, 1))
    known, here = np.array(list(at.values())), set(wanted)
    low, high = known.min(axis=0) - (columns, rows), known.max(axis=0)
    counts = {
        (int(i), int(j)): sum((x - i, y - j) in here for x, y in at.values())
        for i in range(low[0], high[0] + 1)
        for j in range(low[1], high[1] + 1)
    }
    most = max(counts.values())
    return [offset for offset, count in counts.items() if count == most][:_SHIFTS]
