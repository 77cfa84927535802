"""What an open table may show beside what lies there, and what a reminder table was told.

Law: nothing is counted here. A key that the state doesn't hold shows nothing: a strict table's page has none of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import RANKS, Suit
from web.reading import Page, lines_of, number_of, object_of, texts_of
from web.words import event_words


@dataclass(frozen=True, slots=True)
class Cell:
    """One card. `left`: copies unseen; `is_lost`: it can't be played any more."""

    rank: int
    left: int
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """`rows`: a suit's letter, its name, its cards by rank; `pace`: None where it says nothing."""

    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    pace: int | None


def counted(page: Page) -> Counted | None:
    """What follows from the public cards; None where the table doesn't tell it."""
    if "left" not in page:
        return None
    left, lost = object_of(page, "left"), set(texts_of(page, "unreachable"))
    rows = []
    for letter in object_of(page, "stacks"):
        codes = [(rank, f"{letter}{rank}") for rank in RANKS]
        cells = tuple(Cell(rank, number_of(left, code) or 0, code in lost) for rank, code in codes)
        rows.append((letter, Suit(letter).english, cells))
    return Counted(tuple(rows), number_of(page, "pace"))


def told(page: Page) -> tuple[str, ...]:
    """What the clues said, newest first; clues that nobody noted are left out."""
    names = texts_of(page, "names")
    noted = [line for line in lines_of(page, "told") if any(key in line for key in ("to", "colour", "rank"))]
    return tuple(event_words(line, names) for line in reversed(noted))
