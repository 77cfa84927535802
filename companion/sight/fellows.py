"""Where each card of a grid lies by its face: what all cards of a deck have printed at one place.

Law: a face tells where a card lies beside its fellows, never how large cards are: sides tell that. Most of the cards
are believed to lie where they were thought to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.lattice import Cell
from companion.sight.pixels import Floats, Picture, brightest

HEIGHT_PX = 102
ROOM = 0.16
"""How much table is needed around a card, in card heights: as far off it may lie."""

_WINDOW = (31, 31)
_INSET = 0.04
_ROUNDS = 2
_LEAST = 3
_STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-3)


@dataclass(frozen=True, slots=True)
class Faced:
    """`x`, `y`: by how much a card lies beside its place, in card heights; `turn`: in radians; `is_turned`: whether it
    lies half-turned to most others; `score`: how alike its face is to theirs there, -1 to 1."""

    x: float
    y: float
    turn: float
    is_turned: bool
    score: float


def faced(patches: Mapping[Cell, Picture]) -> dict[Cell, Faced]:
    """Each card by its face; none where there are too few cards to tell. `patches`: cards from above, upright,
    `HEIGHT_PX` high with `ROOM` around, the most certain first."""
    if len(patches) < _LEAST:
        return {}
    shapes = {cell: _shape(patch) for cell, patch in patches.items()}
    found: dict[Cell, tuple[Floats, bool, float]] = {}
    layout: Floats | None = None
    for cell, shape in shapes.items():
        found[cell] = (np.eye(2, 3, dtype=np.float32), False, 1.0) if layout is None else _coarse(shape, layout)
        one = _laid(shape, *found[cell][:2])
        layout = one if layout is None else layout + one
    assert layout is not None
    for _ in range(_ROUNDS):
        found = {cell: _fine(shapes[cell], layout - _laid(shapes[cell], *at[:2]), at) for cell, at in found.items()}
        layout = np.sum([_laid(shapes[cell], *at[:2]) for cell, at in found.items()], axis=0, dtype=np.float32)
    return _beside_most({cell: _told(shapes[cell], *at) for cell, at in found.items()})


def _shape(patch: Picture) -> Floats:
    """A patch without its light: local mean taken away, over local energy."""
    pixels = cv2.GaussianBlur(brightest(patch).astype(np.float32), (0, 0), 1.0)
    flat = pixels - cv2.blur(pixels, _WINDOW)
    return np.asarray(flat / (np.sqrt(cv2.blur(flat * flat, _WINDOW)) + 4.0), np.float32)


def _inner(shape: Floats) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is surely card."""
    inset = round((ROOM + _INSET) * HEIGHT_PX)
    return inset, inset, shape.shape[1] - 2 * inset, shape.shape[0] - 2 * inset


def _way(shape: Floats, is_turned: bool) -> Floats:
    return np.ascontiguousarray(shape[::-1, ::-1]) if is_turned else shape


def _laid(shape: Floats, at: Floats, is_turned: bool) -> Floats:
    """The inside of a card where its fellows' are. `at`: from the layout's pixels to the shape's."""
    left, top, width, height = _inner(shape)
    ways = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(_way(shape, is_turned), at, (shape.shape[1], shape.shape[0]), flags=ways)
    return np.asarray(moved[top : top + height, left : left + width], np.float32)


def _coarse(shape: Floats, layout: Floats) -> tuple[Floats, bool, float]:
    """The shift and the way up at which a card is most like the layout."""
    left, top, _, _ = _inner(shape)
    best = np.eye(2, 3, dtype=np.float32), False, -1.0
    for is_turned in (False, True):
        fits = cv2.matchTemplate(_way(shape, is_turned), layout, cv2.TM_CCOEFF_NORMED)
        _, score, _, (x, y) = cv2.minMaxLoc(fits)
        if score > best[2]:
            best = np.array([[1, 0, x - left], [0, 1, y - top]], np.float32), is_turned, float(score)
    return best


def _fine(shape: Floats, layout: Floats, before: tuple[Floats, bool, float]) -> tuple[Floats, bool, float]:
    """The same to a fraction of a pixel and of a degree, near the best shift."""
    at, is_turned, score = _coarse(shape, layout)
    if is_turned == before[1] and float(np.abs(at[:, 2] - before[0][:, 2]).max()) < 1.5:
        at = before[0]
    left, top, _, _ = _inner(shape)
    warp = at.copy()
    warp[:, 2] += at[:, :2] @ (left, top)
    try:
        score, found = cv2.findTransformECC(layout, _way(shape, is_turned), warp, cv2.MOTION_EUCLIDEAN, _STEPS)
    except cv2.error:  # it doesn't converge: the faces have too little in common
        return at, is_turned, score
    moved = np.array(found, np.float32)
    moved[:, 2] -= moved[:, :2] @ (left, top)
    return moved, is_turned, float(score)


def _told(shape: Floats, at: Floats, is_turned: bool, score: float) -> Faced:
    """By how much the card's middle lies beside the patch's."""
    middle = np.array([shape.shape[1] - 1, shape.shape[0] - 1]) / 2
    x, y = (at[:, :2] @ middle + at[:, 2] - middle) / HEIGHT_PX
    turn = float(np.arctan2(at[1, 0], at[0, 0]))
    return Faced(float(x), float(y), turn, is_turned, score)


def _beside_most(found: dict[Cell, Faced]) -> dict[Cell, Faced]:
    """The same, most of the cards lying where they were thought to, in the way in which each is printed."""
    x, y, turn = (float(np.median([getattr(one, name) for one in found.values()])) for name in ("x", "y", "turn"))
    told = {}
    for cell, one in found.items():
        way = -1 if one.is_turned else 1
        told[cell] = Faced(way * (one.x - x), way * (one.y - y), one.turn - turn, one.is_turned, one.score)
    return told
