"""What somebody wishes to happen, in the imperative. A wish may be refused; nothing has happened yet.

Law: in a command `None` for a card means a card that nobody could read or name yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.cards import Card, Suit


class Tile(Enum):
    """The bonus tiles that the sources name, and any other."""

    CLUE = "clue"
    FUSE = "fuse"
    COLOUR = "colour"
    RANK = "rank"
    RETURN = "return"
    RESCUE = "rescue"
    OTHER = "other"


class As(Enum):
    """What a laid card was."""

    PLAY = "play"
    MISPLAY = "misplay"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class GiveClue:
    """A clue was given. What it said is optional: the base companion needs only *that*."""

    to: int | None = None
    colour: Suit | None = None
    rank: int | None = None
    touched: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card. `misplay`: somebody says that it didn't fit; needed where the card is not known."""

    card: Card | None
    misplay: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Use the tile that was turned up; `card` for `RETURN` and `RESCUE`."""

    tile: Tile
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CountDeck:
    """The draw pile really holds `count` cards."""

    count: int


@dataclass(frozen=True, slots=True)
class PassTurn:
    """It is really this seat's turn: who was passed over gave clues that nobody pressed."""

    player: int


@dataclass(frozen=True, slots=True)
class Adopt:
    """Begin in the middle, with the position as it lies. None: as it follows from the rest, or as at the start."""

    stacks: tuple[tuple[Suit, int], ...] = ()
    discards: tuple[Card, ...] = ()
    clues: int | None = None
    fuses: int = 0
    deck: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game without a score."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last accepted wish that isn't itself an undo."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Mend what stands as number `event` of the history: its card, what it was, or both.

    `after_clue`: a clue that nobody pressed came before it; the replay puts it there.
    """

    event: int
    card: Card | None = None
    as_: As | None = None
    after_clue: bool = False


Move = GiveClue | Play | Discard | Bonus | CountDeck | PassTurn | Adopt | Stop
Command = Move | Undo | Correct
