"""Where a taught deck is written: whole or not at all.

Law: the folder of a deck is only ever swapped for one that is complete and on the disk. What a person put there is
never thrown away: a folder that holds anything but a taught deck is refused.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import Unreadable
from companion.files import exchange, make_folder

DECK_FILE, READER_FILE, FACES = "deck.toml", "reader.npz", "faces"


class NoRoom(Unreadable):
    """No deck can be written into that folder."""


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """A fresh folder, which becomes `folder` when the block ends well and is gone when it doesn't. Raises NoRoom."""
    target = Path(os.path.realpath(folder))
    refuse_foreign(target)
    fresh = _beside(target, "new")
    try:
        make_folder(target.parent)
        fresh.mkdir()
    except OSError as why:
        raise NoRoom(f"{folder} can't be written ({why.strerror}): name another folder with --out.") from None
    try:
        yield fresh
        onto_the_disk(fresh)
        swap(fresh, target)
    except OSError as why:
        raise NoRoom(f"{folder} can't be written ({why.strerror}): nothing has changed there.") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def refuse_foreign(folder: Path) -> None:
    """Raises NoRoom where the folder is a file, or holds anything that `teach` didn't write."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NoRoom(f"{folder} is a file: name a folder for the deck with --out.")
    foreign = _foreign(folder)
    if foreign is not None:
        raise NoRoom(f"{folder} holds {foreign}, which is no part of a taught deck: name another folder with --out.")


def _foreign(folder: Path) -> str | None:
    """The first thing in there that no deck has; without a deck.toml that is everything."""
    ours = {DECK_FILE, READER_FILE, FACES} if (folder / DECK_FILE).is_file() else set()
    inside = sorted(path.name for path in folder.iterdir() if path.name not in ours)
    faces = folder / FACES
    strange = sorted(p.name for p in faces.iterdir() if p.suffix != ".png") if FACES in ours and faces.is_dir() else []
    return next(iter([*inside, *(f"{FACES}/{name}" for name in strange)]), None)


def onto_the_disk(folder: Path) -> None:
    """Waits until everything in the folder, and the folder itself, would outlive a power cut."""
    for path in [*folder.rglob("*"), folder]:
        _synced(path)


def _synced(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def swap(fresh: Path, target: Path) -> None:
    """Puts the fresh folder in the target's place; where that fails, the old one is back.

    In one step where the system can: a power cut between two would leave no deck of that name.
    """
    old = fresh if target.exists() and exchange(fresh, target) else _replaced(fresh, target)
    with suppress(OSError):  # not every file system can sync a folder; the deck stands there all the same
        _synced(target.parent)
    shutil.rmtree(old, ignore_errors=True)


def _replaced(fresh: Path, target: Path) -> Path:
    """In two steps; gives where the old one lies now."""
    old = _beside(target, "old")
    had_one = target.exists()
    if had_one:
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if had_one:
            old.rename(target)
        raise
    return old


def _beside(target: Path, what: str) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.{what}")
