"""A table on which something has come to lie, looked at by the eyes' own steps without their waiting for stillness.

Law: nothing is reckoned here that the eyes don't reckon; what they would tell is collected, not told.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.eyes.belief import Belief, Lying
from companion.eyes.examine import Examined, cards_mask, examine
from companion.eyes.joining import joined
from companion.eyes.looks import Looks, LooksPatience
from companion.eyes.stillness import Place, Stillness
from companion.measure.arrivals import Known
from companion.sight.light import Light, light_between
from companion.sight.mat import Mat
from companion.sight.motion import small_table
from companion.sight.outlines import Size
from companion.sight.pixels import Picture
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Reader
from companion.sight.rectify import through


class Lookout:
    """The belief from before, the places that differ now, and the looks at each that vote."""

    def __init__(
        self, reader: Reader, card_mm: tuple[float, float], before: Picture, mat: Mat, lying: Sequence[Known]
    ) -> None:
        self._reader, self._card_mm = reader, card_mm
        self._size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
        self._still = Stillness(small_table(before, mat), 0.0)
        self.belief = Belief(small_table(before, mat), flat(before, mat))
        to_table = np.diag([PX_PER_MM, PX_PER_MM, 1.0]) @ mat.to_mm
        for number, card in enumerate(lying, 1):
            self.belief.put(Lying(number, card.code, through(to_table, card.corners)))
        self.lying = {card.id: card for card in self.belief.cards}
        self._looks: list[Looks] = []
        self.told: list[Examined] = []

    @property
    def is_open(self) -> bool:
        """Whether some place is not understood yet."""
        return bool(self._looks)

    def light(self, small: Picture) -> Light:
        """How the light differs from what is believed."""
        return light_between(self.belief.small, small)

    def gate(self, small: Picture, at: float) -> tuple[Place, ...]:
        """The places that differ from what is believed."""
        self._still.watch(small, at)
        return joined(self._still.places(small, self.belief.small, at), self._card_mm)

    def read(self, table: Picture, place: Place) -> Examined:
        """One look at a place."""
        return examine(self._reader, self.belief, table, place, self._size)

    def vote(self, frame: Picture, mat: Mat, at: float) -> None:
        """One more look at each place that differs; what is then believed is in `told`."""
        seen = small_table(frame, mat)
        light = self.light(seen)
        small, table = light.undone(seen, self.belief.small), light.undone(flat(frame, mat), self.belief.table)
        kept: list[Looks] = []
        for place in self.gate(small, at):
            looks = next((x for x in self._looks if x.place.is_near(place)), None) or Looks(place, at)
            looks.place = place
            found = self.read(looks.averaged(table), place)
            story = looks.verdict(found, at, LooksPatience())
            if story is None:
                kept.append(looks)
                continue
            self.told.append(story)
            mask = place.mask if not story.is_partial else cards_mask(story, place.mask.shape)
            self.belief.absorb(small, table, mask)
            for card_id in story.gone:
                self.belief.remove(card_id)
            for card_id, match in story.moved:
                self.belief.put(Lying(card_id, match.code, match.quad))
            for count, match in enumerate(story.new):
                self.belief.put(Lying(1000 + 10 * len(self.told) + count, match.code, match.quad))
        self._looks = kept


def flat(frame: Picture, mat: Mat) -> Picture:
    """The whole table, flattened as the eyes flatten it."""
    return mat.table(frame, PX_PER_MM, (0.0, 0.0, *mat.size_mm))
