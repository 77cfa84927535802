"""Frames in, `Seen` out: the gate, the places that settled, several looks at each, and what is then believed.

Law: nothing is told before it has lain still and two looks agree; what can't be read is told as unread, and read again
as long as it lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.eyes import diary
from companion.eyes.arms import Arms
from companion.eyes.belief import Belief, Lying
from companion.eyes.diary import Diary, Notes
from companion.eyes.first import Keep, KeptCard, first_sight
from companion.eyes.gate import Gate
from companion.eyes.joining import joined
from companion.eyes.looks import LooksPatience
from companion.eyes.mat_keeper import MatKeeper
from companion.eyes.millimetres import box_mm, in_mm
from companion.eyes.settling import REACH_MM, Now, Settling
from companion.eyes.stillness import Place, Stillness
from companion.eyes.troubles import Troubles
from companion.eyes.upkeep import is_resting
from companion.ports import Frame
from companion.rules.cards import Card
from companion.sight.flat import FlatTable
from companion.sight.light import light_between
from companion.sight.mat import DEFAULT_MM, Mat
from companion.sight.motion import SmallTable
from companion.sight.outlines import sharpened
from companion.sight.pixels import Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Reader, reading_of
from companion.sight.reading import Reading
from companion.sight.sighting import PlaceSeen, Seen, Sighting, Unsettled

_KEPT_SHARE = 0.99
DECK_MM = (640.0, 250.0, 760.0, 460.0)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: how long a place must lie still, between two tries at an unread card, and before slow light is
    followed, and between two glances at a table where nothing moves."""

    settle: float = 0.3
    again: float = 0.5
    idle: float = 3.0
    glance: float = 0.3
    looks: LooksPatience = field(default_factory=LooksPatience)


