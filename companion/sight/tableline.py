"""A table without a mat: a line splits the picture into fireworks and discards, and a card says how large all is.

Law: the camera looks straight down; a card that looks squeezed by more than an eighth says nothing. Along the line goes
the table's x, from the fireworks to the discards its y: whichever way the camera hangs, the fireworks are above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from companion.sight.pixels import Floats, Quad

Side = Literal["above", "below", "left", "right"]
Point = tuple[float, float]

_TOWARDS: dict[Side, Point] = {"above": (0, 1), "below": (0, -1), "left": (1, 0), "right": (-1, 0)}
_SQUEEZED = 0.125


@dataclass(frozen=True, slots=True)
class TableLine:
    """Where fireworks end and discards begin. `where`: a share of the picture's height (of its width, where the
    fireworks lie left or right), or two points in pixels; `fireworks`: on which side of it they lie."""

    where: float | tuple[Point, Point]
    fireworks: Side = "above"

    def rectangle(self, size_px: tuple[int, int]) -> tuple[Quad, float]:
        """The smallest rectangle along the line that holds a picture of this width and height: its corners in pixels
        from the fireworks' left end, and how far below its top the line is, in pixels."""
        start, end = self._points(size_px)
        along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
        down = np.array([-along[1], along[0]], np.float32)
        if float(down @ np.array(_TOWARDS[self.fireworks])) < 0:
            along, down = -along, -down
        width, height = size_px
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
        across, below = (corners - start) @ along, (corners - start) @ down
        (left, right), (top, bottom) = (across.min(), across.max()), (below.min(), below.max())
        sides = ((left, top), (right, top), (right, bottom), (left, bottom))
        return np.stack([start + x * along + y * down for x, y in sides]).astype(np.float32), -float(top)

    def _points(self, size_px: tuple[int, int]) -> tuple[Floats, Floats]:
        if not isinstance(self.where, float):
            start, end = self.where
            return np.array(start, np.float32), np.array(end, np.float32)
        width, height = size_px
        if self.fireworks in ("above", "below"):
            return np.array([0, self.where * height], np.float32), np.array([width, self.where * height], np.float32)
        return np.array([self.where * width, 0], np.float32), np.array([self.where * width, height], np.float32)


def px_per_mm(card: Quad, card_mm: tuple[float, float]) -> float | None:
    """The picture's scale by one card's corners; None where it is seen too much from the side."""
    sides = np.linalg.norm(np.roll(card, -1, axis=0) - card, axis=1)
    across, along = float(sides[0] + sides[2]) / 2 / card_mm[0], float(sides[1] + sides[3]) / 2 / card_mm[1]
    if across <= 0 or abs(along / across - 1) > _SQUEEZED:
        return None
    return (across + along) / 2
