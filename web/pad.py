"""The card pad: suit by rank, each card with what can still become of it; and what a clue may be about.

Law: only what lies on the table goes in. A card is out of reach of a thumb when all its copies lie there; not so at a
strict table, where nobody counts for the players.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import ImpossibleSetup
from companion.rules.cards import RANKS, Card
from companion.rules.deck import Pile
from companion.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from web.reading import Page, number_of, object_of, texts_of


@dataclass(frozen=True, slots=True)
class Key:
    """One card of the pad. `can_be`: a copy of it has not been seen yet."""

    code: str
    rank: int
    can_be: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One suit of the pad. `can_be_named`: a clue may name this colour."""

    letter: str
    suit: str
    can_be_named: bool
    keys: tuple[Key, ...]


def pad(page: Page) -> tuple[Row, ...]:
    """The pad of a state's game; empty where there is none."""
    setup = setup_of(page)
    if setup is None:
        return ()
    stacks = object_of(page, "stacks")
    discards = None if page.get("talk") == "strict" else object_of(page, "discards")
    return tuple(_row(setup, pile, stacks, discards) for pile in setup.piles if pile.suit.letter in stacks)


def setup_of(page: Page) -> Setup | None:
    """What was agreed, as far as the page tells it."""
    players = len(texts_of(page, "names"))
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return None
    try:
        return Setup(players, edition=str(page.get("edition")), variants=tuple(texts_of(page, "variants")))
    except ImpossibleSetup:
        return None


def _row(setup: Setup, pile: Pile, stacks: Page, discards: Page | None) -> Row:
    height = pile.height(number_of(stacks, pile.suit.letter) or 0)
    keys = tuple(_key(pile, Card(pile.suit, rank), height, discards) for rank in RANKS)
    return Row(pile.suit.letter, pile.suit.english, setup.can_name(pile.suit), keys)


def _key(pile: Pile, card: Card, height: int, discards: Page | None) -> Key:
    if discards is None:
        return Key(str(card), card.rank, can_be=True)
    lying = (number_of(discards, str(card)) or 0) + (pile.place(card.rank) < height)
    return Key(str(card), card.rank, can_be=lying < pile.copies_of(card.rank))
