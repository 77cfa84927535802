"""What happened on the mat, in the tracker's words: the messages that the umpire hears.

Law: one physical arrival is one `Laid`, however long the card lies there; its `card_id` stays with it
wherever it is pushed. Times are monotonic seconds; `left_at` is when the hand had left that place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.sight.reading import Reading


class Zone(Enum):
    """The parts of the mat that a card can lie in."""

    FIREWORKS = "fireworks"
    DISCARDS = "discards"
    DECK = "deck"
    ELSEWHERE = "elsewhere"


class Button(Enum):
    """The four buttons of the panel, and of the page for tables without one."""

    CLUE = "clue"
    FUSE = "fuse"
    UNDO = "undo"
    OK = "ok"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card came to lie. `covers`: ids of the lying cards that it covers at least a third of. `arm`: from where the
    arm came that laid it, in degrees clockwise round the mat, 0 the near side; None where that can't be told."""

    card_id: int
    reading: Reading
    zone: Zone
    left_at: float
    covers: tuple[int, ...] = ()
    arm: float | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A card laid earlier, unread then, has now been read clearly."""

    card_id: int
    reading: Reading
    at: float


@dataclass(frozen=True, slots=True)
class Moved:
    """A lying card now lies in another zone (moves inside a zone are not told)."""

    card_id: int
    zone: Zone
    left_at: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """A lying card is gone from the mat."""

    card_id: int
    left_at: float


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A question was answered: `card` code or None, `as_` one of play, misplay, discard, none, or None if not said."""

    question: int
    card: str | None
    as_: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Waited:
    """Time has passed. `unsettled_since`: since when some place has been changing, None where all lies still."""

    at: float
    unsettled_since: float | None = None


Heard = Laid | Named | Moved | Lifted | Pressed | Answered | Waited
