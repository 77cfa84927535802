"""A situation played on a drawn table before the real eyes and tracker: what was told beside what was right.

Law: whoever plays says what is right while playing; the eyes see pictures only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from companion.eyes.eyes import Eyes
from companion.measure.arrivals import Image
from companion.ports import Frame
from companion.rules.cards import write_card
from companion.sight.reader import Reader
from companion.table.layout import zone_of
from companion.table.placements import Laid, Lifted, Moved, Named, Zone
from companion.table.tracker import Tracker
from hardware.rehearsal.lens import Lens, rectangle
from hardware.rehearsal.light import TABLES, Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene, Thing
from hardware.rehearsal.seats import Seat, seats_around
from models.edition import Edition

FPS = 8.0
_NEAR_MM, _LOW_MM, _HIGH_MM = 90.0, 8.0, 60.0
_SETTLE_S = 1.6


class Told(Enum):
    """How a situation came out. ASKED: nothing false was told, and what wasn't told is asked."""

    RIGHT = "right"
    WRONG = "wrong"
    ASKED = "asked"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Situation:
    """`acts`: what people do; `light`: of the drawn conditions; `any_order`: events may come in any; `may_ask`: nobody
    could tell, so that a question is right, too."""

    name: str
    acts: Callable[[Staging], None]
    light: Mapping[str, object] = field(default_factory=dict)
    any_order: bool = False
    may_ask: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """One situation on one table. Events are `laid R1`, `lifted R1`, `moved R1 to discards`; `?` a card nobody read."""

    situation: str
    seed: int
    outcome: Told
    should: tuple[str, ...]
    told: tuple[str, ...]


class Staging:
    """The table while a situation is played. Acts take their time, and say what is right of them."""

    def __init__(self, edition: Edition, reader: Reader, painter: Painter, seed: Sequence[int]) -> None:
        self.rng = np.random.default_rng([*seed, 1])
        self.cards: list[LyingCard] = []
        self.things: list[Thing] = []
        self.pile = 0
        self.should: list[str] = []
        self.events: list[Laid | Named | Moved | Lifted] = []
        self.odd = 0
        self.seen: Callable[[Image], Image] = lambda frame: frame
        self._painter, self._eyes, self._tracker = painter, Eyes(reader, edition.card_mm), Tracker()
        self._codes = [str(code) for code in self.rng.permutation([code for code in edition.plates if code != "back"])]
        self._seats = seats_around(4)
        self._frames = 0
        self._chance = np.random.default_rng([*seed, 2])

    # ---- what people do

    def card(self, x_mm: float, y_mm: float, turn_deg: float | None = None, code: str | None = None) -> LyingCard:
        """A card for there, of a face not used yet; it doesn't lie there yet."""
        turn = float(self.rng.normal(0, 5)) if turn_deg is None else turn_deg
        return LyingCard(code or self._codes.pop(), x_mm, y_mm, turn)

    def lays(self, *cards: LyingCard, seat: int | None = None) -> None:
        """A hand brings a card and goes; several are laid in the same moment, each by its own hand."""
        seats = [self._seat() if seat is None else self._seats[seat] for _ in cards]
        for height, back in ((_HIGH_MM, _NEAR_MM), (_LOW_MM, 0.0)):
            self.shows(hands=tuple(_holding(s, c, height, back) for s, c in zip(seats, cards, strict=True)))
        self.cards += cards
        self.should += [f"laid {card.code}" for card in cards if not card.face_down]
        for back in (0.0, _NEAR_MM):
            self.shows(
                hands=tuple(replace(_holding(s, c, _LOW_MM, back), held=()) for s, c in zip(seats, cards, strict=True))
            )
        self.waits()

    def takes(self, card: LyingCard) -> None:
        """A hand takes a card away for good."""
        self._fetches(card)
        self.should.append(f"lifted {card.code}")
        self.waits(3.0)

    def carries(self, card: LyingCard, to: LyingCard) -> None:
        """A hand takes a card and lays it elsewhere, in one go; another zone is told."""
        seat = self._fetches(card)
        self.shows(hands=(_holding(seat, to, _HIGH_MM, 60.0),))
        self.shows(hands=(_holding(seat, to, _LOW_MM, 0.0),))
        self.cards.append(to)
        zone = _zone(to)
        self.should += [f"moved {to.code} to {zone.value}"] if zone is not _zone(card) else []
        self.shows(hands=(replace(_holding(seat, to, _LOW_MM, _NEAR_MM), held=()),))
        self.waits(3.0)

    def _fetches(self, card: LyingCard) -> Seat:
        seat = self._seat()
        self.shows(hands=(replace(_holding(seat, card, _HIGH_MM, _NEAR_MM), held=()),))
        self.shows(hands=(replace(_holding(seat, card, _LOW_MM, 0.0), held=()),))
        self.cards.remove(card)
        self.shows(hands=(_holding(seat, card, _HIGH_MM, 40.0),))
        return seat

    def rearranges(self, moves: Mapping[LyingCard, LyingCard]) -> None:
        """Under a hand the cards come to lie otherwise: no event."""
        first = next(iter(moves))
        seat = self._seat()
        hands = tuple(replace(_holding(seat, first, _LOW_MM, back), held=(), pose="flat") for back in (_NEAR_MM, 0.0))
        self.shows(hands=hands[:1])
        self.shows(0.3, hands=hands[1:])
        self.cards = [moves.get(card, card) for card in self.cards]
        self.shows(0.3, hands=hands[1:])
        self.shows(hands=hands[:1])
        self.waits(3.0)

    def puts(self, thing: Thing) -> None:
        """A hand puts something down that is no card."""
        seat = self._seat()
        self.shows(hands=(_empty(seat, thing.x_mm, thing.y_mm),))
        self.things.append(thing)
        self.shows(hands=(_empty(seat, thing.x_mm, thing.y_mm),))
        self.waits(4.0)

    def clears(self, thing: Thing) -> None:
        """A hand takes such a thing away."""
        self.shows(hands=(_empty(self._seat(), thing.x_mm, thing.y_mm),))
        self.things.remove(thing)
        self.waits(4.0)

    def rests(self, x_mm: float, y_mm: float, seconds: float = 3.0, held: int = 0) -> None:
        """A hand comes in, stays still there, and goes; with some cards `held` as a fan over the mat."""
        self.shows(seconds, hands=(self.hand(x_mm, y_mm, held),))
        self.waits()

    def hand(self, x_mm: float, y_mm: float, held: int = 0) -> Hand:
        """A hand at rest, from the side of the nearest seat."""
        seat = self._seats[0 if y_mm > 250 else 2]
        hand = Hand(x_mm, y_mm, seat.from_deg(x_mm, y_mm), 5.0, "flat", seat.number)
        if not held:
            return hand
        return replace(hand, height_mm=55.0, pose="fan", held=tuple(self._codes[:held]))

    def waits(self, seconds: float = _SETTLE_S) -> None:
        """Nothing happens."""
        self.shows(seconds)

    def shows(self, seconds: float = 1 / FPS, hands: tuple[Hand, ...] = ()) -> None:
        """The table as it lies, for so long."""
        for _ in range(max(1, round(seconds * FPS))):
            pile = Pile(self.pile) if self.pile else None
            at = self._frames / FPS
            frame = self._painter.frame(Scene(tuple(self.cards), hands, pile, tuple(self.things)), at, self._chance)
            seen = self._eyes.look(Frame(self.seen(frame), at, self._frames))
            self.odd += sum(place.odd is not None for place in seen.places)
            self.events += self._tracker.see(seen)
            self._frames += 1

    def ends(self) -> tuple[str, ...]:
        """All that was told, an unread card by the name that it got later."""
        self.waits(2.0)
        self.events += self._tracker.close(self._frames / FPS)
        names = {one.card_id: write_card(one.reading.card) for one in self.events if isinstance(one, Laid | Named)}
        return tuple(_event(one, names.get(one.card_id, "?")) for one in self.events if not isinstance(one, Named))

    def _seat(self) -> Seat:
        return self._seats[int(self.rng.integers(len(self._seats)))]


