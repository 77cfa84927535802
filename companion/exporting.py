"""A past game as text for others to read: a page, the contract's lines, or a table with one row an action.

Law: what `text` and `json` write, `companion referee` reads, and comes to the same end. While a game is on, what its
clues said is left out, except at a reminder table.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable
from enum import Enum
from typing import assert_never

from companion.history import tells_clues, timeline
from companion.journal.past import PastGame
from companion.rules.agreement import write_setup
from companion.rules.commands import Command, GiveClue
from companion.rules.game import Game
from companion.rules.notation import write_command
from companion.rules.sheet import write_sheet
from companion.saying import say_standing


class Format(Enum):
    """What a game can be written as."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


MEDIA_TYPES = {Format.TEXT: "text/plain", Format.JSON: "application/x-ndjson", Format.CSV: "text/csv"}
"""As what the page sends them, all in UTF-8."""

COLUMNS = (
    *("n", "player", "name", "do", "card", "as", "to", "colour", "rank", "touched", "tile", "count"),
    *("points", "clues", "fuses", "deck", "final_turns", "status"),
)
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def exported(past: PastGame, form: Format, clock: Callable[[float], time.struct_time] = time.localtime) -> str:
    """The game in this form, its last line ended too. `clock`: wall seconds to the date that is written."""
    match form:
        case Format.TEXT:
            return _text(past, clock)
        case Format.JSON:
            return _json(past)
        case Format.CSV:
            return _csv(past)
        case _:
            assert_never(form)


def _text(past: PastGame, clock: Callable[[float], time.struct_time]) -> str:
    when = "" if past.begun is None else f", {time.strftime('%Y-%m-%d %H:%M', clock(past.begun))}"
    standing = say_standing(past.game.position)
    return f"# game {past.number}{when}\n{write_sheet(_tellable(past.game))}# {standing}\n"


def _json(past: PastGame) -> str:
    game = _tellable(past.game)
    lines = [{"setup": write_setup(game.setup)}, *map(write_command, game.log)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _csv(past: PastGame) -> str:
    """A row an action, as `RFC 4180` has it; seats from 0, as in JSON."""
    setup = past.game.setup
    written = io.StringIO()
    rows = csv.DictWriter(written, COLUMNS, extrasaction="ignore")
    rows.writeheader()
    for line in timeline(past.game)[1:]:
        seat = line["player"]
        name = setup.name(seat) if isinstance(seat, int) else ""
        rows.writerow({key: _cell(value) for key, value in (line | {"name": name}).items()})
    return written.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet would take for a formula stands behind an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_STARTS_A_FORMULA) else value


def _tellable(game: Game) -> Game:
    """The game without what its clues said, where that may not be told."""
    return game if tells_clues(game) else Game.replay(game.setup, map(_bare, game.log))


def _bare(command: Command) -> Command:
    return GiveClue() if isinstance(command, GiveClue) else command
