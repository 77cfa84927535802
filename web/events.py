"""What happened, newest first: each line of the history as a sentence, and what of it can be mended.

Law: a line says what it was and is told by its number, as `correct` wants it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import UNKNOWN
from web.reading import Page, lines_of, number_of, texts_of
from web.words import UNREAD, event_words

_LAID = ("play", "discard")
_NOT_NAMED = "a card without a name"


@dataclass(frozen=True, slots=True)
class Event:
    """`n`: its number in the history; `is_card`: it laid a card, which can be mended; `is_unread`: that has no name."""

    n: int
    say: str
    is_card: bool
    is_unread: bool
    was: str


def events(page: Page, *, by_hand: bool = False) -> tuple[Event, ...]:
    """The history of a state, newest first.

    `by_hand`: nobody reads cards here, so one without a name is no wonder.
    """
    names, unread = texts_of(page, "names"), _NOT_NAMED if by_hand else UNREAD
    return tuple(_event(line, names, unread) for line in reversed(lines_of(page, "history")))


def _event(line: Mapping[str, object], names: list[str], unread: str) -> Event:
    do = str(line.get("do"))
    is_card = do in _LAID
    return Event(
        n=number_of(line, "n") or 0,
        say=event_words(line, names, unread),
        is_card=is_card,
        is_unread=is_card and line.get("card") == UNKNOWN,
        was=str(line.get("as") or do),
    )
