"""A journal that remembers and writes nothing: for tables that keep no games, and for tests.

Law: it keeps the port's promises but the disk; what was told to it can be read off, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.ports import SavedGame, Standing
from companion.rules.commands import Command
from companion.rules.setup import Setup


class MemoryJournal:
    """Games in memory. `trouble` may be set, to see what is told about it."""

    def __init__(self, *saved: SavedGame, starts: int = 1) -> None:
        self.games: list[SavedGame] = [*saved]
        self.standings: list[Standing] = []
        self.forgotten: set[int] = set()
        self.trouble: str | None = None
        self.remarks: tuple[str, ...] = ()
        self.starts = starts
        self.is_closed = False

    def last(self) -> SavedGame | None:
        """The game begun last; None where it was forgotten."""
        own = [saved for saved in self.games if not saved.is_brought]
        return own[-1] if own and own[-1].id not in self.forgotten else None

    def begin(self, setup: Setup) -> int:
        """Remembers a new game."""
        self.games.append(SavedGame(len(self.games) + 1, setup))
        return self.games[-1].id

    def add(self, game: int, command: Command, standing: Standing) -> None:
        """Remembers a command."""
        saved = self.games[game - 1]
        self.games[game - 1] = replace(saved, log=(*saved.log, command))
        self.standings.append(standing)

    def bring(self, setup: Setup, log: Sequence[Command], begun: float | None, standing: Standing) -> int:
        """Remembers a whole game."""
        self.games.append(SavedGame(len(self.games) + 1, setup, tuple(log), is_brought=True))
        return self.games[-1].id

    def forget(self, game: int) -> None:
        """Remembers that it is to be told no more."""
        self.forgotten.add(game)

    def retry(self) -> None:
        """There is nothing to write."""

    def close(self) -> None:
        """Nothing comes after it."""
        self.is_closed = True
