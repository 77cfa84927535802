"""Everything that the companion raises on purpose, as one tree.

CompanionError
├── Refused                    the rules refuse a wish; nothing has changed
└── Unreadable (ValueError)    what came in can't be read; exit status 2
    ├── UnreadableLine         with the number of the line
    └── ImpossibleSetup        a game that can't be set up so

Law: `str(error)` is one sentence for the people at the table. It says what is the matter in the game's words and,
where there is something to do, what to do now. What can happen in a game (a misplay) is an event, not an error.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Base of all; catch it where a sentence is shown instead of a traceback."""


class Refused(CompanionError):
    """The rules refuse a wish. The position is as it was."""


class Unreadable(CompanionError, ValueError):
    """Input that can't be read: bad JSON, a word that is no card, a number out of its type."""


class UnreadableLine(Unreadable):
    """A line of many that can't be read. `number` counts from 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"Line {number}: {why}")
        self.number = number
        self.why = why


class ImpossibleSetup(Unreadable):
    """A setup that no edition or combination of variants allows."""
