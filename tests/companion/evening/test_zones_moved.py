"""Zones that are moved, and eyes that are made anew: what lies there is taken as lying there, never as an event."""

from __future__ import annotations

import pytest

from companion.errors import Refused
from companion.messages import Rezone
from companion.table.layout import Area
from companion.table.placements import Zone

SWAPPED = {Zone.FIREWORKS: Area(40, 225, 760, 485), Zone.DISCARDS: Area(40, 15, 760, 205)}


def test_zones_are_moved_on_an_empty_mat_and_the_next_card_is_told_by_them(table):
    table.gets(Rezone(SWAPPED))
    table.finds().lays("-R1")
    assert table.history == ["play R1"]


def test_while_cards_lie_there_zones_are_moved_only_if_that_is_meant(table):
    table.lays("R1")
    with pytest.raises(Refused, match="Cards lie on the mat"):
        table.gets(Rezone(SWAPPED))
    table.lays("Y1")
    assert table.history == ["play R1", "play Y1"]
    table.gets(Rezone(SWAPPED, even_with_cards=True))
    table.finds("-R1", "-Y1").waits(5)
    assert table.history == ["play R1", "play Y1"]
    assert table.alarms == {}


def test_cards_that_the_new_zones_make_something_else_are_told_and_never_counted(table):
    table.lays("R1", "Y1")
    table.gets(Rezone(SWAPPED, even_with_cards=True))
    table.finds("R1", "Y1").waits(5)
    assert table.history == ["play R1", "play Y1"]
    assert "R1 and Y1 on the table, not counted" in table.alarms["count-mismatch"]


def test_what_the_old_eyes_still_tell_is_not_judged_by_the_new_zones(table):
    table.lays("R1")
    table.gets(Rezone(SWAPPED, even_with_cards=True))
    table.lays("B1").waits(5)
    assert table.history == ["play R1"]
    table.finds("-R1", "-B1").waits(2)
    assert table.history == ["play R1"]
    assert "B1 lies there and isn't counted" in table.questions[0]["say"]


def test_eyes_made_anew_number_their_cards_anew_and_no_card_is_mistaken_for_another(table):
    table.lays("R1", "Y1")
    table._next_id = 1
    table.finds("Y1", "R1").lifts("R1").waits(8)
    assert table.history == ["play R1", "play Y1"]
    table.lays("R2")
    assert table.history == ["play R1", "play Y1", "play R2"]
