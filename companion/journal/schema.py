"""The tables of the journal, and how an older file becomes one of today.

Law: `MIGRATIONS[n]` takes a file of version n to n + 1; they are only ever added to. Every version keeps the table
`meta` with its own number, so that a flipped bit in the header is not taken for a newer file.
"""

from __future__ import annotations

import sqlite3

Migrations = tuple[tuple[str, ...], ...]

MIGRATIONS: Migrations = (
    (
        "CREATE TABLE meta (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, starts INTEGER NOT NULL,"
        " seq INTEGER NOT NULL, crc INTEGER NOT NULL)",
        "INSERT INTO meta VALUES (1, 1, 0, 0, 0)",
        "CREATE TABLE games (id INTEGER PRIMARY KEY, begun REAL NOT NULL, setup TEXT NOT NULL, status TEXT NOT NULL,"
        " points INTEGER NOT NULL, ended REAL, crc INTEGER NOT NULL)",
        "CREATE TABLE events (seq INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id), at REAL NOT NULL,"
        " clock_set INTEGER NOT NULL, line TEXT NOT NULL, crc INTEGER NOT NULL)",
        "CREATE INDEX events_of_game ON events (game, seq)",
    ),
)

VERSION = len(MIGRATIONS)


def prepare(connection: sqlite3.Connection) -> None:
    """How every writing connection is set: each commit is on the disk when it returns."""
    connection.execute("PRAGMA busy_timeout = 500")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def migrate(connection: sqlite3.Connection, migrations: Migrations = MIGRATIONS) -> None:
    """Bring the file up to the last of these versions, all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        if version < len(migrations):
            connection.execute("UPDATE meta SET version = ?", (len(migrations),))
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version that the file's header tells."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
