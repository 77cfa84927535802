"""What is believed to lie on the table: its picture as last settled, place by place, and the cards in it.

Law: a place is believed only once it has been explained; until then its earlier picture is what new ones are compared
with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight.motion import MM, different
from companion.sight.pixels import Grey, Picture, Quad
from companion.sight.place import PX_PER_MM

_NUDGE_MM = 10.0
_ODD_THINGS = 4
_LARGER = round(MM * PX_PER_MM)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies there. `code`: None while unread; `quad`: its corners in table pixels, from its own top left."""

    id: int
    code: str | None
    quad: Quad

    @property
    def centre(self) -> Quad:
        """Its middle in table pixels, shape (2,)."""
        return np.asarray(self.quad.mean(axis=0), np.float32)


class Belief:
    """The believed table: `small` (2.5 mm a pixel), `table` (PX_PER_MM pixels a mm), and the cards, lowest first."""

    def __init__(self, small: Picture, table: Picture) -> None:
        self.small = small.copy()
        self.table = table.copy()
        self.cards: list[Lying] = []
        self._next_id = 1
        self._without: deque[tuple[Grey, Picture]] = deque(maxlen=_ODD_THINGS)

    def absorb(self, small: Picture, table: Picture, mask: Grey) -> None:
        """Believes the pictures now seen, where `mask` (on the small one) says so and a finger's breadth around."""
        near = np.asarray(cv2.dilate(mask, np.ones((7, 7), np.uint8)), np.uint8)
        left, top, width, height = cv2.boundingRect(near)
        if width == 0:
            return
        here = near[top : top + height, left : left + width]
        _put(self.small, small, here, left, top)
        large = np.asarray(cv2.resize(here, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_NEAREST), np.uint8)
        _put(self.table, table, large, left * _LARGER, top * _LARGER)

    def absorb_odd(self, small: Picture, table: Picture, mask: Grey) -> None:
        """Believes what is no card, and remembers how the table looked without it."""
        self._without.append((mask, self.small.copy()))
        self.absorb(small, table, mask)

    def is_odd_thing_gone(self, small: Picture, mask: Grey) -> bool:
        """Whether the table looks here again as it did before something odd came to lie on it."""
        for there, before in self._without:
            if cv2.countNonZero(there & mask) > 0.5 * cv2.countNonZero(mask):
                left = cv2.countNonZero(different(small, before) & mask)
                if left < 0.15 * cv2.countNonZero(mask):
                    return True
        return False

    def absorb_all(self, small: Picture, table: Picture) -> None:
        """Believes the whole table as now seen: slow light is followed while nothing is going on."""
        np.copyto(self.small, small)
        np.copyto(self.table, table)

    def within(self, area: Sequence[int]) -> Picture:
        """The believed table picture in left, top, right, bottom, table pixels."""
        left, top, right, bottom = area
        return self.table[top:bottom, left:right]

    def lay(self, code: str | None, quad: Quad) -> Lying:
        """A card that lay nowhere before now lies on top of all others, by a number of its own."""
        card = Lying(self._next_id, code, quad)
        self._next_id += 1
        self.put(card)
        return card

    def put(self, card: Lying) -> None:
        """A card now lies on top of all others; one known already that hardly moved stays where it is among them."""
        for index, known in enumerate(self.cards):
            if known.id == card.id and float(np.linalg.norm(known.centre - card.centre)) < _NUDGE_MM * PX_PER_MM:
                self.cards[index] = card
                return
        self.remove(card.id)
        self.cards.append(card)

    def rename(self, card_id: int, code: str) -> None:
        """An unread card has been read."""
        self.cards = [replace(c, code=code) if c.id == card_id else c for c in self.cards]

    def remove(self, card_id: int) -> None:
        """A card is gone."""
        self.cards = [c for c in self.cards if c.id != card_id]


def _put(into: Picture, picture: Picture, mask: Grey, left: int, top: int) -> None:
    """Copies a picture into another of its size where a mask, whose top left corner lies there, says so."""
    height, width = min(mask.shape[0], into.shape[0] - top), min(mask.shape[1], into.shape[1] - left)
    part = np.s_[top : top + height, left : left + width]
    cv2.copyTo(picture[part], mask[:height, :width], into[part])


def table_area(area_mm: Sequence[float], margin_mm: float, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """An area in mm and a margin, as left, top, right, bottom in table pixels, kept on a table of that shape."""
    left, top, right, bottom = (round(v * PX_PER_MM) for v in area_mm)
    margin = round(margin_mm * PX_PER_MM)
    return max(0, left - margin), max(0, top - margin), min(shape[1], right + margin), min(shape[0], bottom + margin)


def upscaled(mask: Grey, shape: tuple[int, ...]) -> Grey:
    """A mask of the small picture at the size of the table picture."""
    return np.asarray(cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST), np.uint8)


assert abs(MM * PX_PER_MM - 4) < 1e-6
