"""Whether a journal on the disk can be believed: read without changing a byte of it, row by row along its chain.

Law: what is told as read has its checksums right. A file that can't be opened just now is not taken for a damaged one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.errors import NewerJournal
from companion.journal.rows import BEGINNING, Entry, Tip, checksum, game_checksum
from companion.journal.schema import VERSION, version_of
from companion.ports import Standing

# What the system keeps from us for now: not the file's fault. (SQLite's primary result codes.)
_NOT_NOW = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_IOERR,
}


@dataclass(frozen=True, slots=True)
class Examined:
    """`entries`: all that can be believed, in order; `damage`: what is wrong with the rest, None where nothing is."""

    entries: tuple[Entry, ...] = ()
    tip: Tip = BEGINNING
    starts: int = 0
    damage: str | None = None


class _Damaged(Exception):
    """What is wrong, with the entries that could be read before it."""

    def __init__(self, why: str, entries: list[Entry], tip: Tip) -> None:
        super().__init__(why)
        self.entries = entries
        self.tip = tip


def examine(path: Path) -> Examined:
    """What the file holds; a file that isn't there holds nothing.

    Raises NewerJournal, and sqlite3.Error where it can't be opened just now.
    """
    if not path.exists():
        return Examined()
    entries: list[Entry] = []
    try:
        with closing(open_to_read(path)) as connection:
            connection.execute("BEGIN")  # all of it as of one moment, though somebody may be writing
            return _read(connection, path, entries)
    except sqlite3.Error as why:
        if is_not_now(why):
            raise
        return Examined(tuple(entries), damage=str(why))
    except _Damaged as why:
        return Examined(tuple(why.entries), why.tip, damage=str(why))
    except (ValueError, TypeError, OverflowError) as why:  # bytes where text should be, text where a number should be
        return Examined(tuple(entries), damage=str(why))


def is_not_now(error: sqlite3.Error) -> bool:
    """Whether the system is in the way, rather than the file broken."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _NOT_NOW and code != sqlite3.SQLITE_IOERR_SHORT_READ


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; also on a disk that is read-only."""
    place = path.absolute().as_uri()
    connection = sqlite3.connect(f"{place}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as why:
        connection.close()
        is_clean = not path.with_name(f"{path.name}-wal").exists()
        if not (is_clean and is_not_now(why)):
            raise
        connection = sqlite3.connect(f"{place}?mode=ro&immutable=1", uri=True, isolation_level=None)
    return connection


def _read(connection: sqlite3.Connection, path: Path, entries: list[Entry]) -> Examined:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = version_of(connection)
    if not tables and version == 0:
        return Examined()
    meta = connection.execute("SELECT version, starts, seq, crc FROM meta").fetchone() if "meta" in tables else None
    if meta is not None and meta[0] == version > VERSION:
        raise NewerJournal(
            f"The games in {path} were kept by a newer version of this program (form {version}, not {VERSION}): install"
            " that version again, or name another folder with --data. Nothing was touched."
        )
    tip = _follow(connection, entries)
    if meta is None or meta[0] != version:
        raise _Damaged("the file's header and its contents differ", entries, tip)
    if tip != Tip(meta[2], meta[3]):
        raise _Damaged("the last entries are missing", entries, tip)
    with _as_damage(entries, tip):
        _check_games(connection)
        told = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if told != "ok":
        raise _Damaged(str(told), entries, tip)
    return Examined(tuple(entries), tip, int(meta[1]))


def _follow(connection: sqlite3.Connection, entries: list[Entry]) -> Tip:
    """Read along the chain as far as it holds."""
    tip = Tip()
    with _as_damage(entries, tip):
        for seq, game, at, clock_set, line, crc in connection.execute(
            "SELECT seq, game, at, clock_set, line, crc FROM events ORDER BY seq"
        ):
            entry = Entry(game, at, line, Standing("playing", 0))
            holds = seq == tip.seq + 1 and crc == checksum(tip.crc, seq, entry) and clock_set == int(entry.clock_set)
            if not holds:
                raise _Damaged(f"entry {seq} is not as it was written", entries, tip)
            entries.append(entry)
            tip = Tip(seq, crc)
    return tip


def _check_games(connection: sqlite3.Connection) -> None:
    for game, begun, setup, status, points, ended, crc in connection.execute(
        "SELECT id, begun, setup, status, points, ended, crc FROM games"
    ):
        if crc != game_checksum(game, begun, setup, Standing(status, points), ended):
            raise ValueError(f"the line of game {game} is not as it was written")


@contextmanager
def _as_damage(entries: list[Entry], tip: Tip) -> Iterator[None]:
    """Whatever breaks while reading is damage, unless the system is in the way."""
    try:
        yield
    except sqlite3.Error as why:
        if is_not_now(why):
            raise
        raise _Damaged(str(why), entries, tip) from why
    except (ValueError, TypeError, AttributeError, OverflowError) as why:
        raise _Damaged(str(why), entries, tip) from why
