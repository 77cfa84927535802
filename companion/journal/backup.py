"""A data folder kept in one file, while the table goes on.

Law: the games are copied as they stand at one moment, and looked through before they are kept; the file is there whole
or not at all. Nothing in the data folder is changed.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.errors import InTheWay, Unreadable
from companion.files import replace_file
from companion.journal.archive import GAMES, MOST_BYTES, SETTINGS, is_backup, is_kept, packed
from companion.journal.examining import examine, open_to_read
from companion.journal.rows import fold


def back_up(folder: Path, file: Path, made: float, settings: Path | None = None) -> dict[str, int]:
    """Writes the backup; gives how many games and decks are in it. `made`: wall seconds; `settings`: the settings
    file, where it lies elsewhere. Raises InTheWay, Unreadable or OSError with a sentence, and nothing is written then.
    """
    if file.exists() and not is_backup(file):
        raise Unreadable(f"{file} is there already and is no backup: name another file.")
    files, games = _games(folder / GAMES)
    files |= _beside(folder)
    if settings is not None:
        files[SETTINGS] = settings.read_bytes()
    if not files:
        raise InTheWay(f"There is nothing to back up in {folder}: name the table's folder with --data.")
    if sum(map(len, files.values())) > MOST_BYTES:
        raise InTheWay(
            f"{folder} holds more than {MOST_BYTES // 1_000_000} MB of games and decks: move a deck elsewhere."
        )
    replace_file(file, packed(files, made), mode=0o600)
    return {"games": games, "decks": len(decks_of(files))}


def decks_of(files: dict[str, bytes]) -> list[str]:
    """The names of the decks among these files."""
    return sorted({name.split("/")[1] for name in files if name.startswith("decks/")})


def _games(path: Path) -> tuple[dict[str, bytes], int]:
    """The journal, copied at one moment, and how many games it has."""
    if not path.exists():
        return {}, 0
    try:
        with tempfile.TemporaryDirectory(prefix="companion-backup-") as room:
            copy = Path(room) / GAMES
            with closing(open_to_read(path)) as kept, closing(sqlite3.connect(copy)) as copied:
                kept.backup(copied)
            found = examine(copy)
            data = copy.read_bytes()
    except sqlite3.Error as why:
        raise InTheWay(f"The games in {path} can't be read: {why}. Nothing was written.") from why
    if found.damage is not None:
        raise InTheWay(
            f"The games in {path} are damaged ({found.damage}): companion run keeps what it can of them; back up then."
        )
    return {GAMES: data}, len(fold(found.entries))


def _beside(folder: Path) -> dict[str, bytes]:
    """Decks and settings; links are not followed."""
    found = [folder / SETTINGS, *sorted((folder / "decks").rglob("*"))]
    names = {path.relative_to(folder).as_posix(): path for path in found if path.is_file() and not path.is_symlink()}
    return {name: path.read_bytes() for name, path in names.items() if is_kept(name)}
