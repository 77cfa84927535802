"""What the cards of one deck have in common, and how much of it a card shows: numerals in the corners, a frame, a sky.

Law: a half-turned card is the same card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.sight.correlation import correlation
from companion.sight.pixels import CARD_H, CARD_W, Floats


def layout_of(reliefs: Sequence[Floats]) -> Floats:
    """The sum of these cards without their light, each the way up in which it fits the ones before it."""
    common = np.zeros((CARD_H, CARD_W, 3), np.float32)
    for one in reliefs:
        common += fitting(one, common)
    return common


def fitting(one: Floats, layout: Floats) -> Floats:
    """The relief or its half-turn, whichever is more like the layout."""
    turned = np.ascontiguousarray(one[::-1, ::-1])
    return one if correlation(one, layout) >= correlation(turned, layout) else turned


def likeness(one: Floats, layout: Floats, *, is_part: bool = False) -> float:
    """How alike a card is to what the cards have in common, -1 to 1. `is_part`: its own share is left out."""
    way = fitting(one, layout)
    others = layout - way if is_part else layout
    length = float(np.sqrt(np.vdot(others, others))) + 1e-6
    return correlation(way, others) / length
