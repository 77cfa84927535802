"""The public position: what anybody at the table may know, and nothing of what is in the hands.

Law: cards are conserved. Piles, discards, unread cards, draw pile and hands always add up to the whole deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.cards import Card, Suit
from companion.rules.setup import ALL_CLUES, Setup


class Status(Enum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    FINISHED = "finished"
    EXHAUSTED = "exhausted"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Position:
    """A game between two turns.

    `heights`: cards on each pile, in the order of `setup.piles`. `discards`: in the order they fell. `unknown`: cards
    on the table that nobody could read. `hands`: how many cards each player holds. `turn`: actions taken, plus 1.
    `turns_left`: of the final round, None outside it. `since_card`: turns since the last play or discard. `drew`: the
    last action drew a card. `tiles_owed`: bonus tiles turned up and not yet used.
    """

    setup: Setup
    heights: tuple[int, ...]
    hands: tuple[int, ...]
    deck: int
    player: int
    turn: int = 1
    clues: int = ALL_CLUES
    fuses: int = 0
    discards: tuple[Card, ...] = ()
    unknown: int = 0
    turns_left: int | None = None
    since_card: int = 0
    drew: bool = False
    tiles_owed: int = 0
    status: Status = Status.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status is not Status.PLAYING

    @property
    def stacks(self) -> dict[Suit, int]:
        """The top of each pile, 0 for none."""
        piles = self.setup.piles
        return {pile.suit: pile.top(height) for pile, height in zip(piles, self.heights, strict=True)}

    @property
    def is_complete(self) -> bool:
        """Every pile is complete."""
        return all(height == len(pile.order) for pile, height in zip(self.setup.piles, self.heights, strict=True))

    @property
    def unseen(self) -> int:
        """Cards that are neither on a pile nor among the discards nor laid unread: the draw pile and the hands."""
        return self.setup.deck_size - sum(self.heights) - len(self.discards) - self.unknown

    def height(self, suit: Suit) -> int:
        """Cards on this suit's pile."""
        return next(h for pile, h in zip(self.setup.piles, self.heights, strict=True) if pile.suit is suit)

    def is_played(self, card: Card) -> bool:
        """Whether a copy of this card lies on its pile."""
        pile = self.setup.pile(card.suit)
        return pile is not None and pile.place(card.rank) < self.height(card.suit)

    def fits(self, card: Card) -> bool:
        """Whether this card is the next of its pile."""
        pile = self.setup.pile(card.suit)
        return pile is not None and pile.place(card.rank) == self.height(card.suit)

    def left(self, card: Card) -> int:
        """Copies of this card that have not been seen yet; below 0 where too many lie on the table."""
        pile = self.setup.pile(card.suit)
        copies = pile.copies_of(card.rank) if pile is not None else 0
        return copies - self.discards.count(card) - self.is_played(card)

    def is_lost(self, card: Card) -> bool:
        """Whether this card is not played and never can be: all its copies are discarded."""
        return not self.is_played(card) and self.left(card) <= 0


def starting(setup: Setup) -> Position:
    """The position after the deal."""
    return Position(
        setup=setup,
        heights=(0,) * len(setup.piles),
        hands=(setup.hand_size,) * setup.players,
        deck=setup.cards_to_draw,
        player=setup.starter,
    )


def dealt_evenly(cards: int, players: int, first: int) -> tuple[int, ...]:
    """Sizes of hands that hold so many cards together: who is in turn soonest holds one more where it doesn't divide.

    Used where nobody watched the hands: who acted last is most likely the one with a card less.
    """
    size, more = divmod(max(cards, 0), players)
    return tuple(size + ((seat - first) % players < more) for seat in range(players))
