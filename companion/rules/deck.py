"""What a deck is made of: for each suit its copies, the order it is built in, and what it counts.

Law: the scarce card, the single copy, is the last one of a pile's order, whichever way the pile is built.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import RANKS, Card, Suit

UPWARDS = RANKS
DOWNWARDS = RANKS[::-1]


@dataclass(frozen=True, slots=True)
class Pile:
    """One suit's pile. `copies[i]` is the number of copies of the card that is laid as the i-th.

    `adds`: each card laid counts a point. Where False, each card missing at the end costs one instead.
    """

    suit: Suit
    order: tuple[int, ...] = UPWARDS
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    adds: bool = True

    @property
    def total(self) -> int:
        """Cards of this suit in the deck."""
        return sum(self.copies)

    def place(self, rank: int) -> int:
        """How many cards must lie before this rank fits: 0 for the one that starts the pile."""
        return self.order.index(rank)

    def copies_of(self, rank: int) -> int:
        """Copies of this rank in the deck."""
        return self.copies[self.place(rank)]

    def top(self, height: int) -> int:
        """The rank on top of a pile of so many cards, 0 for an empty one."""
        return self.order[height - 1] if height else 0

    def height(self, top: int) -> int:
        """How many cards lie in a pile with this top (0 for none)."""
        return self.place(top) + 1 if top else 0

    def cards(self) -> tuple[Card, ...]:
        """Every card of the suit, copies included, in the pile's order."""
        return tuple(Card(self.suit, rank) for rank in self.order for _ in range(self.copies_of(rank)))


BASE_PILES = tuple(Pile(suit) for suit in (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE))
RAINBOW_PILE = Pile(Suit.RAINBOW)
SHORT_RAINBOW_PILE = Pile(Suit.RAINBOW, copies=(1, 1, 1, 1, 1))
BLACK_PILE = Pile(Suit.BLACK, order=DOWNWARDS, adds=False)
