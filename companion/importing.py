"""A game that was exported, read back: the contract's lines, or a page of text.

Law: our rules referee it on the way in. What can't be read or isn't allowed is one sentence that names the line, and
nothing is kept then.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import Refused, Unreadable, UnreadableLine
from companion.journal.past import PastGame
from companion.journal.rows import BEFORE_2025
from companion.referee import NO_SETUP, numbered
from companion.rules.commands import Command, GiveClue
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.sentences import say

MOST_BYTES = 1_000_000
TOO_LARGE = say("That file is larger than any game: choose one that was exported as text or JSON.")
MOST_LINES = 500
_DATE = re.compile(r"# game [0-9]{1,9}, ([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2})")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game out of a file. `begun`: wall seconds, None where the file doesn't say it."""

    game: Game
    begun: float | None


def read_game(data: bytes) -> ReadGame:
    """The game that a file holds; Unreadable with a sentence where it holds none, or more than one."""
    if len(data) > MOST_BYTES:
        raise Unreadable(TOO_LARGE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        raise Unreadable(say("That file is no text: choose a game that was exported as text or JSON.")) from why
    lines = text.splitlines()
    game = _refereed(lines)
    if not game.history:
        raise Unreadable(say("Nothing was played in that game, so there is nothing to keep."))
    return ReadGame(game, _begun(lines))


def same_game(games: Iterable[PastGame], game: Game) -> int | None:
    """The number of the kept game that is this one, None where there is none. What clues said is not compared: an
    export leaves it out while a game is on.
    """
    return next((past.number for past in games if _bare(past.game) == _bare(game)), None)


def _refereed(lines: list[str]) -> Game:
    game: Game | None = None
    for number, told in numbered(lines):
        if isinstance(told, Setup):
            if game is not None:
                raise UnreadableLine(number, say("Another game begins here: bring in one game at a time."))
            game = Game.new(told)
        elif game is None:
            raise UnreadableLine(number, NO_SETUP)
        else:
            game = _handled(game, number, told)
    if game is None:
        raise UnreadableLine(1, NO_SETUP)
    return game


def _handled(game: Game, number: int, command: Command) -> Game:
    if len(game.log) >= MOST_LINES:
        raise UnreadableLine(number, say("No game is that long."))
    try:
        return game.handle(command)
    except Refused as why:
        raise UnreadableLine(number, str(why)) from why


def _begun(lines: list[str]) -> float | None:
    """When the game was begun, as the page's first line tells it in the time of this place."""
    found = _DATE.fullmatch(lines[0])
    try:
        at = None if found is None else time.mktime(time.strptime(found[1], "%Y-%m-%d %H:%M"))
    except (ValueError, OverflowError):
        return None
    return at if at is not None and at >= BEFORE_2025 else None


def _bare(game: Game) -> tuple[Setup, tuple[Command, ...]]:
    log = tuple(GiveClue() if isinstance(command, GiveClue) else command for command in game.log)
    return game.setup, log
