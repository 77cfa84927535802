"""What cards found lying on the mat mean, when nobody saw them being laid: the life of a table around its games.

Law: nothing is asserted here. What lies there is compared with the game as the journal has it; differences are named,
and what to do about them is the players' to say. A card that can't be seen is not missed: it may lie under another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, Suit
from companion.rules.commands import Adopt
from companion.rules.position import Position
from companion.rules.setup import Setup
from companion.sentences import joined, listed, say
from companion.sight.sighting import Corners, Sighting
from companion.table.placements import Zone
from companion.table.tracker import TableCard


@dataclass(frozen=True, slots=True)
class Differences:
    """`uncounted`: cards lying there of which the game knows nothing; `missing`: tops of piles, not in sight."""

    uncounted: tuple[TableCard, ...] = ()
    missing: tuple[Card, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.uncounted or self.missing)

    def still(self, now: Differences) -> Differences:
        """What of it is true now: differences that came later are the umpire's to tell."""
        lying = {card.id for card in now.uncounted}
        return Differences(
            tuple(card for card in self.uncounted if card.id in lying),
            tuple(card for card in self.missing if card in now.missing),
        )

    @property
    def say(self) -> str:
        """The sentence for the players, empty where table and game agree."""
        told = []
        if self.uncounted:
            cards = listed([str(c.card) for c in self.uncounted])
            told.append(say("{cards} on the table, not counted", cards=cards))
        if self.missing:
            cards = listed([str(card) for card in self.missing])
            told.append(say("{cards} counted, not among the fireworks", cards=cards))
        if not told:
            return ""
        return say(
            "Table and game differ: {differences}. Put the cards right, or mend the game on the page.",
            differences=joined(told, "; "),
        )


def compare(position: Position, cards: Sequence[TableCard]) -> Differences:
    """How the readable cards on the mat and the position differ.

    Tops are missed only where most of them are in sight.
    """
    extra = uncounted(position, cards)
    seen = {c.card for c in cards}
    unread = sum(c.card is None for c in cards if c.zone is Zone.FIREWORKS)
    tops = _tops(position)
    missing = [top for top in tops if top not in seen]
    are_missed = unread < len(missing) < len(tops) - len(missing)
    return Differences(
        tuple(extra) if len(extra) > position.unknown else (),
        tuple(missing) if are_missed else (),
    )


def uncounted(position: Position, cards: Sequence[TableCard]) -> list[TableCard]:
    """The readable cards that neither a pile nor the discards account for; of two copies the one that came later."""
    fireworks = [c for c in cards if c.zone is Zone.FIREWORKS]
    discards = [c for c in cards if c.zone is Zone.DISCARDS]
    thrown = Counter(position.discards)
    played = {c.card for c in fireworks if c.card is not None and position.is_played(c.card)}
    extra: list[TableCard] = []
    for lying in [*discards, *fireworks]:
        card = lying.card
        if card is None:
            continue
        if lying.zone is Zone.FIREWORKS and card in played:
            played.remove(card)
        elif thrown[card] > 0:
            thrown[card] -= 1
        else:
            extra.append(lying)
    return extra


def adoption(setup: Setup, cards: Sequence[TableCard]) -> Adopt:
    """The command that begins in the middle, as these cards lie; tokens and deck as the rules say."""
    played: dict[Suit, int] = {}
    discards: list[Card] = []
    for lying in cards:
        card = lying.card
        pile = None if card is None else setup.pile(card.suit)
        if card is None or pile is None:
            continue
        if lying.zone is Zone.DISCARDS:
            discards.append(card)
        elif lying.zone is Zone.FIREWORKS:
            played[card.suit] = max(played.get(card.suit, 0), pile.place(card.rank) + 1)
    stacks = tuple((pile.suit, pile.top(played[pile.suit])) for pile in setup.piles if pile.suit in played)
    return Adopt(stacks=stacks, discards=tuple(discards))


def beneath(position: Position, sightings: Sequence[Sighting]) -> list[tuple[Card, Corners]]:
    """The cards that the game has laid and that can't be seen: each is taken to lie under the top of its pile."""
    seen = {sighting.reading.card: sighting.corners_mm for sighting in sightings}
    hidden: list[tuple[Card, Corners]] = []
    for pile, height in zip(position.setup.piles, position.heights, strict=True):
        laid = [Card(pile.suit, rank) for rank in pile.order[:height]]
        if laid and laid[-1] in seen:
            hidden += [(card, seen[laid[-1]]) for card in laid[:-1] if card not in seen]
    return hidden


def _tops(position: Position) -> list[Card]:
    return [Card(suit, rank) for suit, rank in position.stacks.items() if rank and position.is_played(Card(suit, rank))]
