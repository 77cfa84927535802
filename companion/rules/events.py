"""What has happened, in the past tense. The class names are the names told to the outside.

Law: events are facts; `evolve` never refuses one.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Card, Suit
from companion.rules.commands import Command, Tile


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins in the middle, as it lies. `heights`: cards on each pile, in the setup's order of piles."""

    heights: tuple[int, ...]
    discards: tuple[Card, ...]
    clues: int
    fuses: int
    deck: int
    player: int


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue, with what is known of it."""

    player: int
    to: int | None = None
    colour: Suit | None = None
    rank: int | None = None
    touched: int | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card stays on its pile (or, unread, somewhere). `draws`: a card was drawn for it."""

    player: int
    card: Card | None
    draws: bool = False


@dataclass(frozen=True, slots=True)
class CardMisplayed:
    """A card didn't fit: a fuse went. `draws`: a card was drawn for it."""

    player: int
    card: Card | None
    draws: bool = False


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card went to the discards. `draws`: a card was drawn for it."""

    player: int
    card: Card | None
    draws: bool = False


@dataclass(frozen=True, slots=True)
class SuitCompleted:
    """The last card of a pile was laid."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class TokenReturned:
    """One clue token came back."""


@dataclass(frozen=True, slots=True)
class BonusApplied:
    """A bonus tile was used."""

    tile: Tile
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class FinalRoundBegan:
    """The pile is empty; so many turns are left."""

    turns: int


@dataclass(frozen=True, slots=True)
class DeckCounted:
    """The pile was counted."""

    count: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The turn is at `player`; those passed over gave `clues` clues and used `turns` turns."""

    player: int
    turns: int
    clues: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """This command no longer stands."""

    command: Command


@dataclass(frozen=True, slots=True)
class Corrected:
    """Number `event` of the history was mended."""

    event: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """Every pile is complete."""


@dataclass(frozen=True, slots=True)
class GameLost:
    """The third fuse went, or a card that was still needed."""


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The final round is over; points are counted."""


@dataclass(frozen=True, slots=True)
class GameExhausted:
    """Nobody can act any more."""


@dataclass(frozen=True, slots=True)
class GameStopped:
    """The table ended it without a score."""


Ending = GameWon | GameLost | GameFinished | GameExhausted | GameStopped
Laid = CardPlayed | CardMisplayed | CardDiscarded
Fact = (
    GameStarted
    | ClueGiven
    | Laid
    | SuitCompleted
    | TokenReturned
    | BonusApplied
    | FinalRoundBegan
    | DeckCounted
    | TurnPassed
    | Ending
)
Event = Fact | TakenBack | Corrected
