"""Past games deleted and brought in while the table lives."""

from __future__ import annotations

import pytest

from companion.errors import Refused
from companion.messages import Bring, Forget
from companion.rules.commands import Stop
from companion.rules.game import Game
from companion.rules.script import read_script
from companion.rules.setup import Setup


def test_the_game_that_is_on_is_not_deleted(table):
    table.lays("R1")
    with pytest.raises(Refused, match="Game 1 is on"):
        table.gets(Forget(1))
    assert table.history == ["play R1"]


def test_the_last_game_deleted_leaves_a_table_without_one_and_the_next_begins_as_ever(table):
    table.lays("R1", "?")
    assert table.page["questions"]
    table.gets(Stop())
    table.gets(Forget(1))
    assert (table.page["game"], table.page["questions"]) == (None, [])
    table.clears().lays("Y1")
    assert (table.page["game"], table.history) == (2, ["play Y1"])


def test_a_game_brought_in_disturbs_nothing(table):
    table.lays("R1")
    brought = Game.replay(Setup(2), read_script("R1 clue stop"))
    before = table.page["version"]
    assert table.gets(Bring(brought)).page["version"] == before + 1  # so that pages that compare games are made anew
    assert table.history == ["play R1"]
    table.lays("R2")
    assert table.history == ["play R1", "play R2"]
    assert table.journal.games[1].log == brought.log
