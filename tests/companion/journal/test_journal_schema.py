"""Older files become files of today, all of it or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.journal.schema import MIGRATIONS, VERSION, migrate, version_of

NEXT = ("ALTER TABLE games ADD COLUMN place TEXT", "UPDATE games SET place = 'home'")


@pytest.fixture
def connection():
    """A new file, in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        yield connection


def told(connection):
    """The version in the header and the one in the contents."""
    return version_of(connection), connection.execute("SELECT version FROM meta").fetchone()[0]


def test_a_new_file_gets_todays_version(connection):
    migrate(connection)
    assert told(connection) == (VERSION, VERSION)


def test_a_file_of_today_is_left_as_it_is(connection):
    migrate(connection)
    connection.execute("UPDATE meta SET starts = 7")
    migrate(connection)
    assert connection.execute("SELECT starts FROM meta").fetchone() == (7,)


def test_an_older_file_is_read_upward_with_what_it_holds(connection):
    migrate(connection)
    connection.execute("INSERT INTO games VALUES (1, 0.0, '{}', 'playing', 3, NULL, 5)")
    migrate(connection, (*MIGRATIONS, NEXT))
    assert told(connection) == (VERSION + 1, VERSION + 1)
    assert connection.execute("SELECT points, place FROM games").fetchone() == (3, "home")


def test_a_step_that_fails_changes_nothing(connection):
    migrate(connection)
    before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*MIGRATIONS, NEXT, ("CREATE TABLE meta (id)",)))
    assert told(connection) == (VERSION, VERSION)
    assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before
    assert not connection.in_transaction
