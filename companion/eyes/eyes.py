"""Frames in, `Seen` out: the gate, the places, several looks at each, and what is then believed.

Law: nothing is told before it has lain still and two looks agree; what can't be read is told as unread after patience.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.eyes.belief import Belief, Lying
from companion.eyes.examine import Examined, examine
from companion.eyes.stillness import Place, Stillness
from companion.ports import Frame
from companion.sight.mat import DEFAULT_MM, Mat, markers, mat_from_corners, mat_from_markers
from companion.sight.motion import small_table
from companion.sight.outlines import Size
from companion.sight.pixels import Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Reader, reading_of
from companion.sight.reading import Reading
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: how long a place must lie still, how long an unsure one is looked at, how often an unread card is tried again."""

    settle: float = 0.3
    unsure: float = 2.0
    odd: float = 3.0
    hand: float = 5.0
    again: float = 0.5
    idle: float = 3.0
    mat: float = 1.0


@dataclass(slots=True)
class _Looks:
    """The looks at one place so far."""

    place: Place
    first_at: float
    last: Examined | None = None
    tallies: dict[str, int] = field(default_factory=dict)
    count: int = 0


class Eyes:
    """Watches one table with one deck's reader. `card_mm`: width and height of a card; `corners`: the mat by hand, in pixels."""

    def __init__(
        self,
        reader: Reader,
        card_mm: tuple[float, float],
        *,
        corners: Quad | None = None,
        mat_mm: tuple[float, float] = DEFAULT_MM,
        deck_mm: tuple[float, float, float, float] = (640, 250, 760, 460),
        patience: Patience | None = None,
    ) -> None:
        self._reader = reader
        self._size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
        self._mat_mm = mat_mm
        self._deck_mm = deck_mm
        self._patience = patience or Patience()
        self._mat: Mat | None = mat_from_corners(corners, mat_mm) if corners is not None else None
        self._by_hand = corners is not None
        self._still: Stillness | None = None
        self._belief: Belief | None = None
        self._looks: list[_Looks] = []
        self._next_id = 1
        self._idle_since = 0.0
        self._mat_checked = -np.inf
        self._tried_unread = -np.inf
        self._first_at: float | None = None

    @property
    def mat(self) -> Mat | None:
        """The mat as last found, None while it never was."""
        return self._mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        if self._first_at is None:
            self._first_at = frame.at
        mat = self._mat or self._find_mat(frame)
        if mat is None:
            lost = frame.at - self._first_at > 2
            return Seen(frame.at, frame.index, alarms=("mat-lost",) if lost else ())
        small = small_table(frame.pixels, mat)
        if self._still is None:
            self._still = Stillness(small, frame.at)
            return Seen(frame.at, frame.index)
        self._still.watch(small, frame.at)
        if self._belief is None:
            if self._still.still_for(frame.at) >= self._patience.settle:
                self._belief = Belief(small, self._table(frame, mat))
            return Seen(frame.at, frame.index)
        places = self._still.places(small, self._belief.small, frame.at)
        told = self._settled(frame, mat, small, places)
        unsettled = [p.since for p in places if not self._is_done(p, frame.at)]
        self._rest(frame, mat, small, places)
        return Seen(frame.at, frame.index, tuple(told), min(unsettled) if unsettled else None)

    def _is_done(self, place: Place, at: float) -> bool:
        return self._in_deck(place)

    def _find_mat(self, frame: Frame) -> Mat | None:
        self._mat = mat_from_markers(markers(frame.pixels), self._mat_mm)
        return self._mat

    def _table(self, frame: Frame, mat: Mat) -> Picture:
        return mat.table(frame.pixels, PX_PER_MM, (0.0, 0.0, *self._mat_mm))

    def _in_deck(self, place: Place) -> bool:
        left, top, right, bottom = self._deck_mm
        x, y = place.centre_mm
        return left <= x <= right and top <= y <= bottom

    def _rest(self, frame: Frame, mat: Mat, small: Picture, places: Sequence[Place]) -> None:
        """While nothing is going on: follow slow light, look for the mat, try unread cards again."""
        assert self._belief is not None
        assert self._still is not None
        if places or self._still.still_for(frame.at) < self._patience.settle:
            self._idle_since = frame.at
            return
        if frame.at - self._idle_since >= self._patience.idle:
            self._belief.absorb_all(small, self._table(frame, mat))
            self._idle_since = frame.at

    def _settled(self, frame: Frame, mat: Mat, small: Picture, places: Sequence[Place]) -> list[PlaceSeen]:
        assert self._belief is not None
        kept: list[_Looks] = []
        told: list[PlaceSeen] = []
        table: Picture | None = None
        for place in places:
            if frame.at - place.moved_at < self._patience.settle:
                continue
            if table is None:
                table = self._table(frame, mat)
            if self._in_deck(place):
                self._belief.absorb(small, table, place.mask)
                continue
            looks = next((x for x in self._looks if x.place.is_near(place)), None) or _Looks(place, frame.at)
            looks.place = place
            seen = self._look_at(looks, frame.at, table)
            if seen is None:
                kept.append(looks)
                continue
            self._belief.absorb(small, table, place.mask)
            told.append(seen)
        self._looks = kept
        return told

    def _look_at(self, looks: _Looks, at: float, table: Picture) -> PlaceSeen | None:
        """One more look at a settled place; what it tells, None while more looks are wanted."""
        assert self._belief is not None
        place = looks.place
        found = examine(self._reader, self._belief, table, place, self._size)
        before, looks.last = looks.last, found
        looks.count += 1
        for match in (*found.new, *([found.unsure] if found.unsure else [])):
            looks.tallies[match.code] = looks.tallies.get(match.code, 0) + 1
        agreed = before is not None and found.agrees_with(before)
        if found.only_light and agreed:
            return PlaceSeen(place.moved_at)
        if found.is_explained and agreed and found.cards_changed:
            return self._believe(place, found, None)
        waited = at - looks.first_at
        if waited < self._patience.unsure:
            return None
        if found.cards_changed:
            return self._believe(place, found, None)
        if place.touches_edge or (found.unsure is None and waited < self._patience.odd):
            return None
        if found.is_explained:
            return PlaceSeen(place.moved_at)  # too little to be anything
        return self._believe(place, found, found.unsure)

    def _believe(self, place: Place, found: Examined, unsure: Match | None) -> PlaceSeen:
        assert self._belief is not None
        for card_id in found.gone:
            self._belief.remove(card_id)
        for card_id, match in found.moved:
            self._belief.put(Lying(card_id, match.code, match.quad))
        appeared = [self._appear(match, reading_of(match)) for match in found.new]
        if unsure is not None:
            appeared.append(self._appear(unsure, reading_of(unsure)))
        return PlaceSeen(
            left_at=place.moved_at,
            appeared=tuple(appeared),
            vanished=found.gone,
            moved=tuple(Sighting(k, reading_of(match), _mm(match.quad)) for k, match in found.moved),
            odd=None if appeared or found.moved or found.gone else _corners_of(place),
        )

    def _appear(self, match: Match, reading: Reading) -> Sighting:
        assert self._belief is not None
        card = Lying(self._next_id, match.code if match.is_clear else None, match.quad)
        self._next_id += 1
        self._belief.put(card)
        return Sighting(card.id, reading, _mm(match.quad))


def _mm(quad: Quad) -> Corners:
    a, b, c, d = ((round(float(x) / PX_PER_MM, 1), round(float(y) / PX_PER_MM, 1)) for x, y in quad)
    return a, b, c, d


def _corners_of(place: Place) -> Corners:
    left, top, right, bottom = place.area_mm
    return (left, top), (right, top), (right, bottom), (left, bottom)
