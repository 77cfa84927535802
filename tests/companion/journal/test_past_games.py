"""Past games are read beside the table that writes, and never in its way."""

import sqlite3
import threading

import pytest

from companion.errors import InTheWay
from companion.journal.opening import open_journal
from companion.journal.past import PastGames, folded
from companion.ports import SavedGame
from companion.rules.commands import GiveClue, Play
from companion.rules.position import Status
from companion.rules.script import read_script
from companion.rules.setup import Setup


def test_where_no_games_are_kept_there_are_none(tmp_path):
    assert PastGames(tmp_path).games() == ()
    assert PastGames(tmp_path).game(1) is None
    assert list(tmp_path.iterdir()) == []


def test_games_come_in_order_with_their_times_and_as_the_table_folds_them(opened, played, tmp_path):
    session = played(opened(tmp_path))
    session.begin(Setup(2))
    session.handle(GiveClue())
    first, second = PastGames(tmp_path).games()
    assert (first.number, second.number) == (1, 2)
    assert first.game.setup.names == ("Ann", "Bo", "Cy")
    assert second.game == session.game
    assert (first.begun, first.seconds) == (1_780_000_000.0, 0.0)
    assert (first.is_on, second.is_on) == (False, True)
    assert PastGames(tmp_path).game(2) == second


def test_a_game_that_is_over_is_not_on(opened, played, tmp_path):
    played(opened(tmp_path), read_script("R5 Y5 G5"))
    (past,) = PastGames(tmp_path).games()
    assert past.game.position.status is Status.LOST
    assert not past.is_on


def test_what_is_written_meanwhile_is_read_the_next_time(opened, played, tmp_path):
    session = played(opened(tmp_path), ())
    games = PastGames(tmp_path)
    before = games.games()
    session.handle(GiveClue())
    assert len(games.games()[0].saved.log) == len(before[0].saved.log) + 1


def test_what_has_not_changed_is_not_read_again(at_rest):
    games = PastGames(at_rest)
    assert games.games() is games.games()


def test_only_the_game_that_went_on_is_folded_again(opened, played, tmp_path):
    session = played(opened(tmp_path))
    session.begin(Setup(2))
    games = PastGames(tmp_path)
    before = games.games()
    session.handle(GiveClue())
    after = games.games()
    assert after[0].game is before[0].game
    assert after[1].game != before[1].game
    session.begin(Setup(3))
    assert [one.is_latest for one in games.games()] == [False, False, True]


def test_a_clock_that_was_not_set_gives_no_time(tmp_path, played):
    for wall in (lambda: 5.0, iter([1_780_000_000.0, 1_700_000_000.0]).__next__):
        folder = tmp_path / str(id(wall))
        journal = open_journal(folder, wall=wall)
        played(journal, (GiveClue(),))
        journal.close()
        (past,) = PastGames(folder).games()
        assert past.seconds is None


def test_of_a_damaged_file_is_told_what_can_be_believed(copied, at_rest, database):
    folder = copied(at_rest)
    with sqlite3.connect(database(folder)) as connection:
        connection.execute("UPDATE events SET line = '{}' WHERE seq = 5")
    connection.close()
    (past,) = PastGames(folder).games()
    assert len(past.saved.log) == 3


def test_a_file_that_is_no_journal_has_no_games(memory, database):
    database(memory).write_bytes(b"no journal " * 500)
    assert PastGames(memory).games() == ()


def test_a_file_that_may_not_be_read_is_told_in_a_sentence(tmp_path, database):
    database(tmp_path).mkdir()
    with pytest.raises(InTheWay, match="can't be read just now"):
        PastGames(tmp_path).games()


def test_a_line_that_the_rules_refuse_is_left_out_as_the_table_leaves_it_out():
    game = folded(SavedGame(1, Setup(3), read_script("-R1 R1")))
    assert [step.command for step in game.history] == [Play(read_script("R1")[0].card)]


def test_readers_never_keep_the_writer_waiting(opened, played, tmp_path):
    journal = opened(tmp_path)
    session = played(journal, ())
    games, stop, wrong = PastGames(tmp_path), threading.Event(), []

    def read():
        while not stop.is_set():
            counts = [len(past.saved.log) for past in games.games()]
            if counts != sorted(counts):
                wrong.append(counts)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(60):
            session.handle(GiveClue())
            session.handle(read_script("undo")[0])
            assert journal.trouble is None
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    assert wrong == []
    assert len(games.games()[0].saved.log) == 120
