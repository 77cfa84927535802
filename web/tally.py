"""The final-score calculator as a page: what the form asks, and what its answer says.

Law: a plain form, read with GET; it needs no script and no PIN, and changes nothing. What can't be is one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request

from companion.errors import Unreadable
from companion.rules.cards import RANKS, Suit
from companion.rules.editions import DEFAULT_EDITION, EDITIONS
from companion.rules.variants import VARIANTS
from companion.scoring import score_tops
from companion.sentences import joined, say
from web.answers import html

_ALWAYS = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE)
_TOPS = ("0", *map(str, RANKS))


@dataclass(frozen=True, slots=True)
class Asked:
    """What was chosen. `tops`: a suit's letter to what stands in the address for it, "" for a suit not played with."""

    tops: Mapping[str, str]
    edition: str
    variants: tuple[str, ...]
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Result:
    """`score` None where such a game has none; `say`: what is to be said instead of the score, or beside it."""

    score: int | None
    perfect: int
    rating: str
    say: str


def blueprint() -> Blueprint:
    """The calculator's page."""
    tally = Blueprint("tally", __name__)

    @tally.get("/score")
    def score() -> Response:
        asked, found, sorry = _asked(), None, ""
        try:
            found = result(asked) if request.args else None
        except Unreadable as why:
            sorry = str(why)
        return html(
            "score.html",
            400 if sorry else 200,
            asked=asked,
            found=found,
            sorry=sorry,
            suits=[(suit, suit in _ALWAYS) for suit in Suit],
            tops=_TOPS,
            editions=tuple(EDITIONS.values()),
            variants=tuple(VARIANTS.values()),
        )

    return tally


def result(asked: Asked) -> Result:
    """The score of these piles; Unreadable where they can't be."""
    for letter, top in asked.tops.items():
        if top and top not in _TOPS:
            raise Unreadable(
                say(
                    "{top!r} is no top of the {suit} pile: choose from 0 to 5.", top=top[:20], suit=Suit(letter).english
                )
            )
    tops = [f"{letter}{top}" for letter, top in asked.tops.items() if top]
    if asked.edition not in EDITIONS:
        raise Unreadable(
            say(
                "There is no edition {edition!r}: choose one of {choices}.",
                edition=asked.edition[:20],
                choices=", ".join(EDITIONS),
            )
        )
    found = score_tops(tops, asked.edition, asked.variants, lost=asked.is_lost)
    score, perfect = found["score"], found["perfect"]
    return Result(
        score=score if isinstance(score, int) else None,
        perfect=perfect if isinstance(perfect, int) else 0,
        rating=str(found["rating"] or ""),
        say=_say(asked, is_counted=score is not None),
    )


def _asked() -> Asked:
    tops = {suit.letter: request.args.get(suit.letter, "") or ("0" if suit in _ALWAYS else "") for suit in Suit}
    return Asked(
        tops=tops,
        edition=request.args.get("edition", DEFAULT_EDITION),
        variants=tuple(request.args.getlist("variant")),
        is_lost=bool(request.args.get("lost")),
    )


def _say(asked: Asked, *, is_counted: bool) -> str:
    if asked.is_lost:
        return say("Lost.") if is_counted else say("Lost: the game is not counted.")
    if not any(VARIANTS[name].plays_on for name in asked.variants):
        return ""
    complete = _is_complete(asked)
    won = say("Won: every firework is complete.") if complete else say("Not won: not every firework is complete.")
    return won if is_counted else joined([won, say("No points are counted.")])


def _is_complete(asked: Asked) -> bool:
    """Whether every suit that is played with stands at its last card: 5, and 1 where it is built downwards."""
    brought = [pile.suit.letter for name in asked.variants if (pile := VARIANTS[name].pile) is not None]
    last: Sequence[tuple[str, str]] = [(suit.letter, "1" if suit is Suit.BLACK else "5") for suit in Suit]
    return all(asked.tops[letter] == top for letter, top in last if asked.tops[letter] or letter in brought)
