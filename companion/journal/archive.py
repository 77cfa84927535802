"""What a backup is: one zip file with the games, the taught decks, the settings, and a list of what is in it.

    companion-backup.json    what the file is, when it was made, and each other file's size and SHA-256
    games.sqlite3            the journal, whole
    settings.toml            the settings, where there are some
    decks/NAME/...           the taught decks

Law: nothing of it is believed before it has been checked: names, sizes (never more than 50 MB unpacked), checksums. The
table's PIN is not in it: a backup is lent, and a key isn't.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError, Unreadable
from companion.jsontext import read_json

GAMES = "games.sqlite3"
SETTINGS = "settings.toml"
LIST = "companion-backup.json"
MOST_BYTES = 50_000_000
FORM = 1
_WHAT = "a backup of a Hanabi table companion"
_MOST_FILES = 5_000
_DECK_FILE = re.compile(r"decks/[a-z0-9][a-z0-9_-]{0,39}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){1,3}")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, TypeError, KeyError, RuntimeError)


def is_kept(name: str) -> bool:
    """Whether a file of this name, from the data folder on, belongs into a backup."""
    return name in (GAMES, SETTINGS) or _DECK_FILE.fullmatch(name) is not None


def packed(files: Mapping[str, bytes], made: float) -> bytes:
    """The backup with these files. `made`: wall seconds."""
    told = {name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    listed = {"what": _WHAT, "form": FORM, "program": __version__, "made": made, "files": told}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LIST, json.dumps(listed, indent=1))
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def unpacked(path: Path) -> dict[str, bytes]:
    """The files of a backup, each as it was packed. Unreadable where it is none or isn't whole; OSError where the file
    itself can't be read.
    """
    if path.stat().st_size > MOST_BYTES:
        raise _too_much(path)
    content = io.BytesIO(path.read_bytes())  # from memory: whatever goes wrong from here on is the content's fault
    try:
        with zipfile.ZipFile(content) as archive:
            return _files(archive, path)
    except CompanionError:
        raise
    except _BROKEN as why:
        raise _damaged(path) from why


def is_backup(path: Path) -> bool:
    """Whether the file says of itself that it is a backup, whole or not."""
    try:
        with zipfile.ZipFile(path) as archive:
            return LIST in archive.namelist()
    except (*_BROKEN, OSError):
        return False


def _files(archive: zipfile.ZipFile, path: Path) -> dict[str, bytes]:
    infos = {info.filename: info for info in archive.infolist()}
    if LIST not in infos:
        raise Unreadable(f"{path} is no backup of this program: companion backup FILE makes one.")
    _refuse_strange(archive.infolist(), path)
    listed = _listed(_read(archive, LIST), path)
    if set(listed) != set(infos) - {LIST}:
        raise _damaged(path)
    files = {name: _read(archive, name) for name in listed}
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != listed[name]:
            raise _damaged(path)
    return files


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """A file of it, unpacked no further than the size it tells: all at once a zip that tells too little would fill the
    memory, and only then be found out.
    """
    with archive.open(name) as packed_file:
        return packed_file.read(archive.getinfo(name).file_size)


def _refuse_strange(infos: list[zipfile.ZipInfo], path: Path) -> None:
    """Names and sizes are looked at before anything is unpacked."""
    if len(infos) > _MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise _too_much(path)
    names = [info.filename for info in infos]
    kinds = {stat.S_IFMT(info.external_attr >> 16) for info in infos}
    if len(set(names)) < len(names) or not kinds <= {0, stat.S_IFREG}:
        raise _damaged(path)
    for name in names:
        if name != LIST and not is_kept(name):
            raise Unreadable(f"{path} holds {name[:60]!r}, which belongs in no backup: nothing was unpacked.")


def _listed(data: bytes, path: Path) -> dict[str, str]:
    """Each file's checksum, as the list tells it."""
    try:
        told = read_json(data.decode())
    except Unreadable as why:
        raise _damaged(path) from why
    if not isinstance(told, dict) or told.get("what") != _WHAT or not isinstance(told.get("files"), dict):
        raise Unreadable(f"{path} is no backup of this program: companion backup FILE makes one.")
    if told.get("form") != FORM:
        raise Unreadable(f"{path} was made by a newer version of this program: install that version to restore it.")
    return {str(name): str(facts["sha256"]) for name, facts in told["files"].items()}


def _too_much(path: Path) -> Unreadable:
    return Unreadable(f"{path} holds more than a backup may ({MOST_BYTES // 1_000_000} MB): nothing was unpacked.")


def _damaged(path: Path) -> Unreadable:
    return Unreadable(f"{path} is damaged or no backup of this program: nothing was changed; try another copy of it.")
