"""What the mind asks of the rooms: a camera, and whatever else it can't do itself, as Protocols.

Law: nothing here knows who keeps the promise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from companion.rules.commands import Command
    from companion.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a camera: `pixels` of (height, width, 3) in blue, green, red; `at` in monotonic seconds (a
    recording's own time); `index` counts from 0.

    `grey`: the same moment and field of view in brightness alone, where the camera gives it for nothing (a Y plane);
    (rows, columns), of any size, often smaller than `pixels`. It only ever tells whether something moves.
    `remark`: a sentence on what isn't as it should be with the camera itself, though it gives pictures. `is_steady`:
    false while the camera still finds its exposure and focus: it lives, but nothing is to be read from such a frame.
    """

    pixels: npt.NDArray[np.uint8]
    at: float
    index: int
    grey: npt.NDArray[np.uint8] | None = None
    remark: str = ""
    is_steady: bool = True


@dataclass(frozen=True, slots=True)
class Lamps:
    """What the twelve lamps show. `final`: off, on, or blinking on the last turn; `asks`: a question is open."""

    clues: int = 0
    fuses: int = 0
    final: Literal["off", "on", "blink"] = "off"
    asks: bool = False


class Panel(Protocol):
    """The lamps and buttons. Buttons only ever post to the inbox that the panel was made with."""

    def show(self, lamps: Lamps) -> None:
        """Sets the lamps; called by the table's thread alone, never blocks."""
        ...

    def refuse(self) -> None:
        """Blinks twice: a press was refused."""
        ...

    def close(self) -> None:
        """All lamps off, pins let go."""
        ...


class Camera(Protocol):
    """Whatever yields frames in order. Iterating opens it, `close` lets it go; both may be called once."""

    def frames(self) -> Iterator[Frame]:
        """Frames until the camera ends or is closed. Raises CameraError with a sentence where it can't go on."""
        ...

    def close(self) -> None:
        """Lets the camera go; no frame comes after it."""
        ...


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as the journal keeps it: folding `log` over `setup` gives it back. `id` counts from 1; `is_brought`: it
    came from a file, and never was this table's own.
    """

    id: int
    setup: Setup
    log: tuple[Command, ...] = ()
    is_brought: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands after an entry, for the list of past games: the status' word and the points."""

    status: str
    points: int


class Journal(Protocol):
    """The memory. What `begin` and `add` were told is on the disk when they return, or `trouble` says that it isn't.

    Called by the table's thread alone. A full or read-only disk is no error: the game goes on, and everything is
    written once there is room (`retry`).
    """

    @property
    def trouble(self) -> str | None:
        """A sentence while something isn't on the disk; None where all is well."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about what was found on opening: a damaged file moved aside, entries missing."""
        ...

    @property
    def starts(self) -> int:
        """How often the program was started with this journal, this time included."""
        ...

    def last(self) -> SavedGame | None:
        """The game begun last at this table; None where there is none, or it was forgotten."""
        ...

    def begin(self, setup: Setup) -> int:
        """Keeps the start of a game; gives its number."""
        ...

    def add(self, game: int, command: Command, standing: Standing) -> None:
        """Keeps one accepted command. `standing`: of the game with it."""
        ...

    def bring(self, setup: Setup, log: Sequence[Command], begun: float | None, standing: Standing) -> int:
        """Keeps a whole game that came from a file; gives its number. `begun`: wall seconds, where they are known."""
        ...

    def forget(self, game: int) -> None:
        """From now on this game isn't told any more, and its number isn't given again."""
        ...

    def retry(self) -> None:
        """Tries again to write what waits, if anything does."""
        ...

    def close(self) -> None:
        """Lets the file go."""
        ...
