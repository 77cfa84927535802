"""The journal on the disk: what is told to it is there again after any end of the program."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from companion.errors import AlreadyRunning, InTheWay
from companion.journal.opening import open_journal, past_games
from companion.ports import Standing
from companion.rules.cards import Card
from companion.rules.commands import Correct, GiveClue, Play, Undo
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.session import Session

WALL = 1_780_000_000.0


def test_a_new_folder_is_made_and_holds_nothing(tmp_path, opened):
    journal = opened(tmp_path / "a" / "b")
    assert journal.last() is None
    assert journal.trouble is None
    assert journal.remarks == ()
    assert journal.starts == 1


def test_a_game_is_there_again_after_closing(tmp_path, opened, log, played):
    first = played(opened(tmp_path))
    opened(tmp_path / "other")
    first.close()
    again = Session(opened(tmp_path))
    assert again.game == first.game
    assert again.game.log == log
    assert again.number == 1


def test_undo_and_correct_are_entries_like_any_other(tmp_path, opened, played):
    log = (Play(Card.parse("R1")), GiveClue(), Undo(), Correct(1, Card.parse("Y1")))
    session = played(opened(tmp_path), log)
    session.close()
    assert opened(tmp_path).last().log == log


def test_games_are_counted_from_one_and_the_last_goes_on(tmp_path, opened, played):
    journal = opened(tmp_path)
    played(journal)
    assert played(journal, ()).number == 2
    journal.close()
    again = opened(tmp_path)
    assert again.last().id == 2
    assert again.last().log == ()
    assert [saved.id for saved in past_games(tmp_path)] == [1, 2]


def test_starts_are_counted(tmp_path, opened):
    for count in (1, 2, 3):
        journal = opened(tmp_path)
        assert journal.starts == count
        journal.close()


def test_an_entry_is_a_line_that_the_referee_reads(tmp_path, opened, log, played, database):
    played(opened(tmp_path), log[:2])
    with closing(sqlite3.connect(database(tmp_path))) as other:
        rows = other.execute("SELECT seq, game, at, clock_set, line FROM events").fetchall()
        listed = other.execute("SELECT id, begun, status, points, ended FROM games").fetchall()
    assert [row[:4] for row in rows] == [(1, 1, WALL, 1), (2, 1, WALL, 1), (3, 1, WALL, 1)]
    assert [json.loads(row[4]) for row in rows[1:]] == [{"do": "play", "card": "R1"}, {"do": "clue"}]
    assert json.loads(rows[0][4])["setup"]["players"] == ["Ann", "Bo", "Cy"]
    assert listed == [(1, WALL, "playing", 1, None)]


def test_an_end_is_listed_and_an_end_taken_back_is_not(tmp_path, opened, database):
    journal = opened(tmp_path)
    number = journal.begin(Setup(2))
    for status, ended in (("lost", WALL), ("playing", None)):
        journal.add(number, GiveClue(), Standing(status, 7))
        with closing(sqlite3.connect(database(tmp_path))) as other:
            assert other.execute("SELECT status, points, ended FROM games").fetchone() == (status, 7, ended)


def test_a_clock_that_was_never_set_is_noted(tmp_path, database):
    journal = open_journal(tmp_path, wall=lambda: 86_400.0)
    journal.begin(Setup(2))
    with closing(sqlite3.connect(database(tmp_path))) as other:
        assert other.execute("SELECT at, clock_set FROM events").fetchall() == [(86_400.0, 0)]
    journal.close()


def test_order_is_by_number_and_not_by_the_clock(tmp_path, log, played):
    times = iter([2e9, 1.9e9, 3e9, 1.8e9] + [1.8e9] * 20)
    journal = open_journal(tmp_path, wall=lambda: next(times))
    session = played(journal, log[:5])
    journal.close()
    (saved,) = past_games(tmp_path)
    assert Game.replay(saved.setup, saved.log) == session.game


def test_each_write_is_synced(tmp_path, opened):
    journal = opened(tmp_path)
    journal.begin(Setup(2))
    assert journal._writer is not None
    told = journal._writer._connection.execute
    assert told("PRAGMA synchronous").fetchone() == (2,)
    assert told("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_second_copy_on_the_same_folder_is_refused_by_name(tmp_path, opened):
    first = opened(tmp_path)
    with pytest.raises(AlreadyRunning, match=r"process \d+: companion test.*--data"):
        opened(tmp_path)
    first.close()
    opened(tmp_path)


def test_a_lock_file_left_behind_locks_nobody_out(tmp_path, opened):
    (tmp_path / "companion.lock").write_text("1 companion run\n")
    opened(tmp_path)


def test_a_file_in_the_folders_place_is_told(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(InTheWay, match="no folder"):
        open_journal(tmp_path / "data")


def test_who_only_reads_sees_the_game_that_is_on(tmp_path, opened, played):
    assert past_games(tmp_path) == []
    session = played(opened(tmp_path))
    assert past_games(tmp_path)[0].log == session.game.log


def test_an_entry_that_these_rules_refuse_is_left_out_each_time(tmp_path, opened):
    journal = opened(tmp_path)
    number = journal.begin(Setup(3))
    for command in (GiveClue(), Play(Card.parse("M1")), Play(Card.parse("R1"))):
        journal.add(number, command, Standing("playing", 0))
    journal.close()
    session = Session(opened(tmp_path))
    assert [step.command for step in session.game.history] == [GiveClue(), Play(Card.parse("R1"))]
    assert "Entry 2" in session.remarks[0]
