"""Whether outlines that were found are cards': those of a frame within them, or without a border, have other
proportions.

Law: it only objects, and only where the picture is fine enough to tell: a card 100 pixels high may have almost any.
"""

from __future__ import annotations

from collections.abc import Sequence

CardSize = tuple[float, float]
"""A card's width and height in millimetres."""

USUAL_MM: tuple[CardSize, ...] = (
    (63.0, 88.0),
    (59.0, 92.0),
    (58.0, 90.0),
    (57.0, 89.0),
    (56.0, 87.0),
    (70.0, 120.0),
    (44.0, 68.0),
    (80.0, 120.0),
)
"""Sizes in which cards are sold."""

CARD_MM = USUAL_MM[0]
"""The commonest of them."""

_OFF, _OFF_PX = 0.022, 4.0
"""How far off a photo's proportions may be, or that of so many pixels of a card's height. In drawn photos they were at
most 1.7 % off where all cards lay within 1.5 % of where they were found, and 3.1 % and more where a border was taken
for table."""


def are_usual(aspect: float, height_px: float, sizes: Sequence[CardSize] = USUAL_MM) -> bool:
    """Whether this width over height, of outlines so high, is that of one of these cards."""
    off = max(_OFF, _OFF_PX / max(height_px, 1.0))
    return any(abs(aspect * height / width - 1) < off for width, height in sizes)
