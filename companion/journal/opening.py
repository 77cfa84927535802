"""A data folder's journal opened: the folder locked, the file examined, what is damaged moved aside.

Law: a newer file is left as it is; a damaged one is kept under a dated name, and whatever of it can be believed goes on
in a new one.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import InTheWay
from companion.files import make_folder
from companion.journal.examining import Examined, examine
from companion.journal.lock import FolderLock
from companion.journal.restore import put_back_what_was_cut
from companion.journal.rows import fold
from companion.journal.store import SqliteJournal
from companion.journal.tip import noted_tip
from companion.ports import SavedGame
from companion.sentences import say, say_number

NAME = "games.sqlite3"


def open_journal(folder: Path, command: str = "companion", *, wall: Callable[[], float] = time.time) -> SqliteJournal:
    """The journal of this data folder, made where there is none. `command`: what the next copy is told has the folder.

    Raises AlreadyRunning, NewerJournal, and InTheWay where what is there can't be read at all. A full or read-only
    disk raises nothing: `trouble` tells of it.
    """
    path = folder / NAME
    _make(folder)
    lock = FolderLock(folder, command)
    try:
        cut = _put_back(folder)
        found, remarks = _found(path, wall)
        remarks = cut + remarks
        return SqliteJournal(path, found, remarks, lock=lock, wall=wall)
    except BaseException:
        lock.release()
        raise


def past_games(folder: Path) -> list[SavedGame]:
    """The games kept there, for who only reads; the one that is on is among them."""
    try:
        return fold(examine(folder / NAME).entries)
    except sqlite3.Error as why:
        raise InTheWay(f"The games in {folder} can't be read just now: {why}.") from why


def _put_back(folder: Path) -> list[str]:
    try:
        if put_back_what_was_cut(folder):
            return [say("A restore was cut in the middle: all is as it was before it. Restore again, if you want to.")]
    except OSError as why:
        raise InTheWay(
            f"A restore into {folder} was cut and can't be taken back ({why.strerror}): restore again."
        ) from why
    return []


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except FileExistsError as why:
        raise InTheWay(f"{folder} is no folder: name another one with --data.") from why
    except OSError:
        return  # nothing can be written: told as trouble later


def _found(path: Path, wall: Callable[[], float]) -> tuple[Examined, list[str]]:
    try:
        found = examine(path)
    except (sqlite3.Error, PermissionError) as why:
        raise InTheWay(
            f"{path} can't be read: {why}. Give the program the right to read and write {path.parent}."
        ) from why
    if found.damage is not None:
        return found, []  # the store moves it aside and says so
    noted = noted_tip(path)
    if found.tip.seq < noted.seq:
        lost = noted.seq - found.tip.seq
        return found, [
            say_number(
                "The journal was cut: its last {n} entry is missing. Compare the table with the page.",
                "The journal was cut: its last {n} entries are missing. Compare the table with the page.",
                lost,
            )
        ]
    return found, []
