"""A course of play is one line of text and back."""

import pytest

from companion.errors import Refused, Unreadable
from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play, Stop, Undo
from companion.rules.script import played, read_script, write_script
from companion.rules.setup import Setup

LINE = "R1 clue -B3 !W4 ? -? !? undo stop"


def test_every_word_has_its_command():
    assert read_script(LINE) == (
        Play(Card.parse("R1")),
        GiveClue(),
        Discard(Card.parse("B3")),
        Play(Card.parse("W4"), misplay=True),
        Play(None),
        Discard(None),
        Play(None, misplay=True),
        Undo(),
        Stop(),
    )


def test_a_script_written_is_the_script_read():
    assert write_script(read_script(LINE)) == LINE


def test_a_word_that_is_none_is_unreadable():
    with pytest.raises(Unreadable, match="'pass'"):
        read_script("R1 pass")


def test_numbers_before_a_full_stop_and_what_stands_behind_a_hash_are_for_people():
    assert read_script("  1. R1 clue # R2 is next\n  3. -B3\n# the end") == read_script("R1 clue -B3")


def test_a_table_adopted_is_one_word_though_it_has_spaces():
    script = "[R2 / W3 / deck 9] clue"
    assert len(read_script(script)) == 2
    assert read_script(write_script(read_script(script))) == read_script(script)


def test_a_game_played_begins_after_the_deal_or_where_the_diagram_says():
    assert played(Setup(3), "R1").position.turn == 2
    assert played(Setup(3), "R3", lying="R2").position.heights[0] == 3


def test_a_script_that_the_rules_refuse_is_refused():
    with pytest.raises(Refused):
        played(Setup(3), "-R1")
