"""The printed boxes, as data: words, defaults and ratings in which they differ.

Law: the engine never asks which edition it is; it asks for the value.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Suit
from companion.rules.options import Loss

_MOST_COLOURFUL = "the most colourful clothes"
_RR_WORDS = ("horrible", "mediocre", "honourable attempt", "excellent", "amazing", "legendary")


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed box.

    `clue_token`, `fuse_token`: what its tokens are called. `starter`: who begins, None where it doesn't say.
    `ratings`: words for 0-5, 6-10, 11-15, 16-20, 21-24 and the perfect score. `unnamed`: suits that no clue may name.
    """

    id: str
    title: str
    clue_token: str
    fuse_token: str
    starter: str | None
    ratings: tuple[str, str, str, str, str, str] = _RR_WORDS
    zero_clue: bool = False
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
            "the oldest player",
            ratings=("booed", "poor", "OK", "good", "very good", "legendary"),
            zero_clue=True,
            loss=Loss.ZERO,
        ),
        Edition("rr2013", "R&R Games, 2013", "Clock", "Fuse", _MOST_COLOURFUL),
        Edition("giant", "Giant Fireworks", "Clock", "error tile", _MOST_COLOURFUL, unnamed=frozenset({Suit.RAINBOW})),
        Edition("ro", "Romanian leaflet", "blue token", "red token", None),
        Edition("aid", "Player aid", "blue token", "fuse", None),
    )
}
