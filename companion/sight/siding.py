"""Which of a card's four sides were seen where they are: a card's edge lies as far from what is printed as its
fellows'.

Law: a side is believed where it is seen, unless it lies elsewhere than most cards' (a shadow's edge, a numeral's, the
table's own lines); then theirs is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.sight.lattice import Cell
from companion.sight.lining import Lined
from companion.sight.pixels import Quad
from companion.sight.plane import Plane

Doubles = npt.NDArray[np.float64]

_OFF, _ENDS_OFF = 0.0045, 0.01
_TOGETHER = 0.006
_DOUBT = 0.003
_FACE_SD = (0.004, 0.004, 0.012)
"""How well a face tells its place, in card heights, and its turn, in radians."""
_ROUNDS, _SOLVED, _FEW = 3, 5, 0.3
_ENDS = (([0, 1], 1), ([1, 2], 0), ([2, 3], 1), ([3, 0], 0))
"""Of the sides (top, right, bottom, left): the corners at their ends, and the coordinate across them."""


@dataclass(frozen=True, slots=True)
class Sided:
    """`quads`: corners in the photo, where sides that were seen elsewhere are where they must be; `own`: of each
    card's sides (top, right, bottom, left) which were seen where they are."""

    quads: Mapping[Cell, Quad]
    own: Mapping[Cell, tuple[bool, ...]]


def sided(
    plane: Plane, poses: Mapping[Cell, Doubles], lines: Mapping[Cell, Lined], px: int, turned: Mapping[Cell, bool]
) -> Sided:
    """Sides judged by each other's. `poses`: by the cards' faces, or by their outlines; `lines`: each card's own sides,
    in patches in which it is `px` pixels high; `turned`: the cards that lie half-turned to most, for all whose face
    tells."""
    corners = _upright(plane)
    cells = [*turned, *(cell for cell in lines if cell not in turned)]
    off = np.stack([_corners_off(lines[cell]) / px for cell in cells])
    seen = np.array([lines[cell].seen for cell in cells])
    told = np.arange(len(cells)) < len(turned)
    ways = np.array([turned.get(cell, False) for cell in cells])
    off[ways], seen[ways] = _half_turned(off[ways]), np.roll(seen[ways], 2, axis=1)
    moved, usual = np.zeros_like(off), np.zeros((4, 2))
    for _ in range(_ROUNDS if turned else 0):
        usual = _usual((off - moved)[told], seen[told])
        moved = np.stack([_carried(corners, _rigid(corners, *one)) for one in zip(off - usual, seen, strict=True)])
    apart = off - moved - usual
    own = np.stack([seen[:, side] & _is_near(apart[:, ends, axis]) for side, (ends, axis) in enumerate(_ENDS)], axis=1)
    own[~told] = seen[~told]
    for side, (ends, axis) in enumerate(_ENDS):
        for end in ends:
            off[~own[:, side], end, axis] = (moved + usual)[~own[:, side], end, axis]
    off[ways], own[ways] = _half_turned(off[ways]), np.roll(own[ways], 2, axis=1)
    return Sided(
        {cell: plane.to_pixels(_through(poses[cell], corners + one)) for cell, one in zip(cells, off, strict=True)},
        {cell: tuple(map(bool, one)) for cell, one in zip(turned, own, strict=False)},
    )


def by_itself(plane: Plane, pose: Doubles, lines: Lined, px: int) -> Quad:
    """A card's corners in the photo by its own four sides, whatever its fellows' say."""
    return plane.to_pixels(_through(pose, _upright(plane) + _corners_off(lines) / px))


def _corners_off(lines: Lined) -> Doubles:
    """By how much each corner lies beside its place, shape (4, 2)."""
    off = np.zeros((4, 2))
    for (ends, axis), outwards, way in zip(_ENDS, lines.off, (-1, 1, 1, -1), strict=True):
        off[ends, axis] = way * outwards
    return off


def _usual(off: Doubles, seen: npt.NDArray[np.bool_]) -> Doubles:
    """Where most cards show their sides, by the cards on which each is seen; where many show one elsewhere than all do
    together, that is believed."""
    usual = np.zeros((4, 2))
    for side, (ends, axis) in enumerate(_ENDS):
        here = off[seen[:, side]][:, ends, axis]
        if len(here) > _FEW * len(off) and abs(float(np.median(here.mean(axis=1)))) < _TOGETHER:
            usual[ends, axis] = np.median(here, axis=0)
    return usual


def _is_near(ends: Doubles) -> npt.NDArray[np.bool_]:
    """Which sides whose two ends are so far off, shape (n, 2), lie where others do."""
    return np.asarray((np.abs(ends.mean(axis=1)) < _OFF) & (np.abs(ends).max(axis=1) < _ENDS_OFF))


def _rigid(corners: Doubles, off: Doubles, seen: npt.NDArray[np.bool_]) -> Doubles:
    """The shift and the turn of a card that explain most of its sides seen, and that its face allows."""
    x, y = corners[:, 0], corners[:, 1]
    one, none = np.ones(4), np.zeros(4)
    answers = np.concatenate([np.stack([one, none, -y], axis=1), np.stack([none, one, x], axis=1)])
    counts = np.zeros((4, 2))
    for side, (ends, axis) in enumerate(_ENDS):
        counts[ends, axis] = seen[side]
    shown, counted = np.concatenate([off[:, 0], off[:, 1]]), np.concatenate([counts[:, 0], counts[:, 1]])
    prior, rigid = np.diag((_DOUBT / np.array(_FACE_SD)) ** 2), np.zeros(3)
    for _ in range(_SOLVED):
        weights = counted / (1 + ((shown - answers @ rigid) / _DOUBT) ** 2)
        rigid = np.linalg.solve(prior + answers.T @ (answers * weights[:, None]), answers.T @ (weights * shown))
    return np.asarray(rigid, np.float64)


def _carried(corners: Doubles, rigid: Doubles) -> Doubles:
    """By how much a small shift and turn moves each corner."""
    return np.asarray(rigid[:2] + rigid[2] * np.stack([-corners[:, 1], corners[:, 0]], axis=1), np.float64)


def _through(pose: Doubles, corners: Doubles) -> Doubles:
    c, s = np.cos(pose[2]), np.sin(pose[2])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + pose[:2], np.float64)


def _upright(plane: Plane) -> Doubles:
    return plane.card(np.zeros(3))


def _half_turned(off: Doubles) -> Doubles:
    return np.asarray(-np.roll(off, 2, axis=-2), np.float64)
