"""A game as one page of text: its setup, then every accepted line, a round of the table a line.

    game rr2013 ["Ann", "Bo", "Cy"] rainbow
      1. R1 clue:R>2=1 -B3
      4. R2 undo Y1

Law: `read_sheet(write_sheet(game))` gives its setup and log back. A number (`4.`) is the next event's, as `correct`
counts them; what stands behind a `#` is for people. Neither is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.errors import Unreadable, UnreadableLine
from companion.rules.commands import Command
from companion.rules.game import Game
from companion.rules.lines import read_setup_line, write_setup_line
from companion.rules.script import read_script
from companion.rules.setup import Setup
from companion.rules.words import write_word

BEGINS = "game "


def write_sheet(game: Game) -> str:
    """The page of a game, its last line ended too."""
    lines = [BEGINS + write_setup_line(game.setup)]
    shown = Game.new(game.setup)
    for number, command in enumerate(game.log):
        if number % game.setup.players == 0:
            lines.append(f"{len(shown.history) + 1:3}.")
        lines[-1] += f" {write_word(command)}"
        shown = shown.handle(command)
    return "\n".join(lines) + "\n"


def read_sheet(text: str) -> tuple[Setup, tuple[Command, ...]]:
    """The setup and the log of a page with one game. Unreadable, or UnreadableLine which names the line, otherwise."""
    told = [one for _, one in sheet_lines(enumerate(text.splitlines(), start=1))]
    setups = [one for one in told if isinstance(one, Setup)]
    if len(setups) != 1 or told[0] is not setups[0]:
        raise Unreadable("A page holds one game and begins with its setup, like: game rr2013 3.")
    return setups[0], tuple(one for one in told if not isinstance(one, Setup))


def is_sheet(line: str) -> bool:
    """Whether a text that begins with this line is a page of text, and no JSON line."""
    return line.lstrip().startswith(("#", BEGINS))


def sheet_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Setup | Command]]:
    """What the words of these numbered lines tell, each with its line's number; UnreadableLine otherwise."""
    for number, line in lines:
        try:
            if line.startswith(BEGINS):
                yield number, read_setup_line(line.removeprefix(BEGINS))
            else:
                yield from ((number, command) for command in read_script(line))
        except Unreadable as why:
            raise UnreadableLine(number, str(why)) from why
