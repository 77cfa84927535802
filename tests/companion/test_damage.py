"""What `companion doctor` says of the games: read and believed, damaged, newer, or moved aside."""

import sqlite3
from contextlib import closing

import pytest

from companion.damage import games
from companion.diagnosis import Verdict
from companion.journal.opening import NAME, open_journal
from companion.rules.setup import Setup
from companion.session import Session


@pytest.fixture
def folder(tmp_path):
    """A data folder with one game."""
    session = Session(open_journal(tmp_path))
    session.begin(Setup(3))
    session.close()
    return tmp_path


def test_games_that_can_be_believed_are_counted(folder, tmp_path):
    assert games(folder).verdict is Verdict.OK
    assert games(folder).seen.endswith("can be read: games 1.")
    assert games(tmp_path / "none").seen == "No games are kept yet."


def test_a_damaged_file_is_told_and_left_as_it_is(folder):
    whole = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(whole[:5000])
    check = games(folder)
    assert (check.verdict, "is damaged" in check.seen) == (Verdict.FAIL, True)
    assert (folder / NAME).read_bytes() == whole[:5000]
    open_journal(folder).close()
    assert games(folder).verdict is Verdict.WARN
    assert f"{NAME}.damaged." in games(folder).seen


def test_games_of_a_newer_version_are_told_with_what_to_install(folder):
    with closing(sqlite3.connect(folder / NAME)) as other:
        other.execute("UPDATE meta SET version = 99")
        other.execute("PRAGMA user_version = 99")
        other.commit()
    assert (games(folder).verdict, "install" in games(folder).mend) == (Verdict.FAIL, True)


def test_a_file_that_can_t_be_opened_is_told(folder):
    (folder / NAME).unlink()
    (folder / NAME).mkdir()
    assert games(folder).verdict is Verdict.FAIL
    assert "can't be read" in games(folder).seen
