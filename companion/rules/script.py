"""A course of play as one line of text: `R1 clue -B3 ? undo`, for tests, log lines and bug reports.

Law: `read_script` and `write_script` are inverse; what each word means, `words` says. Line numbers (`12.`) and what
stands behind a `#` are for people and not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.rules.commands import Command
from companion.rules.diagram import adopted
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.rules.words import read_word, write_word

_WORD = re.compile(r"\[[^\]]*\]|\S+")
_LABEL = re.compile(r"[0-9]+\.")


def read_script(text: str) -> tuple[Command, ...]:
    """The commands of a text of one line or more; Unreadable names the word that is none."""
    bare = " ".join(line.partition("#")[0] for line in text.splitlines())
    return tuple(read_word(word) for word in _WORD.findall(bare) if not _LABEL.fullmatch(word))


def write_script(commands: Iterable[Command]) -> str:
    """The line of these commands."""
    return " ".join(map(write_word, commands))


def played(setup: Setup, script: str = "", *, lying: str | None = None) -> Game:
    """The game after this script, begun with the table as the diagram `lying` says, or after the deal."""
    before = () if lying is None else (adopted(lying),)
    return Game.replay(setup, (*before, *read_script(script)))
