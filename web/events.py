"""What happened, newest first: each line of the history as a sentence, and what of it can be mended.

Law: a line says what it was and is told by its number, as `correct` wants it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import UNKNOWN
from companion.sentences import Sentence, say
from web.reading import Page, lines_of, number_of, object_of, texts_of
from web.words import UNREAD, event_words, face_of

_LAID = ("play", "discard")
_NOT_NAMED = say("a card without a name")
_NOTED = ("to", "colour", "rank", "touched")


@dataclass(frozen=True, slots=True)
class Event:
    """`n`: its number in the history; `do`: what it was; `is_card`: it laid a card, which can be mended; `is_unread`:
    that has no name; `letter` and `rank`: of the card, else empty and 0; `picture`: its address, if there is one.
    """

    n: int
    do: str
    player: int
    say: str
    is_card: bool
    is_unread: bool
    letter: str
    rank: int
    picture: str | None


def events(page: Page, *, by_hand: bool = False) -> tuple[Event, ...]:
    """The history of a state, newest first.

    `by_hand`: nobody reads cards here, so one without a name is no wonder.
    """
    lines = reversed(lines_of(page, "history"))
    return tuple(_event(page, line, _NOT_NAMED if by_hand else UNREAD) for line in lines)


def unsaid(page: Page) -> Event | None:
    """The last clue, where this table notes what clues say and nobody has noted it yet."""
    history = lines_of(page, "history")
    if page.get("talk") != "reminder" or not history or history[-1].get("do") != "clue":
        return None
    return None if any(key in history[-1] for key in _NOTED) else _event(page, history[-1], UNREAD)


def picture_of(value: object) -> str | None:
    """An address on this table; anything else is none."""
    return value if isinstance(value, str) and value.startswith("/") and not value.startswith("//") else None


def _event(page: Page, line: Mapping[str, object], unread: Sentence) -> Event:
    do, n, face = str(line.get("do")), number_of(line, "n") or 0, face_of(line.get("card"))
    is_card = do in _LAID
    return Event(
        n=n,
        do=str(line.get("as") or do),
        player=number_of(line, "player") or 0,
        say=event_words(line, texts_of(page, "names"), unread),
        is_card=is_card,
        is_unread=is_card and line.get("card") == UNKNOWN,
        letter=face.suit.letter if face else "",
        rank=face.rank if face else 0,
        picture=picture_of(object_of(page, "pictures").get(str(n))),
    )
