"""The printed boxes, as data: words, defaults and ratings in which they differ.

Law: the engine never asks which edition it is; it asks for the value. Words are written as `say("...")`, tokens with
their plural as `say_number("Clock", "Clocks", 1)`: so they are collected for the other languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Suit
from companion.rules.options import DiscardAtFull, Loss
from companion.sentences import Sentence, say, say_number

_MOST_COLOURFUL = say("whoever wears the most colourful clothes")
_CLOCK = say_number("Clock", "Clocks", 1)
_BLUE = say_number("blue token", "blue tokens", 1)
_CLOCKS = say("8 blue clocks")
_STACK = say("4 black fuses in a stack, the explosion at the bottom")
_IN_THE_LID = say("8 blue tokens in the box's lid")
_RR_WORDS = (
    say("horrible"),
    say("mediocre"),
    say("honourable attempt"),
    say("excellent"),
    say("amazing"),
    say("legendary"),
)


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed box.

    `clue_token`, `fuse_token`: what its tokens are called; `clues_look`, `fuses_look`: what lies in the box. `starter`:
    who begins, None where it doesn't say.
    `ratings`: words for 0-5, 6-10, 11-15, 16-20, 21-24 and the perfect score. `unnamed`: suits that no clue may name.
    """

    id: str
    title: Sentence
    clue_token: Sentence
    fuse_token: Sentence
    clues_look: Sentence
    fuses_look: Sentence
    starter: Sentence | None
    ratings: tuple[Sentence, Sentence, Sentence, Sentence, Sentence, Sentence] = _RR_WORDS
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
            say("Notes and storms"),
            say_number("Note", "Notes", 1),
            say_number("Storm", "Storms", 1),
            say("8 notes and one to spare"),
            say("3 storms in a row that flip"),
            say("the oldest player"),
            ratings=(say("booed"), say("poor"), say("OK"), say("good"), say("very good"), say("legendary")),
            zero_clue=True,
            loss=Loss.ZERO,
        ),
        Edition(
            "rr2013", say("R&R Games, 2013"), _CLOCK, say_number("Fuse", "Fuses", 1), _CLOCKS, _STACK, _MOST_COLOURFUL
        ),
        Edition(
            "giant",
            say("Giant Fireworks"),
            _CLOCK,
            say_number("error tile", "error tiles", 1),
            _CLOCKS,
            say("3 error tiles that flip"),
            _MOST_COLOURFUL,
            unnamed=frozenset({Suit.RAINBOW}),
        ),
        Edition(
            "ro",
            say("Romanian leaflet"),
            _BLUE,
            say_number("red token", "red tokens", 1),
            _IN_THE_LID,
            say("3 red tokens"),
            None,
        ),
        Edition(
            "aid",
            say("Player aid"),
            _BLUE,
            say_number("fuse", "fuses", 1),
            say("8 blue tokens"),
            say("4 fuses, the explosion last"),
            None,
        ),
    )
}
