"""Suits and cards: what a face says, and how it is written.

Law: `Card.parse` and `str` are inverse on the short code (`R1`); reading is generous, writing never.
A card that nobody could read is `None` in commands and events and `?` in writing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from companion.errors import Unreadable

RANKS = (1, 2, 3, 4, 5)
UNKNOWN = "?"


class Suit(Enum):
    """A suit; its value is the letter that it is written with. Their order is the order of the piles on show."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    WHITE = "W"
    RAINBOW = "M"
    BLACK = "K"

    @property
    def letter(self) -> str:
        """`R`, `Y`, `G`, `B`, `W`, `M` or `K`."""
        return self.value

    @property
    def english(self) -> str:
        """`red`, `yellow`, and so on."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit of a letter or an English name in any case; Unreadable where there is none."""
        suit = _SUITS.get(text.strip().lower())
        if suit is None:
            raise Unreadable(f"{text!r} is no suit: write R, Y, G, B, W, M (rainbow) or K (black).")
        return suit


_SUITS = {suit.letter.lower(): suit for suit in Suit} | {suit.english: suit for suit in Suit}
_SUITS |= {"multicolour": Suit.RAINBOW, "multicolor": Suit.RAINBOW, "multi": Suit.RAINBOW}
_WRITTEN = re.compile(r"\s*([A-Za-z]+)[\s_-]*([0-9])\s*")


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a card: a suit and a rank from 1 to 5."""

    suit: Suit
    rank: int

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise Unreadable(f"{self.suit.letter}{self.rank} is no card: ranks run from 1 to 5.")

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `R1`, `r1`, `red1`, `red-1`, `red_1` or `red 1`; Unreadable for anything else."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise Unreadable(f"{text!r} is no card: write the suit's letter and the rank, like R1 or K5.")
        return cls(Suit.parse(found[1]), int(found[2]))


def parse_card(text: str) -> Card | None:
    """A card, or None for `?`."""
    return None if text.strip() == UNKNOWN else Card.parse(text)


def write_card(card: Card | None) -> str:
    """The short code, `?` for a card that nobody could read."""
    return UNKNOWN if card is None else str(card)
