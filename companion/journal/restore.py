"""A backup put in place, and what was there kept aside.

Law: nothing is changed before the whole backup has been checked and lies on the disk; nothing is deleted. What a backup
replaces goes into a dated folder beside it; where putting in place fails, everything is put back. Where it was cut in
the middle, whoever opens the folder next puts everything back first: there are the old games or the new ones.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InTheWay, Unreadable
from companion.files import make_folder, replace_file, sync_folder
from companion.journal.archive import GAMES, SETTINGS, unpacked
from companion.journal.backup import decks_of
from companion.journal.examining import examine
from companion.journal.lock import FolderLock
from companion.journal.rows import fold

_OF_THE_GAMES = (f"{GAMES}-wal", f"{GAMES}-tip", "table.json")
"""What belongs to the games that go: written after the last checkpoint, noted, and what lay on the mat."""


_STAGED, _UNDER_WAY = ".restore-", ".restoring.json"


@dataclass(frozen=True, slots=True)
class Restored:
    """What is there now. `aside`: the folder with what was there before, None where nothing had to go."""

    games: int
    decks: tuple[str, ...]
    has_settings: bool
    aside: Path | None


def restore(folder: Path, file: Path, wall: float) -> Restored:
    """Puts the backup's games, decks and settings in place; decks that it doesn't hold stay.

    Raises Unreadable where the file is no whole backup, NewerJournal, AlreadyRunning while a table has the folder, and
    OSError where it can't be written; everything is as it was then.
    """
    files = unpacked(file)
    make_folder(folder)
    lock = FolderLock(folder, "companion restore")
    try:
        put_back_what_was_cut(folder)
        for left in folder.glob(f"{_STAGED}*"):  # by a restore that was killed
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_STAGED, dir=folder) as room:
            staged = Path(room)
            _stage(files, staged)
            games = _checked(staged / GAMES, folder / GAMES, file)
            aside = _put_in_place(staged, folder, files, wall)
    finally:
        lock.release()
    return Restored(games, tuple(decks_of(files)), SETTINGS in files, aside)


def _stage(files: dict[str, bytes], staged: Path) -> None:
    """Everything on the disk, in a folder of its own."""
    for name, data in files.items():
        path = staged / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in staged.rglob("*"):
        if path.is_file():
            with path.open("rb") as written:
                os.fsync(written.fileno())
        else:
            sync_folder(path)


def _checked(staged: Path, now: Path, file: Path) -> int:
    """How many games the staged journal has. It says it was started more often than the one it replaces: phones take
    what it tells for newer.
    """
    if not staged.exists():
        return 0
    found = examine(staged)
    if found.damage is not None:
        raise Unreadable(f"The games in {file} are damaged ({found.damage}): nothing was changed; try another copy.")
    with closing(sqlite3.connect(staged, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET starts = starts + ?", (_starts(now),))
    return len(fold(found.entries))


def _starts(path: Path) -> int:
    try:
        return examine(path).starts
    except (sqlite3.Error, InTheWay):
        return 1000


def _put_in_place(staged: Path, folder: Path, files: dict[str, bytes], wall: float) -> Path | None:
    aside = _free(folder / f"before-restore.{time.strftime('%Y%m%d-%H%M%S', time.gmtime(wall))}")
    new = [name for name in (SETTINGS, GAMES) if name in files] + [f"decks/{name}" for name in decks_of(files)]
    old = [name for name in (*(_OF_THE_GAMES if GAMES in files else ()), *new) if (folder / name).exists()]
    under_way = {"aside": aside.name, "old": old, "new": [name for name in new if name not in old]}
    replace_file(folder / _UNDER_WAY, json.dumps(under_way))
    with ExitStack() as put_back:
        put_back.callback(_done, folder)
        for name in old:
            _move(folder / name, aside / name, put_back)
        for name in new:
            _move(staged / name, folder / name, put_back)
        (folder / f"{GAMES}-shm").unlink(missing_ok=True)
        put_back.pop_all()
    for touched in {(at / name).parent for at, names in ((aside, old), (folder, new)) for name in names}:
        sync_folder(touched)
    _done(folder)
    return aside if old else None


def put_back_what_was_cut(folder: Path) -> bool:
    """Where a restore was killed, or the power cut, while it was putting in place: all is as before it. Whether it was.

    Whoever calls it has the folder's lock. Raises OSError.
    """
    try:
        told = json.loads((folder / _UNDER_WAY).read_text(encoding="utf-8"))
        aside = folder / Path(str(told["aside"])).name
        old, new = ([str(name) for name in told[which]] for which in ("old", "new"))
    except OSError:
        return False  # there is none, or no such folder
    except (ValueError, TypeError, KeyError):
        old, new = [], []  # nothing is known of it: whatever there is stays
    for name in old:
        if (aside / name).exists():  # else it was never moved, or is back already
            _take_away(folder / name)
            (aside / name).rename(folder / name)
    for name in new:
        _take_away(folder / name)  # it came from the backup, which still has it
    _done(folder)
    return True


def _done(folder: Path) -> None:
    """Nothing is under way any more, for good: a later start would take back what was played since."""
    sync_folder(folder)
    (folder / _UNDER_WAY).unlink()
    sync_folder(folder)


def _take_away(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _free(path: Path) -> Path:
    """This path, or with a number where something lies there."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def _move(path: Path, to: Path, put_back: ExitStack) -> None:
    """Renames a file or a folder."""
    make_folder(to.parent)
    path.rename(to)
    put_back.callback(to.rename, path)
