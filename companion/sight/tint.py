"""In which suit's colours a card is printed: a third opinion on what the discriminant and the correlation agree about.

Law: it names nothing. It only objects, where another suit's colours fit clearly better than those of the card named:
faces taught askew, or far from what was taught, have been taken for another suit's of the same rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.sight.cells import tint
from companion.sight.pixels import Floats

_CLEARLY = 0.3
"""How much farther a card's own colours may be than another suit's, as blue and red share are told. In photos no right
reading's were farther at all, and those of another suit by 0.4 and more."""


class Tints:
    """The taught faces' colours. `features`: of each class, in the order of `codes`, shape (classes, LENGTH); what is
    no face (a back) has no suit, and so no colours that count."""

    def __init__(self, codes: Sequence[str], features: Floats) -> None:
        faces = [index for index, code in enumerate(codes) if code[1:].isdigit()]
        self._suits = np.array([codes[index][0] for index in faces])
        self._of: Mapping[str, int] = {codes[index]: place for place, index in enumerate(faces)}
        self._tints = tint(features)[faces]

    def objects(self, code: str, features: Floats) -> bool:
        """Whether a card with these features, shape (LENGTH,), that was taken for this one has another suit's
        colours."""
        return self.beyond(code, features) > _CLEARLY

    def beyond(self, code: str, features: Floats) -> float:
        """How much farther its colours are from this face's than from the nearest of another suit; less than 0 where
        they are nearer, where there is no other suit, or where this is no face."""
        if code not in self._of:
            return -1.0
        apart = np.sqrt(np.square(self._tints - tint(features)).mean(axis=1))
        others = apart[self._suits != code[0]]
        return float(apart[self._of[code]] - others.min()) if len(others) else -1.0