class Eyes:
    """Watches one table with one deck's reader. `card_mm`: a card's width and height; `corners`: the mat by hand, in
    pixels."""

    def __init__(
        self,
        reader: Reader,
        card_mm: tuple[float, float],
        *,
        corners: Quad | None = None,
        mat_mm: tuple[float, float] = DEFAULT_MM,
        deck_mm: tuple[float, float, float, float] = DECK_MM,
        patience: Patience | None = None,
        notes: Notes | None = None,
        keep: Keep | None = None,
        faces: Sequence[Picture] = (),
        name: str = "",
    ) -> None:
        self._reader = reader
        self._troubles = Troubles(reader, card_mm, faces, name)
        self._card_mm = card_mm
        self._patience = patience or Patience()
        self._keeper = MatKeeper(corners, mat_mm)
        self._diary, self._arms = Diary(notes), Arms()
        self._keep = keep
        self._faces = faces
        self._gate = Gate()
        self._small_table, self._flat = SmallTable(), FlatTable()
        self._still: Stillness | None = None
        self._belief: Belief | None = None
        self._settling = Settling(
            reader, card_mm, deck_mm, self._patience.looks, self._flat, self._arms, self._troubles, self._diary
        )
        self._idle_since = self._tried_at = self._looked_at = -np.inf
        self._had_places = False
        self._warned: tuple[str, ...] = ()

    @property
    def mat(self) -> Mat | None:
        """The mat as last found, None while it never was."""
        return self._keeper.mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        mat = self._keeper.look(frame)
        if mat is None:
            return Seen(frame.at, frame.index, alarms=self._keeper.alarms(frame.at))
        if not self._gate.moves(frame, mat) and self._belief is not None and not self._is_due(frame.at):
            return Seen(frame.at, frame.index, alarms=self._warned)
        small = self._small_table.of(frame.pixels, mat)
        if self._still is None:
            self._still = Stillness(small, frame.at)
            return Seen(frame.at, frame.index)
        moved = self._still.watch(small, frame.at)
        if self._belief is None:
            return self._first(frame, mat, small, self._still)
        if not moved.any() and not self._is_due(frame.at):
            return Seen(frame.at, frame.index, alarms=self._warned)
        self._troubles.glare.watch(small)
        light = light_between(self._belief.small, small)
        lit_as_before = light.undone(small, self._belief.small)
        places = joined(self._still.places(lit_as_before, self._belief.small, frame.at), self._card_mm)
        self._arms.watch(places, frame.at)
        self._looked_at, self._had_places = frame.at, bool(places)
        has_moved = self._keeper.check(
            frame, soon=any(self._is_still(p, frame.at) and not p.touches_edge for p in places)
        )
        told: list[PlaceSeen] = []
        if has_moved or self._keeper.doubt is not None:  # all lies elsewhere in the picture: nothing is judged by it
            self._settling.forget()
        else:
            now = Now(frame, mat, lit_as_before, light, self._still)
            still = [place for place in places if self._is_still(place, frame.at)]
            told = self._settling.look(self._belief, now, still)
            told += self._rest(self._belief, self._still, frame, small, places)
        if told:
            self._note(self._belief)
        unsettled = [
            Unsettled(place.since, place.area_mm)
            for place in places
            if not self._settling.is_deck(place) and not is_resting(place, frame.at)
        ]
        self._warned = self._troubles.look(frame, mat, small, places) + self._keeper.alarms(frame.at)
        return Seen(frame.at, frame.index, tuple(told), tuple(unsettled), self._warned)

    def _is_due(self, at: float) -> bool:
        """Whether to compare with what is believed though nothing moves: a place is open, or it is time again."""
        return self._had_places or at - self._looked_at >= self._patience.glance

    def _is_still(self, place: Place, at: float) -> bool:
        return at - place.moved_at >= self._patience.settle

    def _first(self, frame: Frame, mat: Mat, small: Picture, still: Stillness) -> Seen:
        """Once the table lies still for the first time it is believed as it lies."""
        if still.still_for(frame.at) < self._patience.settle:
            return Seen(frame.at, frame.index)
        table = self._flat.whole(frame.pixels, mat)
        self._belief = Belief(small, table)
        kept = self._keep.load() if self._keep is not None else ()
        lying = tuple(
            _kept(self._belief.lay(card.code, card.quad), Card.parse(card.code))
            for card in self._troubles.deck.first(
                table, first_sight(self._reader, table, self._card_mm, kept, self._faces)
            )
        )
        self._troubles.begin(frame, mat, table)
        diary.first_seen(frame.index, [sighting.reading for sighting in lying])
        return Seen(frame.at, frame.index, first=True, lying=lying)

    def _note(self, belief: Belief) -> None:
        """Keeps what lies there now, for a start after this one."""
        if self._keep is not None:
            self._keep.save([KeptCard(card.code, in_mm(card.quad)) for card in belief.cards if card.code is not None])

    def _rest(
        self, belief: Belief, still: Stillness, frame: Frame, small: Picture, places: Sequence[Place]
    ) -> list[PlaceSeen]:
        """While nothing is going on: unread cards are tried again, and slow light is followed."""
        assert self._keeper.mat is not None
        if places or still.still_for(frame.at) < self._patience.settle:
            self._idle_since = frame.at
            return []
        told: list[PlaceSeen] = []
        unread = [card for card in belief.cards if card.code is None]
        if unread and frame.at - self._tried_at >= self._patience.again:
            self._tried_at = frame.at
            table = self._flat.around(frame.pixels, self._keeper.mat, [box_mm(card.quad) for card in unread], REACH_MM)
            told = self._read_again(belief, unread, table, frame)
        if frame.at - self._idle_since >= self._patience.idle:
            belief.absorb_all(small, self._flat.whole(frame.pixels, self._keeper.mat))
            self._idle_since = frame.at
        return told

    def _read_again(self, belief: Belief, unread: Sequence[Lying], table: Picture, frame: Frame) -> list[PlaceSeen]:
        told: list[PlaceSeen] = []
        for card in unread:
            match = self._reader.match(table, [card.quad, sharpened(table, card.quad, 4 * PX_PER_MM)])
            match = self._reader.settle(table, match) if match is not None and not match.is_clear else match
            if match is not None and match.is_clear:
                belief.rename(card.id, match.code)
                diary.read_at_last(frame.index, card.id, match)
                told.append(PlaceSeen(frame.at, named=(Sighting(card.id, reading_of(match), in_mm(match.quad)),)))
        return told


def _kept(card: Lying, what: Card) -> Sighting:
    """A card that is taken to lie there since before."""
    return Sighting(card.id, Reading(((what, _KEPT_SHARE),), is_clear=True), in_mm(card.quad))
