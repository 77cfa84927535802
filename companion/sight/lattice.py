"""Which of the shapes in a photo are the cards of a grid, and which card lies in which row and column.

Law: cards of one deck have one size and lie about one way up; what doesn't fit in with most of them is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.pixels import Quad

Doubles = npt.NDArray[np.float64]
Cell = tuple[int, int]
"""Column and row, counted from wherever the counting began."""

_ONE_SIZE = 0.35
_APART = 0.55
_ASKEW = np.deg2rad(25)
_NEXT_ACROSS = (0.75, 2.1)
_NEXT_DOWN = (0.75, 1.9)
_OFF_LINE = 0.45


def levels(quads: Sequence[Quad]) -> list[list[Quad]]:
    """Groups of quads that lie apart, of about one size and direction: the most first, and the larger size first where
    two are about as many (a card's frame has as many as its edge)."""
    areas = np.log([float(cv2.contourArea(quad)) for quad in quads])
    groups: dict[tuple[int, ...], float] = {}
    for level in sorted(set(np.round(areas, 1).tolist()), reverse=True):
        near = [int(i) for i in np.argsort(np.abs(areas - level)) if abs(areas[i] - level) < _ONE_SIZE]
        if near:
            groups.setdefault(tuple(_apart(quads, _one_way(quads, near))), level)
    ranked = sorted(groups, key=lambda group: -len(group) * (1 + 0.15 * groups[group]))
    return [[quads[i] for i in group] for group in ranked]


def _one_way(quads: Sequence[Quad], chosen: Sequence[int]) -> list[int]:
    """Those whose long sides have about the commonest direction."""
    turns = np.array([_direction(quads[i]) for i in chosen])
    apart = np.abs((turns[:, None] - turns[None] + np.pi / 2) % np.pi - np.pi / 2)
    commonest = int((apart < _ASKEW / 2).sum(axis=1).argmax())
    return [i for i, off in zip(chosen, apart[commonest], strict=True) if off < _ASKEW]


def _direction(quad: Quad) -> float:
    """The direction of the long sides, in radians from 0 to pi."""
    down = quad[2:].sum(axis=0) - quad[:2].sum(axis=0)
    return float(np.arctan2(down[1], down[0]) % np.pi)


def _apart(quads: Sequence[Quad], chosen: Sequence[int]) -> list[int]:
    """Those that lie apart from the ones before them."""
    middles: list[Doubles] = []
    kept: list[int] = []
    for i in chosen:
        middle = np.asarray(quads[i].mean(axis=0), np.float64)
        reach = _APART * float(cv2.contourArea(quads[i])) ** 0.5
        if all(float(np.abs(middle - other).max()) > reach for other in middles):
            middles.append(middle)
            kept.append(i)
    return kept


def all_upright(quads: Sequence[Quad]) -> list[Quad]:
    """The same quads, each beginning at the corner that is its top left in the way in which most of them lie: cards lie
    half-turned, a photo doesn't."""
    turns = np.array([_direction(quad) for quad in quads])
    mean = 0.5 * np.arctan2(np.sin(2 * turns).mean(), np.cos(2 * turns).mean())
    down = np.array([np.cos(mean), np.sin(mean)])
    if down[1] < -abs(down[0]) or (abs(down[1]) <= abs(down[0]) and down[0] < 0):
        down = -down
    return [quad if float(_down(quad) @ down) > 0 else np.roll(quad, -2, axis=0) for quad in quads]


def _down(quad: Quad) -> Doubles:
    return np.asarray(quad[2:].sum(axis=0) - quad[:2].sum(axis=0), np.float64)


def cells(middles: Doubles, aspect: float) -> dict[int, Cell]:
    """Index to cell for the largest group of places, shape (n, 2) in card heights, that lie beside and below one
    another; one index a cell."""
    links = _links(middles, aspect)
    groups: list[dict[int, Cell]] = []
    left = set(range(len(middles)))
    while left:
        group = _spread(min(left), links)
        groups.append(group)
        left -= set(group)
    best = max(groups, key=len, default={})
    by_cell: dict[Cell, int] = {}
    for index, cell in best.items():
        by_cell.setdefault(cell, index)
    return {index: cell for cell, index in by_cell.items()}


def _links(middles: Doubles, aspect: float) -> Mapping[int, list[tuple[int, Cell]]]:
    """For each place its neighbours, and the step to each."""
    links: dict[int, list[tuple[int, Cell]]] = {i: [] for i in range(len(middles))}
    across, down = aspect, 1.0
    for i, here in enumerate(middles):
        off = middles - here
        right = _nearest(off[:, 0] / across, off[:, 1] / down, _NEXT_ACROSS)
        below = _nearest(off[:, 1] / down, off[:, 0] / across, _NEXT_DOWN)
        for other, step in ((right, (1, 0)), (below, (0, 1))):
            if other is not None:
                links[i].append((other, step))
                links[other].append((i, (-step[0], -step[1])))
    return links


def _nearest(along: Doubles, aside: Doubles, reach: tuple[float, float]) -> int | None:
    """The nearest place this way on, about in line."""
    fits = (along > reach[0]) & (along < reach[1]) & (np.abs(aside) < _OFF_LINE)
    return int(np.where(fits, along + np.abs(aside), np.inf).argmin()) if fits.any() else None


def _spread(start: int, links: Mapping[int, list[tuple[int, Cell]]]) -> dict[int, Cell]:
    """Cells of all that hang together with this one."""
    found, waiting = {start: (0, 0)}, [start]
    while waiting:
        here = waiting.pop(0)
        for other, (across, down) in links[here]:
            if other not in found:
                found[other] = found[here][0] + across, found[here][1] + down
                waiting.append(other)
    return found


def lattice_through(middles: Doubles, at: Mapping[int, Cell], aspect: float) -> Doubles:
    """The affine map, shape (3, 2), from (column, row, 1) to the middle of that cell; where one row or column alone is
    known the other step is a card and a quarter."""
    indices = list(at)
    cells_at = np.array([[*at[i], 1.0] for i in indices])
    places = middles[indices]
    have = [np.ptp(cells_at[:, k]) > 0 for k in (0, 1)]
    guess = np.array([[1.25 * aspect, 0.0], [0.0, 1.25], [0.0, 0.0]])
    for k in (0, 1):
        if not have[k]:
            places = places - cells_at[:, k : k + 1] * guess[k]
    columns = [k for k in (0, 1) if have[k]] + [2]
    solved, *_ = np.linalg.lstsq(cells_at[:, columns], places, rcond=None)
    guess[columns] = solved
    return guess
