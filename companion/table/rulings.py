"""What the umpire decides: the closed set of rulings that the driver carries out or tells.

Law: only a `Do` changes the game, and every `Do` is one that the rules accept in the position it was given for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from companion.rules.commands import Command
from companion.sight.reading import UNREAD, Reading

Meaning = Literal["play", "misplay", "discard", "none"]
"""What an answer may say that a card was; `none`: it was no action at all."""

YES = "yes"
"""The guess of a question that asks for yes or no; no is the meaning `none`."""

What = Literal["count-mismatch", "unknown-object"]
"""The alarms of the contract that can come from the table (the others come from the camera)."""


class Kind(Enum):
    """What a question is about."""

    UNREAD = "unread"  # a card counts as `?`: which is it?
    IMPOSSIBLE = "impossible"  # clearly read, yet all its copies are accounted for
    BLOCKED = "blocked"  # clearly read, but what it means hangs on another `?`
    TWIN = "twin"  # the same face as a misplay that is gone from the table: laid again, or another copy?
    FULL = "full"  # a discard with every clue available: a clue nobody pressed, or a misplay?
    LAST_FUSE = "last-fuse"  # a misplay that would lose the game, not counted until somebody says so
    FUSE_FITS = "fuse-fits"  # FUSE was pressed for a card that fits
    MOVED = "moved"  # the card last laid lies in the other zone now
    TAKEN_BACK = "taken-back"  # the card last laid is gone
    FORGOTTEN = "forgotten"  # an arm from another seat's side laid the card: a clue that nobody pressed?
    CLUE_FIRST = "clue-first"  # CLUE came right after the card, and it matters which was first


YES_OR_NO = (Kind.FORGOTTEN, Kind.CLUE_FIRST)
"""Questions that are answered by `yes` or `none`."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only the players know.

    `guesses`: card codes, meanings or `yes` with their probabilities, best first; OK takes the first.
    `as_`: the meanings an answer may give. `event`: the number of the history entry that the answer mends,
    None while nothing has been counted. `at`: of the card or press that raised it. `reading`: what was seen of it.
    """

    id: int
    kind: Kind
    guesses: tuple[tuple[str, float], ...]
    as_: tuple[Meaning, ...]
    card_id: int
    say: str
    at: float
    event: int | None = None
    reading: Reading = UNREAD

    @property
    def cards(self) -> tuple[tuple[str, float], ...]:
        """Which card it may be: what was read of it, whatever is asked about it."""
        return tuple((str(card), share) for card, share in self.reading.guesses)


@dataclass(frozen=True, slots=True)
class Do:
    """Carry the command out. `at`: when the hand left or the button went down. `card_id`: the card it tells of."""

    command: Command
    at: float
    card_id: int | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A question is open; one with the id of an open question takes its place (new guesses, a new event number)."""

    question: Question


@dataclass(frozen=True, slots=True)
class Settle:
    """The question is no longer open: answered or overtaken."""

    question_id: int


@dataclass(frozen=True, slots=True)
class Warn:
    """Table and game differ, and the umpire asserts nothing about it. `card_id`: the card it is about, if any."""

    what: What
    say: str
    at: float
    card_id: int | None = None


@dataclass(frozen=True, slots=True)
class Calm:
    """What was warned of is over: the card is back. Names the warning by its `what` and `card_id`."""

    what: What
    at: float
    card_id: int | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """A press or answer that changes nothing, and why: lamps blink, phones show the sentence."""

    say: str
    at: float


Ruling = Do | Ask | Settle | Warn | Calm | Decline
