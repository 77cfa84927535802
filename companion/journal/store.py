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
from companion.journal.rows import FORGOTTEN, GONE, Entry, Tip, begun_last, command_line, fold, setup_line
from companion.journal.tip import noted_tip
from companion.journal.writing import PLAYING, Writer
from companion.ports import SavedGame, Standing
from companion.rules.commands import Command
from companion.rules.game import Game
from companion.rules.score import points
from companion.rules.setup import Setup
from companion.sentences import joined, say, say_number


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
        begun = begun_last(found.entries)
        self._last = next((saved for saved in fold(found.entries) if saved.id == begun), None)
        self._of_game = [e for e in found.entries if self._last is not None and e.game == begun]
        self._highest = max((e.game for e in found.entries), default=0)
        self._counted = False
        self.remarks = tuple(remarks)
        self.starts = found.starts + 1
        self.trouble: str | None = None
        self.retry()

    def last(self) -> SavedGame | None:
        """The game begun last at this table, as it was on opening; None where it was forgotten."""
        return self._last

    def begin(self, setup: Setup) -> int:
        """Keeps the start of a game; gives its number."""
        self._highest = number = self._highest + 1
        self._last = SavedGame(number, setup)
        self._of_game = []
        self._keep(Entry(number, self._wall(), setup_line(setup), Standing(PLAYING, 0)))
        return number

    def add(self, game: int, command: Command, standing: Standing) -> None:
        """Keeps one accepted command."""
        self._keep(Entry(game, self._wall(), command_line(command), standing))

    def bring(self, setup: Setup, log: Sequence[Command], begun: float | None, standing: Standing) -> int:
        """Keeps a whole game that came from a file, all of it or nothing; gives its number."""
        self._highest = number = self._highest + 1
        lines = [setup_line(setup, brought=True), *map(command_line, log)]
        self._waiting += [Entry(number, begun or 0.0, line, standing) for line in lines]
        self.retry()
        return number

    def forget(self, game: int) -> None:
        """From now on this game isn't told any more: one more row says so."""
        if self._last is not None and self._last.id == game:
            self._last, self._of_game = None, []
        self._waiting.append(Entry(game, self._wall(), GONE, Standing(FORGOTTEN, 0)))
        self.retry()

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
            self.trouble = say(
                "The journal {path} is damaged ({why}), and no new one can be written ({again}).",
                path=self._path,
                why=why,
                again=again,
            )

    def _replace(self, damage: str) -> None:
        """Move the damaged file aside; what can be believed of it, and the game that is on, wait for the new one."""
        lost = max(0, noted_tip(self._path).seq - self._tip.seq)
        aside = move_aside(self._path, self._wall())
        self._damage = None
        now = self._last.id if self._last is not None else None
        others = [e for e in (*_kept(aside), *self._waiting) if e.game != now]
        self._waiting = with_standings([*others, *self._of_game])
        self._tip, self._counted = Tip(), False
        self.starts = max(self.starts, 1000 * len(list(aside.parent.glob(f"{self._path.name}.damaged.*"))))
        told = [say("The journal was damaged ({damage}): it lies in {aside} now.", damage=damage, aside=aside)]
        if lost:
            told.append(say_number("Its last {n} entry is missing.", "Its last {n} entries are missing.", lost))
        self.remarks = (*self.remarks, joined([*told, say("Compare the table with the page.")]))


def _kept(aside: Path) -> tuple[Entry, ...]:
    try:
        return examine(aside).entries
    except (sqlite3.Error, CompanionError):
        return ()


def with_standings(entries: Sequence[Entry]) -> list[Entry]:
    """The list of games isn't salvaged: each game's line says again how it stands after its last entry."""
    standings = {entry.game: Standing(FORGOTTEN, 0) for entry in entries if entry.line == GONE}
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
            return say(
                "The disk is full: the game isn't being saved. Make room; it is written as soon as there is some."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return say(
                "Another program keeps {path} to itself: the game isn't being saved. End that program.", path=path
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return say(
                "{path} can't be written: the game isn't being saved. Give the program the right to write there.",
                path=path,
            )
        case _:
            return say(
                "The disk fails ({why}): the game isn't being saved. Look after the disk of {folder}.",
                why=why,
                folder=path.parent,
            )
