"""Damaged journals: everything is noticed, nothing wrong is shown, the file is kept under a dated name and the game
goes on.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from companion.errors import NewerJournal
from companion.journal.examining import examine
from companion.journal.opening import past_games
from companion.journal.rows import Tip
from companion.journal.tip import note_tip, noted_tip
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.session import Session


def aside(folder):
    """The damaged files that were moved aside."""
    return sorted(path for path in folder.glob("*.damaged.*") if path.name[-1].isdigit())


def shows_nothing_wrong(journal, log):
    """All of what was kept, or its beginning with a remark about the rest."""
    saved = journal.last()
    if saved is None:
        return bool(journal.remarks)
    return saved.setup == Setup(3, ("Ann", "Bo", "Cy")) and (
        saved.log == log or (saved.log == log[: len(saved.log)] and bool(journal.remarks))
    )


def goes_on(journal, folder):
    """A new entry is kept."""
    session = Session(journal)
    if session.game is None:
        session.begin(Setup(2))
    session.handle(GiveClue())
    journal.close()
    return past_games(folder)[-1].log[-1] == GiveClue()


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_file_cut_at_any_length_is_noticed_and_the_game_goes_on(
    crashed, at_rest, copied, opened, suffix, log, database
):
    source = crashed if suffix else at_rest
    size = database(source, suffix).stat().st_size
    for length in sorted({0, 1, 15, 16, 31, 32, 99, 100, *range(0, size, max(1, size // 40)), size - 1}):
        folder = copied(source)
        with database(folder, suffix).open("r+b") as file:
            file.truncate(length)
        journal = opened(folder)
        assert journal.trouble is None, length
        assert journal.last() is None or journal.last().log != log or length >= size - 1 or not suffix, length
        assert shows_nothing_wrong(journal, log), length
        assert goes_on(journal, folder), length


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_no_flipped_bit_makes_the_page_show_anything_wrong(crashed, at_rest, copied, opened, suffix, database, log):
    source = crashed if suffix else at_rest
    whole = database(source, suffix).read_bytes()
    chance = random.Random(7)
    folder = copied(source)
    others = {path: path.read_bytes() for path in folder.iterdir() if path != database(folder, suffix)}
    for bit in chance.sample(range(len(whole) * 8), 300):
        for path in folder.iterdir():
            path.unlink()
        for path, content in others.items():
            path.write_bytes(content)
        spoilt = bytearray(whole)
        spoilt[bit // 8] ^= 1 << bit % 8
        database(folder, suffix).write_bytes(spoilt)
        journal = opened(folder)
        assert shows_nothing_wrong(journal, log), bit
        journal.close()


def test_every_flipped_bit_in_a_line_is_noticed(at_rest, copied, opened, database):
    whole = database(at_rest).read_bytes()
    start = whole.index(b'{"do"')
    for bit in range(start * 8, (start + 18) * 8, 5):
        folder = copied(at_rest)
        spoilt = bytearray(whole)
        spoilt[bit // 8] ^= 1 << bit % 8
        database(folder).write_bytes(spoilt)
        journal = opened(folder)
        assert journal.remarks, bit
        assert database(folder).exists()
        assert aside(folder)[0].read_bytes() == bytes(spoilt)
        journal.close()


def test_what_can_be_believed_goes_on_in_the_new_file(at_rest, copied, opened, log, database):
    folder = copied(at_rest)
    with closing(sqlite3.connect(database(folder))) as other:
        other.execute("UPDATE events SET line = replace(line, 'W4', 'W3') WHERE line LIKE '%W4%'")
        other.commit()
    before = log.index(next(c for c in log if str(getattr(c, "card", "")) == "W4"))
    journal = opened(folder)
    assert journal.last().log == log[:before]
    assert f"Its last {len(log) - before} entries are missing" in journal.remarks[0]
    journal.close()
    assert opened(folder).last().log == log[:before]


def test_an_entry_taken_out_is_noticed(at_rest, copied, opened, database):
    folder = copied(at_rest)
    with closing(sqlite3.connect(database(folder))) as other:
        other.execute("DELETE FROM events WHERE seq = 5")
        other.commit()
    assert "entry 6" in opened(folder).remarks[0]


def test_the_last_entries_taken_out_are_noticed(at_rest, copied, opened, database):
    folder = copied(at_rest)
    with closing(sqlite3.connect(database(folder))) as other:
        other.execute("DELETE FROM events WHERE seq > 10")
        other.commit()
    assert "last" in opened(folder).remarks[0]


def test_a_list_of_games_that_was_changed_is_noticed(at_rest, copied, opened, log, database):
    folder = copied(at_rest)
    with closing(sqlite3.connect(database(folder))) as other:
        other.execute("UPDATE games SET points = 25")
        other.commit()
    journal = opened(folder)
    assert "game 1" in journal.remarks[0]
    assert journal.last().log == log
    journal.close()
    with closing(sqlite3.connect(database(folder))) as other:
        assert other.execute("SELECT points FROM games").fetchone()[0] < 25


def test_a_file_that_is_no_database_is_moved_aside(tmp_path, opened, database):
    database(tmp_path).write_bytes(b"Dear diary, today we played Hanabi. " * 100)
    journal = opened(tmp_path)
    assert journal.last() is None
    assert len(aside(tmp_path)) == 1
    assert journal.remarks[0].startswith("The journal was damaged")


def test_versions_go_on_growing_after_a_journal_was_lost(tmp_path, opened, played, database):
    first = opened(tmp_path)
    before = played(first).latest.version
    first.close()
    database(tmp_path).write_bytes(b"nothing")
    assert Session(opened(tmp_path)).latest.version > before


def test_a_file_that_breaks_under_our_hands_is_moved_aside_and_the_game_goes_on(tmp_path, opened, log, played):
    journal = opened(tmp_path)
    session = played(journal)
    journal._writer._connection.execute("DROP TABLE events")
    session.handle(GiveClue())
    assert journal.trouble is None
    assert journal.remarks[0].startswith("The journal was damaged")
    journal.close()
    assert past_games(tmp_path)[-1].log == (*log, GiveClue())


def test_a_newer_file_is_refused_and_left_as_it_is(at_rest, copied, opened, database):
    folder = copied(at_rest)
    with closing(sqlite3.connect(database(folder))) as other:
        other.execute("UPDATE meta SET version = 99")
        other.execute("PRAGMA user_version = 99")
        other.commit()
    whole = database(folder).read_bytes()
    with pytest.raises(NewerJournal, match="newer version"):
        opened(folder)
    assert database(folder).read_bytes() == whole
    assert aside(folder) == []


def test_examining_changes_nothing(crashed, copied, log, database):
    folder = copied(crashed)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(examine(database(folder)).entries) == len(log) + 1
    assert {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")} == before


def test_a_note_that_cannot_be_believed_is_no_note(tmp_path, database):
    journal = database(tmp_path)
    assert noted_tip(journal) == Tip()
    note_tip(journal, Tip(12, 3456789))
    assert noted_tip(journal) == Tip(12, 3456789)
    whole = database(tmp_path, "-tip").read_bytes()
    for length in range(len(whole) - 1):
        database(tmp_path, "-tip").write_bytes(whole[:length])
        assert noted_tip(journal) == Tip()
