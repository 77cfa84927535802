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
_APART = 0.55


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
    made = []
    for seeds in levels(found)[:_TRIED]:
        guess = _guess(seeds, found, photo)
        if guess is not None:
            made.append(guess)
    for plane, poses, at in sorted(made, key=_size, reverse=True):
        for across, down in _offsets(at, wanted):
            yield Found(plane, {(i - across, j - down): poses[index] for index, (i, j) in at.items()}, {})


_Guess = tuple[Plane, Doubles, Mapping[int, Cell]]


def _size(guess: _Guess) -> float:
    """How much of a grid this is: of nearly as many cards the larger ones, since a frame lies within each."""
    plane, poses, at = guess
    heights = [plane.height_px(poses[index]) for index in at]
    return len(at) * float(np.median(heights)) if heights else 0.0


def _guess(seeds: Sequence[Quad], others: Sequence[Quad], photo: Picture) -> _Guess | None:
    """The plane on which most of these are one rectangle; those of all shapes that are, and their cells."""
    size = photo.shape[1], photo.shape[0]
    quads = all_upright(seeds)
    for agrees in _AGREES:
        if len(quads) < LEAST_SEEDS:
            return None
        plane, _ = fitted(quads, size, rounds=_ROUNDS)
        if not _ASPECTS[0] < plane.aspect < _ASPECTS[1]:
            return None
        quads = _agreeing(plane, quads, others, agrees)
    if len(quads) < LEAST_SEEDS:
        return None
    plane, poses = fitted(quads, size)
    return plane, poses, cells(poses[:, :2], plane.aspect)


def _agreeing(plane: Plane, quads: Sequence[Quad], others: Sequence[Quad], agrees: float) -> list[Quad]:
    """Of all shapes those that are this plane's rectangle, the best one at each place."""
    down = np.mean([quad[2:].sum(axis=0) - quad[:2].sum(axis=0) for quad in quads], axis=0)
    ways = [
        quad if float((quad[2:].sum(axis=0) - quad[:2].sum(axis=0)) @ down) > 0 else np.roll(quad, -2, axis=0)
        for quad in others
    ]
    off = misfits(plane, poses_of(plane, ways), ways)
    kept: list[Quad] = []
    for apart, i in sorted((apart, i) for i, apart in enumerate(off) if apart < agrees):
        reach = _APART * float(cv2.contourArea(ways[i])) ** 0.5
        if all(float(np.abs(ways[i].mean(axis=0) - other.mean(axis=0)).max()) > reach for other in kept):
            kept.append(ways[i])
    return kept


def misfits(plane: Plane, poses: Doubles, quads: Sequence[Quad]) -> list[float]:
    """How far each card's worst corner is from where the plane would have it, in card heights."""
    apart = []
    for pose, quad in zip(poses, quads, strict=True):
        height = float(np.linalg.norm(quad[3] - quad[0])) + 1e-6
        apart.append(float(np.linalg.norm(plane.to_pixels(plane.card(pose)) - quad, axis=1).max()) / height)
    return apart


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
