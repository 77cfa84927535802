"""What stands in the way of reading cards now: light, glare, focus, hands, the wrong deck, a table like the cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.eyes.glare import GlareWatch
from companion.eyes.stillness import Place
from companion.eyes.upkeep import FocusWatch, HandWatch, light_alarms
from companion.eyes.which_deck import DeckWatch
from companion.ports import Frame
from companion.sight.contrast import looks_alike
from companion.sight.mat import Mat
from companion.sight.pixels import Picture
from companion.sight.reader import Reader

REMARK_S = 30.0
"""How long a remark about the table stands after the start."""


class Troubles:
    """One table's troubles. `glare` and `deck` also say what may be believed while they last; `name`: the deck's."""

    def __init__(self, reader: Reader, card_mm: tuple[float, float], faces: Sequence[Picture], name: str) -> None:
        self.glare = GlareWatch()
        self.deck = DeckWatch(reader, card_mm, name)
        self.told: tuple[str, ...] = ()
        self._faces = faces
        self._focus = FocusWatch()
        self._hands = HandWatch()
        self._alike_until = -np.inf

    def begin(self, frame: Frame, mat: Mat, table: Picture) -> None:
        """The table is seen for the first time."""
        if looks_alike(frame.pixels, mat, table, self._faces):
            self._alike_until = frame.at + REMARK_S

    def look(self, frame: Frame, mat: Mat, small: Picture, places: Sequence[Place]) -> tuple[str, ...]:
        """The alarms that are on: the contract's names, and after a colon what exactly."""
        self._focus.see(frame, mat)
        alike = ("too-dark:alike",) if frame.at < self._alike_until else ()
        self.told = (
            *light_alarms(small),
            *self.glare.alarms(),
            *self._focus.alarms(),
            *self._hands.alarms(places, frame.at),
            *self.deck.alarms(),
            *alike,
        )
        return self.told

    @property
    def is_fair(self) -> bool:
        """Whether a card that can't be read says something about the deck: nothing else was the matter at last."""
        return all(word.startswith("too-dark:alike") for word in self.told)
