"""Past games, read for people: on a connection of its own each time, opened, read and closed again.

Law: nothing is written and nobody who writes is kept waiting. A game that is told is folded as the table folds it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import InTheWay, Refused
from companion.journal.examining import examine, is_not_now, open_to_read
from companion.journal.opening import NAME
from companion.journal.rows import BEFORE_2025, Entry, Tip, begun_last, fold
from companion.ports import SavedGame
from companion.rules.game import Game
from companion.sentences import say


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it was kept. `begun`, `last`: wall seconds of its first and last line, None where no clock was set.

    `saved`: its setup and every accepted line; `game`: those folded. `is_latest`: no other was begun after it at this
    table.
    """

    saved: SavedGame
    game: Game
    begun: float | None
    last: float | None
    is_latest: bool

    @property
    def number(self) -> int:
        """The game's number, from 1."""
        return self.saved.id

    @property
    def is_on(self) -> bool:
        """Whether it may still go on: begun last, and not over."""
        return self.is_latest and not self.game.position.is_over

    @property
    def seconds(self) -> float | None:
        """From its first line to its last; None where the clock wasn't set, or was set back in between, and for a game
        that came from a file.
        """
        if self.begun is None or self.last is None or self.last < self.begun or self.saved.is_brought:
            return None
        return self.last - self.begun


class PastGames:
    """The games in a data folder. May be asked from any thread; what hasn't changed is not read again."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._read: tuple[Tip, tuple[PastGame, ...]] | None = None
        self._folded: dict[int, tuple[list[Entry], PastGame]] = {}

    def games(self) -> tuple[PastGame, ...]:
        """All games in the order of their numbers, the one that is on among them, forgotten ones not; a damaged file's
        as far as it can be believed. Raises NewerJournal, and InTheWay where nothing can be read just now.
        """
        try:
            tip = _tip(self._path)
            if tip is None or self._read is None or self._read[0] != tip:
                found = examine(self._path)
                self._read = (found.tip, tuple(self._told(found.entries)))
        except (sqlite3.Error, OSError) as why:
            raise InTheWay(
                say("The games in {folder} can't be read just now: {why}.", folder=self._path.parent, why=why)
            ) from why
        return self._read[1]

    def game(self, number: int) -> PastGame | None:
        """The game of this number; None where there is none."""
        return next((one for one in self.games() if one.number == number), None)

    def _told(self, entries: tuple[Entry, ...]) -> Iterator[PastGame]:
        """All games; one whose lines are those of the last time isn't folded again."""
        lines: dict[int, list[Entry]] = {}
        for entry in entries:
            lines.setdefault(entry.game, []).append(entry)
        before, self._folded = self._folded, {}
        for number, own in sorted(lines.items()):
            kept = before.get(number)
            past = kept[1] if kept is not None and kept[0] == own else _past(own)
            if past is not None:
                self._folded[number] = (own, past)
        last = begun_last(entries)
        for number, (_, past) in self._folded.items():
            yield replace(past, is_latest=number == last)


def folded(saved: SavedGame) -> Game:
    """The game of these lines. One that the rules refuse is left out, as the table leaves it out."""
    game = Game.new(saved.setup)
    for command in saved.log:
        try:
            game = game.handle(command)
        except Refused:
            continue
    return game


def _tip(path: Path) -> Tip | None:
    """How far the file goes by its own word; None where it has none."""
    if not path.exists():
        return None
    try:
        with closing(open_to_read(path)) as connection:
            row = connection.execute("SELECT seq, crc FROM meta").fetchone()
    except sqlite3.Error as why:
        if is_not_now(why):
            raise
        return None
    return None if row is None else Tip(row[0], row[1])


def _past(entries: list[Entry]) -> PastGame | None:
    """The game of these entries, all of one game; None where its setup can't be read."""
    for saved in fold(entries):
        return PastGame(saved, folded(saved), _set(entries[0].at), _set(entries[-1].at), is_latest=False)
    return None


def _set(at: float) -> float | None:
    return at if at >= BEFORE_2025 else None
