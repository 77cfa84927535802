"""The list of past games and the records, as the page says them.

Law: read off the lines that programs get, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.rules.editions import EDITIONS
from companion.sentences import Sentence, joined, say, say_number
from web.reading import number_of, texts_of
from web.words import isolated


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of the list. `when`: None where the clock wasn't set; `result`: large, a score or how it ended; `word`:
    the rating or what else is to be said; `is_brought`: it came from a file.
    """

    number: int
    when: datetime | None
    players: Sentence
    played: Sentence
    result: Sentence
    word: str
    length: Sentence
    is_on: bool
    is_brought: bool


@dataclass(frozen=True, slots=True)
class RecordRow:
    """What one group of players reached with these variants. `best`, `mean`: None where nothing was counted."""

    players: Sentence
    played: Sentence
    games: int
    best: int | None
    mean: float | None
    perfect: int


_ENDED = {
    "playing": say("not finished"),
    "won": say("won"),
    "lost": say("lost"),
    "finished": say("finished"),
    "exhausted": say("not won"),
    "stopped": say("stopped"),
}

VARIANTS_SHORT = {
    "rainbow": say("Rainbow"),
    "rainbow-short": say("Short rainbow"),
    "rainbow-wild": say("Wild rainbow"),
    "black": say("Black powder"),
    "no-final-round": say("No final round"),
    "expert": say("Expert"),
    "dazzling": say("Dazzling"),
}
"""What a variant is called where there is little room."""

BASE_GAME = say("Base game")


def game_row(line: Mapping[str, object]) -> GameRow:
    """A game's row, of its line."""
    status, score, is_on = str(line.get("status")), number_of(line, "score"), bool(line.get("on"))
    ended = say("on now") if is_on else _ENDED.get(status, say("not finished"))
    is_counted = score is not None and status != "playing"
    return GameRow(
        number=number_of(line, "game") or 0,
        when=when(line.get("begun")),
        players=players_words(texts_of(line, "players")),
        played=_played(str(line.get("edition")), texts_of(line, "variants")),
        result=say("{n} of {most}", n=score, most=line.get("perfect")) if is_counted else ended,
        word=_word(line, ended, is_counted=is_counted),
        length=_length(line),
        is_on=is_on,
        is_brought=bool(line.get("brought")),
    )


def record_row(line: Mapping[str, object]) -> RecordRow:
    """A group's row, of its line."""
    mean = line.get("mean")
    return RecordRow(
        players=players_words(texts_of(line, "players")),
        played=variants_words(texts_of(line, "variants")),
        games=number_of(line, "games") or 0,
        best=number_of(line, "best"),
        mean=mean if isinstance(mean, float) else None,
        perfect=number_of(line, "perfect") or 0,
    )


def players_words(names: Iterable[str]) -> Sentence:
    """Who played."""
    return joined((isolated(name) for name in names), ", ")


def variants_words(variants: Iterable[str]) -> Sentence:
    """What was played besides the base game."""
    named = [VARIANTS_SHORT[name] for name in variants if name in VARIANTS_SHORT]
    return joined(named, " + ") if named else BASE_GAME


def when(begun: object) -> datetime | None:
    """Wall seconds as the time of this place."""
    return datetime.fromtimestamp(begun) if isinstance(begun, (int, float)) else None


def _played(edition: str, variants: list[str]) -> Sentence:
    title = EDITIONS[edition].title if edition in EDITIONS else say("unknown edition")
    return joined([title, variants_words(variants)], " · ") if variants else joined([title])


def _word(line: Mapping[str, object], ended: Sentence, *, is_counted: bool) -> str:
    points = number_of(line, "points") or 0
    if is_counted:
        return str(line.get("rating") or ended)
    if line.get("status") != "playing":
        return say_number("{n} point", "{n} points", points)
    return say_number("{n} point so far", "{n} points so far", points)


def _length(line: Mapping[str, object]) -> Sentence:
    """Turns taken, and minutes where the clock was set."""
    turns = say_number("{n} turn", "{n} turns", number_of(line, "actions") or 0)
    seconds = number_of(line, "seconds")
    if seconds is None:
        return turns
    return say("{turns}, {minutes} min", turns=turns, minutes=max(1, round(seconds / 60)))
