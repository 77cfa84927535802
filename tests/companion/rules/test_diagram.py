"""A position is one line of text and back."""

import pytest

from companion.errors import Unreadable
from companion.rules.commands import Adopt
from companion.rules.diagram import adopted, diagram
from companion.rules.script import played
from companion.rules.setup import Setup


def test_a_position_is_one_line():
    game = played(Setup(3), "R1 R2 clue -R1 W5")
    assert diagram(game.position) == "R2 Y0 G0 B0 W0 / R1 W5 / clues 8 fuses 1 deck 31 player 2"


def test_an_empty_table_has_no_discards():
    assert diagram(played(Setup(2)).position).startswith("R0 Y0 G0 B0 W0 / - / clues 8")


@pytest.mark.parametrize("script", ["", "R1 R2 clue -R1 W5", "clue clue Y1"])
def test_a_position_read_again_lies_the_same(script):
    there = played(Setup(3), script).position
    again = played(Setup(3), lying=diagram(there)).position
    assert diagram(again) == diagram(there)
    assert again.hands == there.hands


def test_parts_and_counts_may_be_left_out():
    assert adopted("") == Adopt()
    assert adopted("/ / fuses 2") == Adopt(fuses=2)


@pytest.mark.parametrize("text", ["R6", "R", "X1", "R1 / R9", "R1 / - / clues", "R1 / - / clues x", "/ / cards 3"])
def test_a_line_that_is_no_position_is_unreadable(text):
    with pytest.raises(Unreadable):
        adopted(text)


def test_a_fourth_part_is_unreadable():
    with pytest.raises(Unreadable, match="three parts"):
        adopted("R1 / R1 / clues 3 / fuses 1")
