"""A course of play as one line of text: `R1 clue -B3 ? undo`, for tests, log lines and bug reports.

    R1      play the red 1            ?      play a card that nobody could read
    -B3     discard the blue 3        -?     discard one
    !W4     misplay, so it is said    !?     misplay one
    clue    give a clue               undo   stop

Law: `read_script` and `write_script` are inverse for these; everything else has only its JSON line.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import Unreadable
from companion.rules.cards import parse_card, write_card
from companion.rules.commands import Command, Discard, GiveClue, Play, Stop, Undo
from companion.rules.diagram import adopted
from companion.rules.game import Game
from companion.rules.setup import Setup

_WORDS: dict[str, Command] = {"clue": GiveClue(), "undo": Undo(), "stop": Stop()}


def read_script(text: str) -> tuple[Command, ...]:
    """The commands of a line; Unreadable names the word that is none."""
    return tuple(_read_word(word) for word in text.split())


def write_script(commands: Iterable[Command]) -> str:
    """The line of these commands; Unreadable where one of them has no word."""
    return " ".join(map(_write_word, commands))


def played(setup: Setup, script: str = "", *, lying: str | None = None) -> Game:
    """The game after this script, begun with the table as the diagram `lying` says, or after the deal."""
    before = () if lying is None else (adopted(lying),)
    return Game.replay(setup, (*before, *read_script(script)))


def _read_word(word: str) -> Command:
    if word in _WORDS:
        return _WORDS[word]
    if word.startswith("-"):
        return Discard(parse_card(word[1:]))
    if word.startswith("!"):
        return Play(parse_card(word[1:]), misplay=True)
    return Play(parse_card(word))


def _write_word(command: Command) -> str:
    match command:
        case Play(card=card, misplay=misplay):
            return f"{'!' if misplay else ''}{write_card(card)}"
        case Discard(card=card):
            return f"-{write_card(card)}"
        case _:
            for word, meant in _WORDS.items():
                if command == meant:
                    return word
            raise Unreadable(f"{type(command).__name__} has no word in a script: write its JSON line.")
