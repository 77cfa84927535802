"""A game is one page of text and back."""

import pytest

from companion.errors import Unreadable, UnreadableLine
from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.rules.sheet import is_sheet, read_sheet, write_sheet

SETUP = Setup(3, ("Ann", "Bo", "Cy # 3"), variants=("rainbow",))
PAGE = """game rr2013 ["Ann", "Bo", "Cy # 3"] rainbow
  1. R1 clue:R>2=1 -B3
  4. R2 undo @1=Y1
  4. Y2
"""


def test_a_game_is_a_page_with_a_round_a_line_numbered_as_the_history_counts():
    assert write_sheet(played(SETUP, "R1 clue:R>2=1 -B3 R2 undo @1=Y1 Y2")) == PAGE


def test_a_page_read_is_the_game_that_was_written():
    assert write_sheet(Game.replay(*read_sheet(PAGE))) == PAGE


def test_a_game_just_begun_is_its_setup_alone():
    assert write_sheet(Game.new(Setup(2))) == "game rr2013 2\n"
    assert read_sheet("game rr2013 2\n") == (Setup(2), ())


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("game rr2013 6\nR1", "Line 1: Hanabi is for 2 to 5"),
        ("game rr2013 3\n\nR1 pass", "Line 3: 'pass' is no card"),
    ],
)
def test_a_line_that_can_t_be_read_is_named(page, says):
    with pytest.raises(UnreadableLine, match=says):
        read_sheet(page)


@pytest.mark.parametrize("page", ["", "# nothing", "R1 clue", "game rr2013 3\nR1\ngame rr2013 2", "R1\ngame rr2013 3"])
def test_a_page_holds_one_game_and_begins_with_its_setup(page):
    with pytest.raises(Unreadable, match="A page holds one game"):
        read_sheet(page)


@pytest.mark.parametrize(("line", "answer"), [("game rr2013 3", True), ("# a game", True), ('{"setup": {}}', False)])
def test_a_page_is_told_from_lines_of_json(line, answer):
    assert is_sheet(line) is answer
