"""The variants, as data: what each adds to the deck and changes about the end.

Law: variants combine by their values alone; which ones exclude each other is told by their `group`. Titles are
written as `say("...")`: so they are collected for the other languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Suit
from companion.rules.deck import BLACK_PILE, RAINBOW_PILE, SHORT_RAINBOW_PILE, Pile
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Variant:
    """One change of the base game.

    `pile`: a further suit. `unnamed`: suits that no colour clue may name. `plays_on`: no final round; the hands shrink
    once the draw pile is empty. `counts_points`: False where a game is only won or not. `tiles`: a completed suit turns
    up a bonus tile instead of giving a clue token back. `lose_on_lost_card`: that option's default.
    `group`: of variants in the same group a table takes at most one.
    """

    id: str
    title: Sentence
    pile: Pile | None = None
    unnamed: frozenset[Suit] = frozenset()
    plays_on: bool = False
    counts_points: bool = True
    tiles: bool = False
    lose_on_lost_card: bool = False
    group: str | None = None


VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("rainbow", say("Rainbow, a sixth suit"), pile=RAINBOW_PILE, group="rainbow"),
        Variant("rainbow-short", say("Short rainbow: one card of each rank"), pile=SHORT_RAINBOW_PILE, group="rainbow"),
        Variant(
            "rainbow-wild",
            say("Wild rainbow: touched by every colour, never named"),
            pile=RAINBOW_PILE,
            unnamed=frozenset({Suit.RAINBOW}),
            group="rainbow",
        ),
        Variant("black", say("Black powder: built from 5 to 1"), pile=BLACK_PILE, unnamed=frozenset({Suit.BLACK})),
        Variant("no-final-round", say("No final round"), plays_on=True, lose_on_lost_card=True, group="end"),
        Variant("expert", say("Expert: won or not won"), plays_on=True, counts_points=False, group="end"),
        Variant("dazzling", say("Dazzling: bonus tiles"), tiles=True),
    )
}

_CALLED = {
    "rainbow": say("rainbow"),
    "rainbow-short": say("rainbow-short"),
    "rainbow-wild": say("rainbow-wild"),
    "black": say("black"),
    "no-final-round": say("no-final-round"),
    "expert": say("expert"),
    "dazzling": say("dazzling"),
}


def called(variant: str) -> str:
    """What a variant is called within a sentence, by its id; the id itself where it has no word yet."""
    return _CALLED.get(variant, variant)
