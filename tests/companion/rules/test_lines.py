"""A setup is one line and back; a whole position too."""

from dataclasses import replace

import pytest

from companion.errors import ImpossibleSetup, Unreadable
from companion.rules.commands import Bonus, CountDeck, Tile
from companion.rules.lines import read_position, read_setup_line, write_position, write_setup_line
from companion.rules.options import DiscardAtFull, Loss, Options, Talk
from companion.rules.position import Status, starting
from companion.rules.script import played
from companion.rules.setup import Setup

SETUPS = {
    "rr2013 3": Setup(3),
    "storm 5 starter=4": Setup(5, edition="storm", starter=4),
    'giant ["Ann", "Bo | =x", "Ćy"] rainbow black dazzling': Setup(
        3, ("Ann", "Bo | =x", "Ćy"), edition="giant", variants=("rainbow", "black", "dazzling")
    ),
    "rr2013 2 expert zero_clue=true discard_at_full=no-token loss=zero lose_on_lost_card=true talk=open": Setup(
        2,
        variants=("expert",),
        options=Options(True, DiscardAtFull.NO_TOKEN, Loss.ZERO, True, Talk.OPEN),
    ),
    "storm 2 no-final-round zero_clue=false lose_on_lost_card=false": Setup(
        2, edition="storm", variants=("no-final-round",), options=Options(loss=Loss.ZERO)
    ),
}


@pytest.mark.parametrize("line", SETUPS)
def test_a_setup_is_a_line_and_back(line):
    assert read_setup_line(line) == SETUPS[line]
    assert write_setup_line(SETUPS[line]) == line


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "After the edition stand the players"),
        ("rr2013", "After the edition stand the players"),
        ("rr2013 [", "After the edition stand the players"),
        ("rr2013 " + "[" * 100_000, "After the edition stand the players"),
        ("rr2013 3 talk=loud", "can't be 'loud'"),
        ("rr2013 3 start=1", "Unknown key 'start'"),
        ("rr2013 3 starter=x", "must be a whole number"),
        ('rr2013 "Ann"', "must be a whole number"),
    ],
)
def test_a_line_that_is_no_setup_is_unreadable(line, says):
    with pytest.raises(Unreadable, match=says):
        read_setup_line(line)


@pytest.mark.parametrize("line", ["nobody 3", "rr2013 6", "rr2013 3 rain", "rr2013 3 expert no-final-round"])
def test_a_line_of_a_setup_that_can_t_be_is_refused_as_such(line):
    with pytest.raises(ImpossibleSetup):
        read_setup_line(line)


def test_a_position_of_a_game_just_begun_is_its_setup_and_its_table():
    assert write_position(starting(Setup(3))) == "rr2013 3 | R0 Y0 G0 B0 W0 / - / clues 8 fuses 0 deck 35 player 0"


POSITIONS = {
    "what was played": played(Setup(3), "R1 R2 clue -R1 W5"),
    "a final round": played(Setup(3), "R2 clue", lying="R1 // deck 1"),
    "unread cards": played(Setup(3), "? clue -? !?"),
    "a tile owed": played(Setup(3, variants=("dazzling",)), "R5", lying="R4 / W5 / deck 9"),
    "a tile used": played(Setup(3, variants=("dazzling",)), "R5", lying="R4 / W5 / deck 9").handle(Bonus(Tile.OTHER)),
    "hands that shrink": played(Setup(3, variants=("expert",)), "R2 Y1 clue G1", lying="R1 // deck 1"),
    "a lost game": played(Setup(3), "R5 Y5 G5"),
    "a pile counted": played(Setup(3), "R1").handle(CountDeck(30)),
}


@pytest.mark.parametrize("what", POSITIONS)
def test_a_position_is_a_line_and_back(what):
    position = POSITIONS[what].position
    assert read_position(write_position(position)) == position


def test_a_position_at_any_status_is_a_line_and_back():
    for status in Status:
        position = replace(starting(Setup(3)), status=status, fuses=2)
        assert read_position(write_position(position)) == position


def test_what_a_table_adopted_would_not_tell_stands_behind_it():
    line = write_position(POSITIONS["a final round"].position)
    assert line.endswith("clues 7 fuses 0 deck 0 player 2 turn=3 left=2 since=1")


def test_a_line_may_leave_out_the_counts():
    assert read_position("rr2013 3 | R2") == replace(starting(Setup(3)), heights=(2, 0, 0, 0, 0), hands=(5, 4, 4))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rr2013 3", "is its setup, a | and the table"),
        ("rr2013 3 | K5", "no suit K in this game"),
        ("rr2013 3 | R1 score=3", "doesn't tell 'score'"),
        ("rr2013 3 | R1 turn=x", "is no count"),
        ("rr2013 3 | R1 turn=99999", "is no count"),
        ("rr2013 3 | R1 hands=1,2", "3 players hold 3 hands: '1,2' tells 2"),
        ("rr2013 3 | R1 status=fine", "doesn't stand 'fine'"),
    ],
)
def test_a_line_that_is_no_position_is_unreadable(line, says):
    with pytest.raises(Unreadable, match=says.replace("|", r"\|")):
        read_position(line)
