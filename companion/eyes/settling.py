"""Places that lie still: one more look at each, and what is believed by it and told.

Law: only what is looked at is reckoned: a place is cut out of the frame, and put into the light of before, on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.eyes.arms import Arms
from companion.eyes.belief import Belief, Lying, table_area
from companion.eyes.diary import Diary, Looked
from companion.eyes.examine import Examined, cards_mask, examine
from companion.eyes.glare import WAITS, hidden, is_untouched
from companion.eyes.gone import same_spot
from companion.eyes.looks import Looks, LooksPatience
from companion.eyes.millimetres import corners_of, in_mm
from companion.eyes.stillness import Place, Stillness
from companion.eyes.troubles import Troubles
from companion.ports import Frame
from companion.sight.flat import FlatTable
from companion.sight.light import Light
from companion.sight.mat import Mat
from companion.sight.outlines import Size
from companion.sight.pixels import Picture
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Reader, reading_of
from companion.sight.sighting import PlaceSeen, Sighting

REACH_MM = 140.0
"""How far around a place is cut out with it: a card that it touches."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is seen now. `small`: the small table picture in the light of before; `light`: how it differs."""

    frame: Frame
    mat: Mat
    small: Picture
    light: Light
    still: Stillness


class Settling:
    """The looks at all places that lie still. `deck_mm`: where the draw pile lies, which nobody reads."""

    def __init__(
        self,
        reader: Reader,
        card_mm: tuple[float, float],
        deck_mm: tuple[float, float, float, float],
        patience: LooksPatience,
        flat: FlatTable,
        arms: Arms,
        troubles: Troubles,
        diary: Diary,
    ) -> None:
        self._reader, self._deck_mm, self._patience = reader, deck_mm, patience
        self._size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
        self._flat, self._arms, self._troubles, self._diary = flat, arms, troubles, diary
        self._looks: list[Looks] = []

    def forget(self) -> None:
        """All lies elsewhere in the picture: the looks so far say nothing."""
        self._looks = []

    def look(self, belief: Belief, now: Now, places: Sequence[Place]) -> list[PlaceSeen]:
        """One more look at each of these places; what is believed by it is told."""
        kept: list[Looks] = []
        told: list[PlaceSeen] = []
        for place in places:
            looks = next((x for x in self._looks if x.place.is_near(place)), None) or Looks(place, now.frame.at)
            looks.place = place
            if self.is_deck(place) or belief.is_odd_thing_gone(now.small, place.mask):
                belief.absorb(now.small, self._table(belief, now, place), place.mask)
            elif looks.is_early(now.frame.at):
                kept.append(looks)
            else:
                seen, is_open = self._look_at(belief, now, looks)
                kept += [looks] if is_open else []
                told += [seen] if seen is not None else []
        self._looks = kept
        return told

    def is_deck(self, place: Place) -> bool:
        """Whether this is the draw pile."""
        left, top, right, bottom = self._deck_mm
        x, y = place.centre_mm
        return left <= x <= right and top <= y <= bottom

    def _table(self, belief: Belief, now: Now, place: Place) -> Picture:
        """The flattened table, of now in the light of before where this place is; elsewhere as it was last asked
        for."""
        table = self._flat.around(now.frame.pixels, now.mat, [place.area_mm], REACH_MM)
        left, top, right, bottom = area = table_area(place.area_mm, REACH_MM, table.shape)
        cut = table[top:bottom, left:right]
        cut[:] = now.light.within(area, table.shape).undone(cut, belief.within(area))
        return table

    def _look_at(self, belief: Belief, now: Now, looks: Looks) -> tuple[PlaceSeen | None, bool]:
        """What is told of a place after one more look, and whether it is to be looked at again."""
        place, at = looks.place, now.frame.at
        table = looks.averaged(self._table(belief, now, place))
        glare = self._troubles.glare.over(place, belief.small)
        if glare is not None and is_untouched(
            examine(self._reader, belief, hidden(table, belief.table, glare), place, self._size)
        ):
            belief.absorb(now.small, table, place.mask)
            self._troubles.glare.judged(glare, is_waiting=False)
            return None, False
        found = examine(self._reader, belief, table, place, self._size)
        if not _has_news(belief, found) and self._was_hidden(place):
            belief.absorb(now.small, table, place.mask)
            return None, False
        verdict = looks.verdict(found, at, self._patience if glare is None else WAITS)
        look = Looked(now.frame.index, at, place, found, verdict, looks.seen)
        self._diary.looked(look, belief, table, now.small, now.still)
        if glare is not None:
            self._troubles.glare.judged(glare, is_waiting=verdict is None)
        if verdict is None:
            return None, True
        is_fair = glare is None and self._troubles.is_fair
        verdict = self._troubles.deck.judged(table, verdict, place, is_fair=is_fair)
        names = {card.id: card.code or "?" for card in belief.cards}
        seen = self._believe(belief, place, verdict)
        self._diary.decided(replace(look, verdict=verdict), seen, names)
        mask = place.mask if not verdict.is_partial else cards_mask(verdict, place.mask.shape)
        (belief.absorb if seen.odd is None else belief.absorb_odd)(now.small, table, mask)
        return seen, False

    def _was_hidden(self, place: Place) -> bool:
        """Whether a mirrored lamp has gone from here, and no hand was about."""
        return self._arms.over(place) is None and self._troubles.glare.hid(place)

    def _believe(self, belief: Belief, place: Place, found: Examined) -> PlaceSeen:
        for card_id in found.gone:
            belief.remove(card_id)
        for card_id, match in found.moved:
            belief.put(Lying(card_id, match.code, match.quad))
        new = (*found.new, *((found.unsure,) if found.unsure is not None else ()))
        is_odd = not (found.cards_changed or found.is_explained or found.only_light or new)
        return PlaceSeen(
            left_at=place.moved_at,
            appeared=tuple(_appear(belief, match) for match in new),
            vanished=found.gone,
            moved=tuple(Sighting(k, reading_of(match), in_mm(match.quad)) for k, match in found.moved),
            odd=corners_of(place.area_mm) if is_odd else None,
            arm=self._arms.over(place),
        )


def _has_news(belief: Belief, found: Examined) -> bool:
    """Whether a look shows more than cards that are known to lie there, unread ones included."""
    unread = [card for card in belief.cards if card.code is None]
    known = all(any(same_spot(match, card) for card in unread) for match in found.new)
    return found.unsure is not None or not known


def _appear(belief: Belief, match: Match) -> Sighting:
    card = belief.lay(match.code if match.is_clear else None, match.quad)
    return Sighting(card.id, reading_of(match), in_mm(match.quad))
