"""Public actions in, the state after each out: the rules at the command line, without a table.

Law: strict. A line that can't be read stops the run with its number; an action that is refused leaves the state as it
was, is told with its reason, and the run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from companion.errors import Refused, Unreadable, UnreadableLine
from companion.jsontext import read_json
from companion.rules.agreement import read_setup
from companion.rules.fields import Fields
from companion.rules.game import Game
from companion.rules.notation import read_command
from companion.saying import say, say_refused
from companion.snapshot import refused_line, state_line

_NO_SETUP = 'A game begins with its setup: {"setup": {"players": 3}}.'


def run_referee(lines: Iterable[str], write: Callable[[str], None], *, as_json: bool) -> int:
    """Answer every line with one of JSON or a sentence; 0 done, 1 where something was refused, else UnreadableLine."""
    status = 0
    for game, refusal in referee(lines):
        if as_json:
            write(json.dumps(state_line(game) if refusal is None else refused_line(game, refusal)))
        else:
            write(say(game) if refusal is None else say_refused(game, refusal))
        status = status if refusal is None else 1
    return status


def referee(lines: Iterable[str]) -> Iterator[tuple[Game, str | None]]:
    """The game after each line, and why that line was refused (None where it was accepted). Blank lines are skipped."""
    game: Game | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            game, refusal = answered(game, line)
        except Unreadable as why:
            raise UnreadableLine(number, str(why)) from why
        yield game, refusal
    if game is None:
        raise UnreadableLine(number + 1, _NO_SETUP)


def answered(game: Game | None, line: str) -> tuple[Game, str | None]:
    """One line: a new game, the game after an action, or the same game and why not. Unreadable where it is no line."""
    value = read_json(line)
    if isinstance(value, dict) and "setup" in value:
        fields = Fields.of(value, "a setup line")
        setup = read_setup(fields.take("setup", dict))
        fields.refuse_others()
        return Game.new(setup), None
    command = read_command(value)
    if game is None:
        raise Unreadable(_NO_SETUP)
    try:
        return game.handle(command), None
    except Refused as why:
        return game, str(why)
