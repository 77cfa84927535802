"""Whether the cards on the table are those of the taught deck at all, and whether red and blue are the right way round.

Law: evidence counts both ways, and only what was seen well counts. While it speaks against the deck nothing is named:
cards are told as unread. Red and blue are settled by the first cards, and not asked again.

Source of the weights: 463 cards of three decks (two drawn ones on drawn tables, one photographed) and 208 near misses
of other decks. An own card's likeness was under 0.85 in 1 of 20 and over 0.95 in half; another deck's was under 0.75 in
half and over 0.87 in 1 of 100. Red and blue the other way round were hardly ever the more alike, on 896 drawn cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.eyes.examine import Examined
from companion.eyes.first import FirstCard
from companion.eyes.stillness import Place
from companion.sight.motion import MM
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import Match, Reader

_STRANGE = 1.5
_STEPS = ((0.9, -2.0), (0.84, -1.0), (0.75, 0.5), (-2.0, _STRANGE))
_OTHER, _OWN_AGAIN = 4.0, 1.0
_LEAST, _MOST = -6.0, 6.0
_SLACK = 0.2
_SWAP_LEAD = 0.05
_SWAP_ALIKE = 0.6
_VOTES = 2
_AROUND_PX = 24


class DeckWatch:
    """What the cards say about the deck in use. `name`: as it is told."""

    def __init__(self, reader: Reader, card_mm: tuple[float, float], name: str = "") -> None:
        self._reader = reader
        self._card_mm = card_mm
        self._name = name
        self._strange = 0.0
        self._votes = 0
        self._is_other = False

    @property
    def is_swapped(self) -> bool:
        """Whether red and blue are swapped."""
        return self._votes <= -_VOTES

    def alarms(self) -> tuple[str, ...]:
        """What speaks against this deck."""
        if self.is_swapped:
            return ("unknown-object:swapped",)
        return (f"unknown-object:other-deck:{self._name}",) if self._is_other else ()

    def first(self, table: Picture, cards: Sequence[FirstCard]) -> list[FirstCard]:
        """The cards found lying at first that may be named."""
        named: list[FirstCard] = []
        for card in cards:
            match = self._reader.match(table, [card.quad])
            if match is None or not self._vote(table, match):
                named.append(card)
            if match is not None:
                self._weigh(match, counts_against=False)
        return [] if self.is_swapped else named

    def judged(self, table: Picture, verdict: Examined, place: Place, *, is_fair: bool) -> Examined:
        """What may be believed of a verdict: clear cards are told as unread where the deck or the colours may be wrong.

        `is_fair`: the light and the focus were good enough for a card that can't be read to say something.
        """
        is_fair = is_fair and _is_card_sized(place, self._card_mm)
        if is_fair and not (verdict.cards_changed or verdict.is_explained or verdict.only_light or verdict.unsure):
            self._step(_STRANGE)
        doubted = [match for match in verdict.new if self._vote(table, match)]
        if verdict.unsure is not None:
            self._vote(table, verdict.unsure)
        for match in (*verdict.new, *((verdict.unsure,) if verdict.unsure is not None else ())):
            if match not in doubted:
                self._weigh(match, counts_against=is_fair)
        if not verdict.new or not (doubted or self._is_other or self.is_swapped):
            return verdict
        unread = verdict.new if self._is_other or self.is_swapped else tuple(doubted)
        named = tuple(match for match in verdict.new if match not in unread)
        return replace(verdict, new=(*named, *(replace(match, is_clear=False) for match in unread)))

    def _weigh(self, match: Match, *, counts_against: bool) -> None:
        step = next(step for least, step in _STEPS if match.alike >= least)
        if step < 0 or counts_against:
            self._step(step)

    def _step(self, step: float) -> None:
        self._strange = min(_MOST, max(_LEAST, self._strange + step))
        self._is_other = self._strange > (_OWN_AGAIN if self._is_other else _OTHER)

    def _vote(self, table: Picture, match: Match) -> bool:
        """Whether this card looks more like a taught one with red and blue the other way round."""
        if self._votes >= _VOTES:
            return False
        cut, quad = _cut(table, match.quad)
        other = self._reader.match(np.ascontiguousarray(cut[:, :, ::-1]), [quad])
        if other is None or max(other.alike, match.alike) < _SWAP_ALIKE:
            return False
        lead = other.alike - match.alike
        if abs(lead) > _SWAP_LEAD:
            self._votes = max(-2 * _VOTES, self._votes + (-1 if lead > 0 else 1))
        return lead > _SWAP_LEAD


def _is_card_sized(place: Place, card_mm: tuple[float, float]) -> bool:
    """Whether what changed is about as large as a card of this deck, or of another."""
    _, sides, _ = cv2.minAreaRect(np.argwhere(place.mask > 0).astype(np.float32))
    return all(abs(side * MM / mm - 1) < _SLACK for side, mm in zip(sorted(sides), card_mm, strict=True))


def _cut(table: Picture, quad: Quad) -> tuple[Picture, Quad]:
    """A card with a little around it, and its corners there."""
    left, top, wide, high = cv2.boundingRect(np.ascontiguousarray(quad, np.float32))
    left, top = max(0, left - _AROUND_PX), max(0, top - _AROUND_PX)
    cut = table[top : top + high + 2 * _AROUND_PX, left : left + wide + 2 * _AROUND_PX]
    return cut, np.asarray(quad - np.array([left, top], np.float32), np.float32)
