"""The final-score calculator: tops of the piles in, score and word out.

Law: what is named twice, can't lie there or isn't in the game is Unreadable; nothing is guessed but the suits that a
code names (M5 means that a rainbow is played, K2 that black is).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.errors import Unreadable
from companion.rules.cards import Suit
from companion.rules.deck import BASE_PILES
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.position import Position, Status, starting
from companion.rules.score import perfect, rating, score
from companion.rules.setup import Setup, chosen, refuse_clash
from companion.rules.variants import VARIANTS
from companion.sentences import say

_TOP = re.compile(r"(?:([A-Za-z]+)[\s_-]*)?([0-9]+)")
_BASE = tuple(pile.suit for pile in BASE_PILES)
_BROUGHT_BY = {Suit.RAINBOW: "rainbow", Suit.BLACK: "black"}
_FEWEST = 2


def score_tops(
    tops: Sequence[str], edition: str = DEFAULT_EDITION, variants: Sequence[str] = (), *, lost: bool = False
) -> dict[str, object]:
    """`score`, `perfect` and `rating` of piles with these tops, `lost` by misplays or not.

    `tops`: codes (`R5`, `K2`, `M0`), or bare numbers for the suits of the base game in any order.
    """
    refuse_clash(tuple(variants))
    named = _named_tops(tops)
    setup = Setup(_FEWEST, edition=edition, variants=_with_suits(variants, named))
    laid = _laid(setup, named)
    ended = replace(laid, status=Status.LOST if lost else _status(laid))
    return {"score": score(ended), "perfect": perfect(setup), "rating": rating(ended)}


def _named_tops(tops: Sequence[str]) -> dict[Suit, int]:
    if not tops:
        raise Unreadable("Name the tops of the piles, like 5 3 4 1 3 or R5 Y3 G4 B1 W3.")
    named: dict[Suit, int] = {}
    bare: list[int] = []
    for text in tops:
        letters, top = _read_top(text)
        if not letters:
            bare.append(top)
            continue
        suit = Suit.parse(letters)
        if suit in named:
            raise Unreadable(say("The {suit} pile is named twice: name it once.", suit=suit.english))
        named[suit] = top
    return named | _numbered(bare, named)


def _read_top(text: str) -> tuple[str, int]:
    found = _TOP.fullmatch(text.strip())
    if found is None or len(found[2]) > 1 or int(found[2]) > 5:
        raise Unreadable(f"{text!r} is no top of a pile: tops run from 0 to 5, with or without the suit, like 5 or R5.")
    return found[1] or "", int(found[2])


def _numbered(bare: Sequence[int], named: Iterable[Suit]) -> dict[Suit, int]:
    """Bare numbers are the base game's suits, in any order: their sum is all that counts."""
    if bare and any(suit in _BASE for suit in named):
        raise Unreadable("Numbers with and without a suit can't be told apart: name every suit, or none of the five.")
    if len(bare) > len(_BASE):
        raise Unreadable(f"{len(bare)} numbers are too many for five suits: name the others, like M5 or K2.")
    return dict(zip(_BASE, bare, strict=False))


def _with_suits(variants: Sequence[str], named: Iterable[Suit]) -> tuple[str, ...]:
    """The variants, and those that bring the suits named, where none of them does yet."""
    brought = {variant.pile.suit for variant in chosen(tuple(variants)) if variant.pile is not None}
    missing = [_BROUGHT_BY[suit] for suit in named if suit in _BROUGHT_BY and suit not in brought]
    return tuple(variant for variant in VARIANTS if variant in (*variants, *missing))


def _laid(setup: Setup, named: dict[Suit, int]) -> Position:
    heights = tuple(pile.height(named.get(pile.suit, 0)) for pile in setup.piles)
    return replace(starting(setup), heights=heights)


def _status(laid: Position) -> Status:
    if laid.is_complete:
        return Status.WON
    return Status.EXHAUSTED if laid.setup.plays_on else Status.FINISHED
