"""A data folder as an earlier version left it (`before`: one drawn game of 57 turns): nothing in it is lost or changed.

It was written by the companion's first version that kept games, with `companion demo --once --seed 3 --data before`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.history import game_line, timeline
from companion.journal.backup import back_up
from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.journal.restore import restore
from companion.wiring.keeping import kept_pin

WALL = 1_790_000_000.0
BEFORE = Path(__file__).with_name("before")


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(BEFORE, tmp_path / "data"))


def told(folder):
    return [(game_line(past), timeline(past.game)) for past in PastGames(folder).games()]


def test_its_game_is_read_turn_by_turn(folder):
    [past] = PastGames(folder).games()
    line = game_line(past)
    assert (line["score"], line["status"], line["rating"]) == (24, "finished", "amazing")
    assert len(timeline(past.game)) >= 57


def test_the_table_goes_on_there_and_its_pin_stays(folder):
    was = told(folder)
    open_journal(folder).close()
    assert told(folder) == was
    assert kept_pin(folder) == (BEFORE / "pin").read_text().strip()


def test_backed_up_and_restored_it_is_the_same(folder, tmp_path):
    back_up(folder, tmp_path / "b.zip", WALL)
    assert restore(tmp_path / "elsewhere", tmp_path / "b.zip", WALL).games == 1
    assert told(tmp_path / "elsewhere") == told(folder)
