"""What may be posted to the table's inbox: the only way in which any thread but its own changes anything.

Law: messages are small, frozen and past pixels; a wish carries its reply, so that who wished can wait for the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from companion.rules.commands import Command, GiveClue
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.sight.sighting import Seen
from companion.snapshot import Snapshot
from companion.table.layout import Area
from companion.table.placements import Button, Zone


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The eyes looked at one frame."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button of the panel went down. `at`: monotonic seconds; `held`: it was held for three seconds."""

    button: Button
    at: float
    held: bool = False


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed, though nothing else happened."""

    at: float


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How a device is: `which` camera or panel, or what of the machine may be amiss (power, safe-mode); `state` up,
    down, pretend; `say`: a sentence with the mend where it is down."""

    which: str
    state: str
    say: str
    at: float


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody at a phone wants something done; `reply` gets the new snapshot, or Refused or Unreadable as its
    exception."""

    wanted: Command | NewGame | Answer | Press | Said | Rezone | Forget | Bring
    at: float
    reply: Future[Snapshot] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game is to begin; refused while one is on, unless `even_if_playing`."""

    setup: Setup
    even_if_playing: bool = False


@dataclass(frozen=True, slots=True)
class Rezone:
    """The mat's zones lie elsewhere from now on; refused while cards lie there, unless `even_with_cards`. Who wishes
    it makes the eyes anew once it is granted: until they have looked at the table, nothing they tell is judged."""

    zones: Mapping[Zone, Area]
    even_with_cards: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: its card's code and its meaning, as in the contract; both None take the first guess."""

    question: int
    card: str | None = None
    as_: str | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed on a page, for tables without pins; `held`: OK alone, as if for three seconds."""

    button: Button
    held: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What the clue said that stands last in the history as `event`, and was only counted."""

    event: int
    clue: GiveClue


@dataclass(frozen=True, slots=True)
class Forget:
    """A past game is to be told no more; refused while it is on. `game`: its number."""

    game: int


@dataclass(frozen=True, slots=True)
class Bring:
    """A game from a file is to be kept among the past ones, refereed already. `begun`: wall seconds, if it says so."""

    game: Game
    begun: float | None = None


@dataclass(frozen=True, slots=True)
class Locked:
    """Phones may only look from now on, or may change the game again."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """The program is to end: lamps off, journal closed."""


Message = TableSeen | ButtonPressed | Ticked | DeviceState | Wish | Locked | Stop


def time_of(message: Message) -> float | None:
    """When this was, in monotonic seconds; None where that doesn't matter."""
    match message:
        case TableSeen(seen=seen):
            return seen.at
        case Stop() | Locked():
            return None
        case _:
            return message.at
