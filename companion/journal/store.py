"""The journal on the disk, with what could not be written yet in hand.

Law: what is told to it is written before it returns, or `trouble` says why not and it waits, in order, until there is
room. A file that turns out to be broken is moved aside, and everything of the game that is on is written into a new
one.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import CompanionError, Refused
from companion.files import make_folder
from companion.journal.aside import move_aside
from companion.journal.examining import Examined, examine, is_not_now
from companion.journal.lock import FolderLock
from companion.journal.rows import Entry, Tip, command_line, fold, setup_line
from companion.journal.tip import noted_tip
from companion.journal.writing import PLAYING, Writer
from companion.ports import SavedGame, Standing
from companion.rules.commands import Command
from companion.rules.game import Game
from companion.rules.score import points
from companion.rules.setup import Setup


class SqliteJournal:
    """Keeps games in a file. Made by `open_journal`. `found`: what the file held; `wall`: the wall clock."""

    def __init__(
        self,
        path: Path,
        found: Examined,
        remarks: Sequence[str] = (),
        *,
        lock: FolderLock | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._path = path
        self._lock = lock
        self._wall = wall
        self._writer: Writer | None = None
        self._damage = found.damage
        self._tip = found.tip
        self._waiting: list[Entry] = []
        games = fold(found.entries)
        self._last = games[-1] if games else None
        self._of_game = [e for e in found.entries if self._last is not None and e.game == self._last.id]
        self._counted = False
        self.remarks = tuple(remarks)
        self.starts = found.starts + 1
        self.trouble: str | None = None
        self.retry()

    def last(self) -> SavedGame | None:
        """The game begun last, as it was on opening."""
        return self._last

    def begin(self, setup: Setup) -> int:
        """Keeps the start of a game; gives its number."""
        number = self._last.id + 1 if self._last is not None else 1
        self._last = SavedGame(number, setup)
        self._of_game = []
        self._keep(Entry(number, self._wall(), setup_line(setup), Standing(PLAYING, 0)))
        return number

    def add(self, game: int, command: Command, standing: Standing) -> None:
        """Keeps one accepted command."""
        self._keep(Entry(game, self._wall(), command_line(command), standing))

    def retry(self) -> None:
        """Tries to write what waits."""
        try:
            self._write()
            self.trouble = None
        except sqlite3.Error as why:
            if is_not_now(why):
                self.trouble = not_saving(self._path, why)
            else:
                self._break(str(why))
        except OSError as why:
            self.trouble = f"{self._path.parent} can't be written ({why.strerror}): the game isn't being saved."

    def close(self) -> None:
        """Lets the file and the folder go."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._lock is not None:
            self._lock.release()

    def _keep(self, entry: Entry) -> None:
        self._of_game.append(entry)
        self._waiting.append(entry)
        self.retry()

    def _write(self) -> None:
        if self._damage is not None:
            self._replace(self._damage)
        if self._writer is None:
            make_folder(self._path.parent)
            self._writer = Writer(self._path)
        if not self._counted:
            self._writer.count_start(self.starts)
            self._counted = True
        if self._waiting:
            self._tip = self._writer.write(self._tip, self._waiting)
            self._waiting.clear()

    def _break(self, why: str) -> None:
        """The file broke under our hands."""
        self._damage = why
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        try:
            self._write()
            self.trouble = None
        except (sqlite3.Error, OSError) as again:
            self.trouble = f"The journal {self._path} is damaged ({why}), and no new one can be written ({again})."

    def _replace(self, damage: str) -> None:
        """Move the damaged file aside; what can be believed of it, and the game that is on, wait for the new one."""
        lost = max(0, noted_tip(self._path).seq - self._tip.seq)
        aside = move_aside(self._path, self._wall())
        self._damage = None
        now = self._last.id if self._last is not None else None
        self._waiting = with_standings([*(e for e in _kept(aside) if e.game != now), *self._of_game])
        self._tip, self._counted = Tip(), False
        self.starts = max(self.starts, 1000 * len(list(aside.parent.glob(f"{self._path.name}.damaged.*"))))
        missing = f" Its last {entries_are(lost)} missing." if lost else ""
        say = f"The journal was damaged ({damage}): it lies in {aside} now.{missing} Compare the table with the page."
        self.remarks = (*self.remarks, say)


def _kept(aside: Path) -> tuple[Entry, ...]:
    try:
        return examine(aside).entries
    except (sqlite3.Error, CompanionError):
        return ()


def entries_are(count: int) -> str:
    """So many entries, in words for a sentence."""
    return f"{count} entry is" if count == 1 else f"{count} entries are"


def with_standings(entries: Sequence[Entry]) -> list[Entry]:
    """The list of games isn't salvaged: each game's line says again how it stands after its last entry."""
    standings: dict[int, Standing] = {}
    for saved in fold(entries):
        try:
            position = Game.replay(saved.setup, saved.log).position
        except Refused:
            continue
        standings[saved.id] = Standing(position.status.value, points(position))
    return [Entry(e.game, e.at, e.line, standings.get(e.game, e.standing)) for e in entries]


def not_saving(path: Path, why: sqlite3.Error) -> str:
    """The sentence while the disk takes nothing."""
    match getattr(why, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return "The disk is full: the game isn't being saved. Make room; it is written as soon as there is some."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"Another program keeps {path} to itself: the game isn't being saved. End that program."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return f"{path} can't be written: the game isn't being saved. Give the program the right to write there."
        case _:
            return f"The disk fails ({why}): the game isn't being saved. Look after the disk of {path.parent}."
