"""Games that are forgotten, and games that came from a file: rows like any other, and never the table's own."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.journal.backup import back_up
from companion.journal.opening import open_journal, past_games
from companion.journal.past import PastGames
from companion.journal.store import SqliteJournal
from companion.ports import Standing
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.session import Session

WALL = 1_780_000_000.0
TWO = Setup(2, names=("Ann", "Bo"))


def numbers(folder):
    return [past.number for past in PastGames(folder).games()]


def brought(journal: SqliteJournal, log, begun=None) -> int:
    return journal.bring(TWO, log, begun, Standing("playing", 1))


def test_a_forgotten_game_is_told_no_more_and_its_number_is_not_given_again(tmp_path, opened, played):
    journal = opened(tmp_path)
    played(journal)
    played(journal)
    journal.forget(1)
    assert numbers(tmp_path) == [2]
    assert played(journal).number == 3
    journal.close()
    again = opened(tmp_path)
    assert [saved.id for saved in past_games(tmp_path)] == [2, 3]
    again.forget(3)
    assert played(again).number == 4
    assert numbers(tmp_path) == [2, 4]


def test_no_row_goes_by_it_and_the_file_is_whole(tmp_path, opened, played, database, log):
    journal = opened(tmp_path)
    played(journal)
    journal.forget(1)
    with closing(sqlite3.connect(database(tmp_path))) as other:
        lines = [line for (line,) in other.execute("SELECT line FROM events ORDER BY seq")]
        listed = other.execute("SELECT status FROM games").fetchall()
    assert len(lines) == len(log) + 2
    assert lines[-1] == '{"gone": true}'
    assert listed == [("forgotten",)]
    assert opened_again(journal, tmp_path, opened).remarks == ()


def opened_again(journal, folder, opened):
    journal.close()
    return opened(folder)


def test_where_the_last_game_was_forgotten_the_table_begins_with_none(tmp_path, opened, played):
    journal = opened(tmp_path)
    played(journal, ())
    played(journal)
    journal.forget(2)
    again = opened_again(journal, tmp_path, opened)
    assert again.last() is None
    assert Session(again).game is None
    assert not PastGames(tmp_path).games()[0].is_on  # another was begun after it, though that is gone


def test_a_brought_game_is_kept_whole_and_never_the_table_s_own(tmp_path, opened, played, log):
    journal = opened(tmp_path)
    session = played(journal, ())
    assert brought(journal, log, WALL) == 2
    own, other = PastGames(tmp_path).games()
    assert (own.is_on, other.is_on) == (True, False)
    assert other.game == Game.replay(TWO, log)
    assert (other.begun, other.seconds, other.saved.is_brought) == (WALL, None, True)
    again = opened_again(journal, tmp_path, opened)
    assert Session(again).game == session.game
    assert played(again).number == 3


def test_a_brought_game_without_a_date_has_none(tmp_path, opened, log):
    brought(opened(tmp_path), log)
    (past,) = PastGames(tmp_path).games()
    assert past.begun is None


def test_what_was_forgotten_and_brought_while_the_disk_was_full_is_written_later(tmp_path, opened, played, log):
    journal = opened(tmp_path)
    played(journal, ())
    journal.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as blocker:
        journal = opened(tmp_path)
        blocker.execute("BEGIN EXCLUSIVE")
        brought(journal, log)
        journal.forget(1)
        assert journal.trouble is not None
        blocker.execute("ROLLBACK")
    journal.retry()
    assert journal.trouble is None
    assert numbers(tmp_path) == [2]


def test_they_stay_so_when_the_file_breaks_under_the_table(tmp_path, opened, played, log):
    journal = opened(tmp_path)
    played(journal)
    brought(journal, log)
    journal.forget(1)
    journal.close()
    journal = opened(tmp_path)
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE events SET line = 'x' WHERE seq = (SELECT max(seq) FROM events WHERE game = 2)")
    journal.close()
    journal = open_journal(tmp_path, wall=lambda: WALL)
    try:
        assert "damaged" in journal.remarks[0]
        assert played(journal, ()).number == 3
        assert journal.last().id == 3
    finally:
        journal.close()


@pytest.mark.parametrize("begun", [None, WALL])
def test_a_backup_keeps_them_as_they_are(tmp_path, opened, played, log, begun):
    journal = opened(tmp_path / "table")
    played(journal)
    brought(journal, log, begun)
    journal.forget(1)
    assert back_up(tmp_path / "table", tmp_path / "kept.zip", WALL) == {"games": 1, "decks": 0}
