"""Which cards lie on the mat, and what happened to them: sightings in, placements out.

Law: one physical arrival is one `Laid`. The same faces on the table are no event, however they are pushed, squared up,
fanned or sorted; a card that left one place and came to another is one card, in whatever order the two were seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.cards import Card
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting, Unsettled
from companion.table.layout import DEFAULT_ZONES, Area, apart_mm, covered_share, zone_of
from companion.table.placements import Laid, Lifted, Moved, Named, Waited, Zone

COVERED = 1 / 3
_HIDING_MM = 60.0
_NUDGE_MM = 10.0
_ONE_HAND_S = 0.3


@dataclass(frozen=True, slots=True)
class TrackerPatience:
    """Seconds: how long a card may be in the air unnoticed and noticed, and how long its old place may take to
    settle."""

    moment: float = 0.7
    in_the_air: float = 1.5
    other_place: float = 2.5
    give_up: float = 6.0


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card as tracked. `gone_at`: when its place was seen without it; `is_hidden`: it went under another one."""

    id: int
    card: Card | None
    zone: Zone
    corners: Corners
    gone_at: float | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Waiting:
    sighting: Sighting
    left_at: float
    at: float
    arm: float | None


Told = Laid | Named | Moved | Lifted


class Tracker:
    """Believes what lay still. Tell it each `Seen`, in order of time."""

    def __init__(self, zones: Mapping[Zone, Area] = DEFAULT_ZONES, patience: TrackerPatience | None = None) -> None:
        self._zones = zones
        self._patience = patience or TrackerPatience()
        self._cards: dict[int, TableCard] = {}
        self._known_as: dict[int, int] = {}
        self._waiting: list[_Waiting] = []
        self._uncovered: set[int] = set()
        self._came: list[tuple[float, Sighting]] = []

    @property
    def waiting_since(self) -> float | None:
        """When the hand left the first card that has been seen and not been told yet, None where all is told."""
        return min((w.left_at for w in self._waiting), default=None)

    def waited(self, seen: Seen) -> Waited:
        """Time as the umpire is told of it: a card seen and not told yet is unsettled like a place that changes."""
        since = [at for at in (seen.unsettled_since, self.waiting_since) if at is not None]
        return Waited(seen.at, min(since, default=None))

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """The cards believed to lie on the mat, in the order in which they came."""
        return tuple(c for c in self._cards.values() if c.gone_at is None)

    @property
    def is_bare(self) -> bool:
        """Whether no card lies on the mat. One that lay under a card now gone, and wasn't seen since, went with it."""
        return not self._waiting and all(c.id in self._uncovered for c in self.cards)

    def adopt(self, lying: Sequence[Sighting], beneath: Sequence[tuple[Card, Corners]] = ()) -> None:
        """Cards that lay there before anybody watched, and those known to lie beneath them: they are no arrivals."""
        for number, (card, corners) in enumerate(beneath, 1):
            self._cards[-number] = TableCard(-number, card, zone_of(corners, self._zones), corners, is_hidden=True)
        for sighting in lying:
            zone = zone_of(sighting.corners_mm, self._zones)
            self._known_as[sighting.id] = sighting.id
            self._cards[sighting.id] = TableCard(sighting.id, sighting.reading.card, zone, sighting.corners_mm)

    def see(self, seen: Seen) -> tuple[Told, ...]:
        """What the sightings mean for the cards on the mat, in the order in which hands left."""
        told: list[Told] = []
        for place in sorted(seen.places, key=lambda p: p.left_at):
            told += self._place(place, seen.at)
        told += self._arrivals(seen.at, seen.unsettled)
        told += self._departures(seen.at, seen.unsettled_since)
        return tuple(told)

    def close(self, at: float) -> tuple[Told, ...]:
        """Nothing more will be seen: what still waits is told."""
        return (*self._arrivals(at + self._patience.give_up, ()), *self._departures(at + self._patience.give_up, None))

    def _place(self, place: PlaceSeen, at: float) -> list[Told]:
        told: list[Told] = []
        order = list(self._cards)
        missing = [card for k in place.vanished if (card := self._cards.get(self._known_as.get(k, -1))) is not None]
        for card in missing:
            self._cards[card.id] = replace(card, gone_at=place.left_at)
            self._uncovered |= {c.id for c in self.cards if covered_share(c.corners, card.corners) > 0.5}
        self._came = [(at, s) for at, s in self._came if place.left_at - at < _ONE_HAND_S]
        self._came += [(place.left_at, s) for s in (*place.appeared, *place.moved)]
        covers = [s.corners_mm for s in place.appeared if not self._is_uncovered(s, place.left_at)]
        for sighting in place.moved:
            known = self._cards.get(self._known_as.get(sighting.id, -1))
            if known is not None and apart_mm(known.corners, sighting.corners_mm) > _NUDGE_MM:
                covers.append(sighting.corners_mm)
            told += self._shift(sighting, place.left_at)
        for sighting in place.named:
            told += self._name(sighting, at)
        self._waiting += [_Waiting(sighting, place.left_at, at, place.arm) for sighting in place.appeared]
        for card in missing:
            above = [self._cards[k] for k in order[order.index(card.id) + 1 :] if k in self._cards]
            corners = covers + [c.corners for c in above if c.gone_at is None]
            if any(covered_share(card.corners, other) > 0.5 for other in corners):
                self._cards[card.id] = replace(card, is_hidden=True)  # hidden is not gone
        return told

    def _shift(self, sighting: Sighting, left_at: float) -> list[Told]:
        """A known card lies a little differently; only another zone is worth telling."""
        card = self._cards.get(self._known_as.get(sighting.id, -1))
        if card is None:
            return []
        return self._relocate(card, sighting, left_at)

    def _relocate(self, card: TableCard, sighting: Sighting, left_at: float) -> list[Told]:
        zone = zone_of(sighting.corners_mm, self._zones)
        self._known_as[sighting.id] = card.id
        self._uncovered.discard(card.id)
        if apart_mm(card.corners, sighting.corners_mm) > _NUDGE_MM:
            self._cards.pop(card.id)  # it lies on top of the others now
        self._cards[card.id] = replace(card, zone=zone, corners=sighting.corners_mm, gone_at=None, is_hidden=False)
        return [Moved(card.id, zone, left_at)] if zone is not card.zone else []

    def _name(self, sighting: Sighting, at: float) -> list[Told]:
        card = self._cards.get(self._known_as.get(sighting.id, -1))
        if card is None or sighting.reading.card is None:
            return []
        self._cards[card.id] = replace(card, card=sighting.reading.card)
        return [Named(card.id, sighting.reading, at)]

    def _arrivals(self, at: float, unsettled: Sequence[Unsettled]) -> list[Told]:
        told: list[Told] = []
        for waiting in sorted(self._waiting, key=lambda w: w.left_at):
            missing = self._missing(waiting.sighting, waiting.left_at)
            if missing is not None:
                told += self._returned(missing, waiting)
            elif at - waiting.at < self._patience.other_place and self._may_have_moved(waiting, unsettled):
                break  # later ones wait behind it: the order of hands is the order of events
            else:
                told.append(self._lay(waiting))
            self._waiting.remove(waiting)
        return told

    def _returned(self, card: TableCard, waiting: _Waiting) -> list[Told]:
        """A card that was gone lies there again; one taken away for more than a moment is told as lifted first."""
        gone_at = card.gone_at
        told = self._relocate(card, waiting.sighting, waiting.left_at)
        if not told and gone_at is not None and waiting.left_at - gone_at > self._patience.moment:
            zone = self._cards[card.id].zone
            return [Lifted(card.id, gone_at), Moved(card.id, zone, waiting.left_at)]
        return told

    def _is_uncovered(self, sighting: Sighting, left_at: float) -> bool:
        """Whether this is no new card but one that had been hidden here, seen again because what hid it is gone."""
        known = self._missing(sighting, left_at)
        return known is not None and known.is_hidden

    def _missing(self, sighting: Sighting, left_at: float) -> TableCard | None:
        """The tracked card that this one may be: the same face, gone from its place, hidden near by, or covered by the
        very hand that laid this one: cards that change places are sorted."""
        face = sighting.reading.card
        if face is None:
            return None
        same = [c for c in self._cards.values() if c.card == face]
        near = [
            c
            for c in same
            if c.gone_at is not None
            or (c.is_hidden and apart_mm(c.corners, sighting.corners_mm) < _HIDING_MM)
            or self._was_covered(c, sighting, left_at)
        ]
        return min(near, key=lambda c: apart_mm(c.corners, sighting.corners_mm), default=None)

    def _was_covered(self, card: TableCard, sighting: Sighting, left_at: float) -> bool:
        """Whether a card other than this sighting came to lie over a tracked one when this one came."""
        others = [s for at, s in self._came if abs(at - left_at) < _ONE_HAND_S and s.id != sighting.id]
        return any(
            covered_share(card.corners, s.corners_mm) > 0.5 for s in others if self._known_as.get(s.id) != card.id
        )

    def _may_have_moved(self, waiting: _Waiting, unsettled: Sequence[Unsettled]) -> bool:
        """Whether a twin's place is still changing: perhaps that is where the card came from."""
        face = waiting.sighting.reading.card
        twins = [c for c in self._cards.values() if c.card == face and face is not None]
        return any(_meet(twin.corners, place.area_mm) for twin in twins for place in unsettled)

    def _lay(self, waiting: _Waiting) -> Laid:
        sighting = waiting.sighting
        zone = zone_of(sighting.corners_mm, self._zones)
        covers = tuple(c.id for c in self.cards if covered_share(c.corners, sighting.corners_mm) >= COVERED)
        self._known_as[sighting.id] = sighting.id
        self._cards[sighting.id] = TableCard(sighting.id, sighting.reading.card, zone, sighting.corners_mm)
        return Laid(sighting.id, sighting.reading, zone, waiting.left_at, covers, waiting.arm)

    def _departures(self, at: float, unsettled_since: float | None) -> list[Told]:
        told: list[Told] = []
        for card in list(self._cards.values()):
            if card.gone_at is None:
                continue
            waited = at - card.gone_at
            if waited > (self._patience.in_the_air if unsettled_since is None else self._patience.give_up):
                del self._cards[card.id]
                told.append(Lifted(card.id, card.gone_at))
        return told


def _meet(corners: Corners, area_mm: tuple[float, float, float, float]) -> bool:
    """Whether a card's bounding box and an area meet."""
    left, top, right, bottom = area_mm
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top