class House:
    """Plays situations with one deck; a drawn table stands for all that are played in its light."""

    def __init__(self, edition: Edition) -> None:
        self._edition, self._reader = edition, edition.reader()
        self._standing: tuple[object, Painter] | None = None

    def play(self, situation: Situation, seed: int) -> Played:
        """A situation on the drawn table of this seed."""
        staging = Staging(self._edition, self._reader, self._table(situation, seed), (seed, *situation.name.encode()))
        staging.waits(0.8)
        situation.acts(staging)
        told = staging.ends()
        return Played(situation.name, seed, _outcome(situation, staging, told), tuple(staging.should), told)

    def _table(self, situation: Situation, seed: int) -> Painter:
        key = (seed, tuple(sorted(situation.light.items())))
        if self._standing is None or self._standing[0] != key:
            rng = np.random.default_rng(seed)
            light = Conditions.random(rng, 0.25).but(table=str(rng.choice(TABLES)), glare=0.0, motion_px=0.0)
            lens = Lens.over(tilt_deg=float(rng.uniform(0, 12)), tilt_towards_deg=float(rng.uniform(0, 360)))
            light = light.but(sleeved=False).but(**situation.light)
            self._standing = key, Painter(self._edition.plates, self._edition.card_mm, lens, light, seed)
        return self._standing[1]


def _outcome(situation: Situation, staging: Staging, told: tuple[str, ...]) -> Told:
    should, named = Counter(staging.should), Counter(one for one in told if "?" not in one)
    if named - should:
        return Told.WRONG
    asked = any("?" in one for one in told)
    if should - named:
        is_asked = asked or staging.odd > 0
        return (Told.RIGHT if situation.may_ask else Told.ASKED) if is_asked else Told.MISSED
    if asked:
        return Told.ASKED
    return Told.RIGHT if situation.any_order or list(told) == staging.should else Told.WRONG


def _event(one: Laid | Moved | Lifted, name: str) -> str:
    match one:
        case Laid():
            return f"laid {name}"
        case Moved(zone=zone):
            return f"moved {name} to {zone.value}"
        case Lifted():
            return f"lifted {name}"


def _zone(card: LyingCard) -> Zone:
    flat = rectangle(card.x_mm, card.y_mm, 63.0, 88.0, card.turn_deg)
    a, b, c, d = ((float(x), float(y)) for x, y in flat)
    return zone_of((a, b, c, d))


def _holding(seat: Seat, card: LyingCard, height_mm: float, back_mm: float) -> Hand:
    """A hand that holds a card over its place, or so far back towards its owner."""
    hand = _empty(seat, *seat.tips_for(card.x_mm, card.y_mm), height_mm, back_mm)
    return replace(hand, held=(card.code,), held_turn_deg=card.turn_deg, held_face_down=card.face_down)


def _empty(seat: Seat, x_mm: float, y_mm: float, height_mm: float = 8.0, back_mm: float = 0.0) -> Hand:
    way = seat.from_deg(x_mm, y_mm)
    x, y = x_mm - back_mm * float(np.sin(np.radians(way))), y_mm + back_mm * float(np.cos(np.radians(way)))
    return Hand(x, y, way, height_mm, "pinch", seat.number)
