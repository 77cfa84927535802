"""The discards, suit by rank, and what an open table may show beside them; what a reminder table was told.

Law: nothing is counted here but what lies there. A key that the state doesn't hold shows nothing: a strict table's
page has no copies left, no card out of reach and no pace.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import RANKS, Suit
from web.reading import Page, lines_of, number_of, object_of, texts_of
from web.words import event_words


@dataclass(frozen=True, slots=True)
class Cell:
    """One card. `lying`: copies among the discards; `left`: copies unseen, None where the table doesn't tell;
    `is_lost`: it can't be played any more.
    """

    rank: int
    lying: int
    left: int | None
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Heap:
    """`rows`: a suit's letter, its name, its cards by rank; `lying`: how many cards lie there; `pace`: None where it
    says nothing; `outlook`: that nothing more can come, once that is so.
    """

    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    lying: int
    is_counted: bool
    pace: int | None
    outlook: str


def heap(page: Page) -> Heap:
    """The discards of a state, with what follows from the public cards where the table tells it."""
    discards, left, lost = object_of(page, "discards"), object_of(page, "left"), set(texts_of(page, "unreachable"))
    is_counted = "left" in page

    def cell(code: str, rank: int) -> Cell:
        unseen = (number_of(left, code) or 0) if is_counted else None
        return Cell(rank, number_of(discards, code) or 0, unseen, code in lost)

    rows = tuple(
        (letter, Suit(letter).english, tuple(cell(f"{letter}{rank}", rank) for rank in RANKS))
        for letter in object_of(page, "stacks")
    )
    lying = sum(one.lying for _, _, cells in rows for one in cells)
    return Heap(rows, lying, is_counted, number_of(page, "pace"), str(page.get("outlook") or ""))


def told(page: Page) -> tuple[str, ...]:
    """What the clues said, newest first; clues that nobody noted are left out."""
    names = texts_of(page, "names")
    noted = [line for line in lines_of(page, "told") if any(key in line for key in ("to", "colour", "rank"))]
    return tuple(event_words(line, names) for line in reversed(noted))
