"""The mat as if seen from straight above, `PX_PER_MM` pixels a millimetre: whole, or only where somebody wants to look.

Law: one picture's room is used again for the next, and what nobody asks for is not reckoned: flattening a whole table
takes longer than reading a card.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.sight.mat import Mat
from companion.sight.pixels import Picture
from companion.sight.place import PX_PER_MM

Area = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres."""

_MOST = 0.7


class FlatTable:
    """Flattens frame after frame into one picture."""

    def __init__(self) -> None:
        self._table: Picture = np.zeros((0, 0, 3), np.uint8)

    def whole(self, frame: Picture, mat: Mat) -> Picture:
        """The whole table. The next call writes over it: copy what is to be kept."""
        table = self._room_for(mat)
        self._flatten(frame, mat, (0, 0, table.shape[1], table.shape[0]))
        return table

    def around(self, frame: Picture, mat: Mat, areas_mm: Sequence[Area], reach_mm: float) -> Picture:
        """The table as now seen in these areas and so far around them; elsewhere as somebody last asked for it."""
        table = self._room_for(mat)
        height, width = table.shape[:2]
        pieces = [_pixels(area, reach_mm, width, height) for area in areas_mm]
        if sum((right - left) * (bottom - top) for left, top, right, bottom in pieces) > _MOST * width * height:
            return self.whole(frame, mat)
        for piece in pieces:
            self._flatten(frame, mat, piece)
        return table

    def _room_for(self, mat: Mat) -> Picture:
        width, height = (max(1, round(side * PX_PER_MM)) for side in mat.size_mm)
        if self._table.shape[:2] != (height, width):
            self._table = np.zeros((height, width, 3), np.uint8)
        return self._table

    def _flatten(self, frame: Picture, mat: Mat, piece: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = piece
        to_mm = np.array([[1, 0, left + 0.5], [0, 1, top + 0.5], [0, 0, PX_PER_MM]])
        cv2.warpPerspective(
            frame,
            mat.to_pixels @ to_mm,
            (right - left, bottom - top),
            self._table[top:bottom, left:right],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )


def _pixels(area: Area, reach_mm: float, width: int, height: int) -> tuple[int, int, int, int]:
    """An area and its surroundings in whole table pixels, at least one."""
    left, top = (max(0, int((side - reach_mm) * PX_PER_MM)) for side in area[:2])
    right, bottom = (int((side + reach_mm) * PX_PER_MM) + 1 for side in area[2:])
    left, top = min(left, width - 1), min(top, height - 1)
    return left, top, max(left + 1, min(right, width)), max(top + 1, min(bottom, height))
