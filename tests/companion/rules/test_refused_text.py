"""What is no command, position or page is refused by one exact sentence, and what only looks odd is read."""

import pytest

from companion.errors import CompanionError, Unreadable
from companion.rules.agreement import read_setup
from companion.rules.commands import Adopt
from companion.rules.diagram import adopted
from companion.rules.lines import read_position, read_setup_line, write_position
from companion.rules.notation import read_command
from companion.rules.setup import Setup
from companion.rules.sheet import is_sheet, read_sheet
from companion.rules.words import read_word

POSITION = "A position is its setup, a | and the table, like rr2013 3 | R2 Y1 / W3 / clues 5 deck 20."
KNOWN = "unknown, turn, left, since, drew, tiles, hands, status"


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        (
            read_command,
            {"do": "play", "card": "R1", "as": "discard"},
            "A play is no discard: write the action as a discard.",
        ),
        (
            read_command,
            {"do": "adopt", "stacks": {"R": 1, "red": 2}},
            "A suit stands twice among the stacks: name each once.",
        ),
        (
            read_command,
            {"do": "adopt", "discards": {"R1": -1}},
            "-1 copies of R1 can't lie among the discards.",
        ),
        (read_command, 7, "A JSON object in braces was expected for an action."),
        (read_command, {}, "'do' is missing in an action."),
        (read_command, {"do": "stop", "x": 1}, "Unknown key 'x' in an action: leave it out."),
        (read_setup, 7, "A JSON object in braces was expected for a setup."),
        (read_setup, {}, "'players' is missing in a setup."),
        (read_setup, {"players": 3, "colour": 1}, "Unknown key 'colour' in a setup: leave it out."),
        (read_setup, {"players": 3, "options": {"x": 1}}, "Unknown key 'x' in the options: leave it out."),
        (read_setup, {"players": [1, 2]}, "Each player's name must be a text of letters."),
        (read_setup, {"players": []}, "Hanabi is for 2 to 5 players: name them."),
        (read_setup, {"players": 3, "variants": [1]}, "'variants' must be a list of texts."),
        (
            read_setup,
            {"players": ["Wolfeschlegelsteinhausenbergerdorff the 1st", "Bo"]},
            "A player's name may have 40 letters: shorten 'Wolfeschlege'...",
        ),
        (adopted, "/ / / R1", "A position has three parts: tops / discards / counts."),
        (adopted, "/ / clues", "'clues': counts are written like clues 5 fuses 1 deck 20 player 2."),
        (read_position, "rr2013 3", POSITION),
        (
            read_setup_line,
            "rr2013 x",
            'After the edition stand the players: a number, or names like ["Ann", "Bo"].',
        ),
        (read_position, "rr2013 3 | / / colour=1", f"A position doesn't tell 'colour': choose from {KNOWN}."),
        (read_position, "rr2013 3 | / / turn=12345", "'12345' is no count: write a whole number."),
        (
            read_position,
            "rr2013 3 | / / status=gone",
            "A game doesn't stand 'gone': choose from playing, won, lost, finished, exhausted, stopped.",
        ),
        (read_position, "rr2013 3 | / / turn=1=2", "'1=2' is no count: write a whole number."),
        (read_sheet, "R1", "A page holds one game and begins with its setup, like: game rr2013 3."),
        (read_word, "[R1", "'[R1' is no card: write the suit's letter and the rank, like R1 or K5."),
        (read_word, "R1]", "'R1]' is no card: write the suit's letter and the rank, like R1 or K5."),
    ],
)
def test_it_is_refused_in_a_sentence_of_its_own(read, text, says):
    with pytest.raises(CompanionError) as refused:
        read(text)
    assert str(refused.value) == says


def test_a_name_of_forty_letters_is_short_enough():
    assert read_setup({"players": ["a" * 40, "b"]}).names == ("a" * 40, "b")


def test_no_copy_at_all_lies_nowhere():
    assert read_command({"do": "adopt", "discards": {"R1": 0}}) == Adopt()


def test_four_digits_are_a_count():
    line = "rr2013 3 | R0 Y0 G0 B0 W0 / - / clues 8 fuses 0 deck 35 player 0 turn=1234"
    assert read_position(line).turn == 1234
    assert write_position(read_position(line)) == line


def test_a_value_may_hold_an_equals_sign_only_where_one_is_known():
    with pytest.raises(Unreadable):
        read_setup_line("rr2013 3 starter=1=2")


def test_a_page_may_begin_after_spaces():
    assert is_sheet("   game rr2013 3")
    assert read_setup_line("rr2013 3") == Setup(3)


def test_names_keep_their_letters_on_the_line():
    names = '["Ann", "Bo | =x", "Ćy"]'
    assert read_position(f"rr2013 {names} | / /").setup.names == ("Ann", "Bo | =x", "Ćy")
