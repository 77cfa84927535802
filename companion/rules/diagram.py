"""The table as it lies, as a line of text: what every test, log line and bug report starts from.

    R2 Y0 G5 B1 W0 / R1 R1 W3 / clues 5 fuses 1 deck 20 player 2

The tops of the piles, the discards in the order they fell, the counts. Law: what can be adopted is read again exactly;
`adopted(diagram(p))` puts a game where `p` stands, but for what only a course of play can tell (turns left, tiles):
that is on the whole line of a position, in `lines`. Seats count from 0, as in JSON.
"""

from __future__ import annotations

import re

from companion.errors import Unreadable
from companion.rules.cards import Card, Suit
from companion.rules.commands import Adopt
from companion.rules.position import Position

_TOP = re.compile(r"([A-Za-z])([0-5])")
_COUNTS = ("clues", "fuses", "deck", "player")


def diagram(position: Position) -> str:
    """The line of a position."""
    lying = Adopt(
        stacks=tuple(position.stacks.items()),
        discards=position.discards,
        clues=position.clues,
        fuses=position.fuses,
        deck=position.deck,
        player=position.player,
    )
    return write_adopt(lying)


def write_adopt(wish: Adopt) -> str:
    """The line of what is to be adopted; counts that say nothing are left out."""
    tops = " ".join(f"{suit.letter}{top}" for suit, top in wish.stacks) or "-"
    discards = " ".join(map(str, wish.discards)) or "-"
    told = {name: getattr(wish, name) for name in _COUNTS}
    return f"{tops} / {discards} / {' '.join(f'{name} {value}' for name, value in told.items() if value is not None)}"


def adopted(text: str) -> Adopt:
    """The command that lays the table as this line says; piles and counts may be left out."""
    parts = text.split("/")
    if len(parts) > 3:
        raise Unreadable("A position has three parts: tops / discards / counts.")
    tops, discards, counts = (*parts, "", "")[:3]
    numbers = _read_counts(counts)
    return Adopt(
        stacks=tuple(_read_top(word) for word in tops.split() if word != "-"),
        discards=tuple(Card.parse(word) for word in discards.split() if word != "-"),
        clues=numbers.get("clues"),
        fuses=numbers.get("fuses", 0),
        deck=numbers.get("deck"),
        player=numbers.get("player"),
    )


def _read_top(word: str) -> tuple[Suit, int]:
    found = _TOP.fullmatch(word)
    if found is None:
        raise Unreadable(f"{word!r} is no top of a pile: write the suit's letter and 0 to 5, like R3.")
    return Suit.parse(found[1]), int(found[2])


def _read_counts(text: str) -> dict[str, int]:
    words = text.split()
    names, values = words[::2], words[1::2]
    wrong = [name for name in names if name not in _COUNTS]
    if wrong or len(names) != len(values) or not all(value.isascii() and value.isdigit() for value in values):
        raise Unreadable(f"{text.strip()!r}: counts are written like clues 5 fuses 1 deck 20 player 2.")
    return dict(zip(names, map(int, values), strict=True))
