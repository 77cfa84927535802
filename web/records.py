"""The list of past games and the records, as the page says them.

Law: read off the lines that programs get, and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.editions import EDITIONS
from companion.rules.variants import VARIANTS
from web.reading import number_of, texts_of
from web.words import count, isolated


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of the list. `result`: large, a score or how it ended; `word`: the rating or what else is to be said."""

    number: int
    when: str
    players: str
    played: str
    result: str
    word: str
    length: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class RecordRow:
    """What one group of players reached with these variants. `best`, `mean`: a dash where nothing was counted."""

    players: str
    played: str
    games: str
    best: str
    mean: str
    perfect: str


_ENDED = {
    "playing": "not finished",
    "won": "won",
    "lost": "lost",
    "finished": "finished",
    "exhausted": "not won",
    "stopped": "stopped",
}


def game_row(line: Mapping[str, object]) -> GameRow:
    """A game's row, of its line."""
    status, score, is_on = str(line.get("status")), number_of(line, "score"), bool(line.get("on"))
    ended = "on now" if is_on else _ENDED.get(status, status)
    is_counted = score is not None and status != "playing"
    return GameRow(
        number=number_of(line, "game") or 0,
        when=_when(line.get("begun")),
        players=", ".join(isolated(name) for name in texts_of(line, "players")),
        played=_played(EDITIONS.get(str(line.get("edition"))), texts_of(line, "variants")),
        result=f"{score} of {line.get('perfect')}" if is_counted else ended,
        word=_word(line, ended, is_counted=is_counted),
        length=_length(line),
        is_on=is_on,
    )


def record_row(line: Mapping[str, object]) -> RecordRow:
    """A group's row, of its line."""
    mean = line.get("mean")
    return RecordRow(
        players=", ".join(isolated(name) for name in texts_of(line, "players")),
        played=_variants(texts_of(line, "variants")) or "Base game",
        games=str(line.get("games")),
        best=_or_dash(line.get("best")),
        mean=f"{mean:.1f}" if isinstance(mean, (int, float)) else "–",
        perfect=str(line.get("perfect")),
    )


def _or_dash(value: object) -> str:
    return "–" if value is None else str(value)


def _when(begun: object) -> str:
    if not isinstance(begun, (int, float)):
        return "the clock wasn’t set"
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(begun))


def _played(edition: object, variants: list[str]) -> str:
    title = getattr(edition, "title", "unknown edition")
    return f"{title} · {_variants(variants)}" if variants else str(title)


def _variants(variants: list[str]) -> str:
    """The variants' titles up to what explains them."""
    titles = [VARIANTS[name].title for name in variants if name in VARIANTS]
    return " + ".join(title.partition(":")[0].partition(",")[0] for title in titles)


def _word(line: Mapping[str, object], ended: str, *, is_counted: bool) -> str:
    points = number_of(line, "points") or 0
    if is_counted:
        return str(line.get("rating") or ended)
    return count(points, "point") if line.get("status") != "playing" else f"{count(points, 'point')} so far"


def _length(line: Mapping[str, object]) -> str:
    """Turns taken, and minutes where the clock was set."""
    turns, seconds = count(number_of(line, "actions") or 0, "turn"), number_of(line, "seconds")
    return turns if seconds is None else f"{turns}, {max(1, round(seconds / 60))} min"
