"""The printed boxes, as data: words, defaults and ratings in which they differ.

Law: the engine never asks which edition it is; it asks for the value.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Suit
from companion.rules.options import DiscardAtFull, Loss

_MOST_COLOURFUL = "whoever wears the most colourful clothes"
_CLOCKS = "8 blue clocks"
_STACK = "4 black fuses in a stack, the explosion at the bottom"
_IN_THE_LID = "8 blue tokens in the box's lid"
_RR_WORDS = ("horrible", "mediocre", "honourable attempt", "excellent", "amazing", "legendary")


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed box.

    `clue_token`, `fuse_token`: what its tokens are called; `clues_look`, `fuses_look`: what lies in the box. `starter`:
    who begins, None where it doesn't say.
    `ratings`: words for 0-5, 6-10, 11-15, 16-20, 21-24 and the perfect score. `unnamed`: suits that no clue may name.
    """

    id: str
    title: str
    clue_token: str
    fuse_token: str
    clues_look: str
    fuses_look: str
    starter: str | None
    ratings: tuple[str, str, str, str, str, str] = _RR_WORDS
    zero_clue: bool = False
    discard_at_full: DiscardAtFull = DiscardAtFull.REFUSE
    loss: Loss = Loss.UNCOUNTED
    unnamed: frozenset[Suit] = frozenset()


DEFAULT_EDITION = "rr2013"

EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(
            "storm",
            "Notes and storms",
            "Note",
            "Storm",
            "8 notes and one to spare",
            "3 storms in a row that flip",
            "the oldest player",
            ratings=("booed", "poor", "OK", "good", "very good", "legendary"),
            zero_clue=True,
            loss=Loss.ZERO,
        ),
        Edition("rr2013", "R&R Games, 2013", "Clock", "Fuse", _CLOCKS, _STACK, _MOST_COLOURFUL),
        Edition(
            "giant",
            "Giant Fireworks",
            "Clock",
            "error tile",
            _CLOCKS,
            "3 error tiles that flip",
            _MOST_COLOURFUL,
            unnamed=frozenset({Suit.RAINBOW}),
        ),
        Edition("ro", "Romanian leaflet", "blue token", "red token", _IN_THE_LID, "3 red tokens", None),
        Edition("aid", "Player aid", "blue token", "fuse", "8 blue tokens", "4 fuses, the explosion last", None),
    )
}
