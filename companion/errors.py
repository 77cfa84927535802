"""Everything that the companion raises on purpose, as one tree.

CompanionError
├── CannotListen               the web's port is taken, or may not be had
├── NotAllowed                 no PIN, or a wrong one
│   └── TooManyTries           wrong ones too often: wait
├── NoSuchGame                 no game of that number is kept here
├── Refused                    the rules refuse a wish; nothing has changed
├── CameraError                no picture can be had from the camera (any more)
│   └── CameraAway             there is none now, or another program has it: nothing was opened
├── NoPins                     buttons and lamps can't be reached
├── Unreadable (ValueError)    what came in can't be read; exit status 2
│   ├── UnreadableLine         with the number of the line
│   └── ImpossibleSetup        a game that can't be set up so
└── InTheWay                   the program can't begin here: it says what is in the way; exit status 2
    ├── AlreadyRunning         another copy has the same data folder
    └── NewerJournal           the games were kept by a newer version; they are left as they are

Law: `str(error)` is one sentence for the people at the table. It says what is the matter in the game's words and,
where there is something to do, what to do now. What can happen in a game (a misplay) is an event, not an error.
"""

from __future__ import annotations

from companion.sentences import say, say_number


class CompanionError(Exception):
    """Base of all; catch it where a sentence is shown instead of a traceback."""


class CannotListen(CompanionError):
    """The web can't be served at the address it was given."""


class NotAllowed(CompanionError):
    """Who wants to change something hasn't shown the table's PIN."""


class TooManyTries(NotAllowed):
    """The PIN was wrong too often. `wait`: seconds until the next try is heard."""

    def __init__(self, wait: float) -> None:
        seconds = max(1, round(wait))
        super().__init__(
            say_number(
                "The PIN was wrong too often: wait {n} second.",
                "The PIN was wrong too often: wait {n} seconds.",
                seconds,
            )
        )
        self.wait = wait


class NoSuchGame(CompanionError):
    """The number names a game that isn't kept here."""


class Refused(CompanionError):
    """The rules refuse a wish. The position is as it was."""


class CameraError(CompanionError):
    """No camera, or one that is busy, lost, hanging or frozen. Whoever supervises it may open it again."""


class CameraAway(CameraError):
    """There is no such camera now, or another program has it. Nothing was opened: looking again costs nothing."""


class NoPins(CompanionError):
    """The panel was asked for and its pins can't be had; never replaced by pretend ones in silence."""


class Unreadable(CompanionError, ValueError):
    """Input that can't be read: bad JSON, a word that is no card, a number out of its type."""


class UnreadableLine(Unreadable):
    """A line of many that can't be read. `number` counts from 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(say("Line {number}: {why}", number=number, why=why))
        self.number = number
        self.why = why


class ImpossibleSetup(Unreadable):
    """A setup that no edition or combination of variants allows."""


class InTheWay(CompanionError):
    """Something outside of the game keeps the program from beginning."""


class AlreadyRunning(InTheWay):
    """Another copy of the program keeps its games in the same folder."""


class NewerJournal(InTheWay):
    """The journal was written by a newer version of the program. Nothing in it was touched."""
