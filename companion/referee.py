"""Public actions in, the state after each out: the rules at the command line, without a table.

Law: strict. A line that can't be read stops the run with its number; an action that is refused leaves the state as it
was, is told with its reason, and the run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from companion.errors import Refused, Unreadable, UnreadableLine
from companion.jsontext import read_json
from companion.rules.agreement import read_setup
from companion.rules.commands import Command
from companion.rules.fields import Fields
from companion.rules.game import Game
from companion.rules.notation import read_command
from companion.rules.setup import Setup
from companion.rules.sheet import is_sheet, sheet_lines
from companion.saying import say, say_refused
from companion.snapshot import refused_line, state_line

NO_SETUP = 'A game begins with its setup: {"setup": {"players": 3}}.'


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
    """The game after each line, and why that line was refused (None where it was accepted). Blank lines are skipped.

    A page of text (`companion.rules.sheet`) is read too, each of its words like a line.
    """
    game: Game | None = None
    number = 0
    for number, told in numbered(lines):
        if isinstance(told, Setup):
            game, refusal = Game.new(told), None
        elif game is None:
            raise UnreadableLine(number, NO_SETUP)
        else:
            game, refusal = _handled(game, told)
        yield game, refusal
    if game is None:
        raise UnreadableLine(number + 1, NO_SETUP)


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, Setup | Command]]:
    """What the lines tell, each with its number; the first that isn't blank says in which way."""
    number = 0
    pairs = enumerate(lines, start=1)
    for number, first in pairs:
        if first.strip():
            rest = chain([(number, first)], pairs)
            yield from sheet_lines(rest) if is_sheet(first) else _json_lines(rest)
            return
    raise UnreadableLine(number + 1, NO_SETUP)


def _json_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Setup | Command]]:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield number, read_line(line)
        except Unreadable as why:
            raise UnreadableLine(number, str(why)) from why


def read_line(line: str) -> Setup | Command:
    """One line of JSON: a setup or an action. Unreadable where it is none."""
    value = read_json(line)
    if not (isinstance(value, dict) and "setup" in value):
        return read_command(value)
    fields = Fields.of(value, "a setup line")
    setup = read_setup(fields.take("setup", dict))
    fields.refuse_others()
    return setup


def _handled(game: Game, command: Command) -> tuple[Game, str | None]:
    try:
        return game.handle(command), None
    except Refused as why:
        return game, str(why)
