"""Suits and cards: what a face says, and how it is written.

Law: `Card.parse` and `str` are inverse on the short code (`R1`); reading is generous, writing never.
A card that nobody could read is `None` in commands and events and `?` in writing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from companion.errors import Unreadable
from companion.sentences import Sentence, say

RANKS = (1, 2, 3, 4, 5)
UNKNOWN = "?"


_ENGLISH = {
    "R": say("red"),
    "Y": say("yellow"),
    "G": say("green"),
    "B": say("blue"),
    "W": say("white"),
    "M": say("rainbow"),
    "K": say("black"),
}


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
    def english(self) -> Sentence:
        """`red`, `yellow`, and so on; a room may say it in another language."""
        return _ENGLISH[self.value]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit of a letter or an English name in any case; Unreadable where there is none."""
        suit = _SUITS.get(text.strip().lower())
        if suit is None:
            raise Unreadable(say("{text!r} is no suit: write R, Y, G, B, W, M (rainbow) or K (black).", text=text))
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
            raise Unreadable(say("{card} is no card: ranks run from 1 to 5.", card=self.suit.letter + str(self.rank)))

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank}"

    @property
    def words(self) -> Sentence:
        """`red 3`."""
        return say("{suit} {rank}", suit=self.suit.english, rank=self.rank)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `R1`, `r1`, `red1`, `red-1`, `red_1` or `red 1`; Unreadable for anything else."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise Unreadable(
                say("{text!r} is no card: write the suit's letter and the rank, like R1 or K5.", text=text)
            )
        return cls(Suit.parse(found[1]), int(found[2]))


def parse_card(text: str) -> Card | None:
    """A card, or None for `?`."""
    return None if text.strip() == UNKNOWN else Card.parse(text)


def write_card(card: Card | None) -> str:
    """The short code, `?` for a card that nobody could read."""
    return UNKNOWN if card is None else str(card)
