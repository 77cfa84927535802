"""A game that was exported, read back."""

import time

import pytest

from companion.errors import Unreadable
from companion.exporting import Format, exported
from companion.importing import MOST_BYTES, MOST_LINES, read_game, same_game
from companion.journal.past import PastGame, folded
from companion.ports import SavedGame
from companion.rules.options import Options, Talk
from companion.rules.script import read_script
from companion.rules.setup import Setup

NAMED = Setup(3, ("Ann", "Bo", "Cy"), variants=("dazzling",), options=Options(talk=Talk.OPEN))
SCRIPT = "R1 clue:R>2=1 -B3 R2 undo ? @4=Y1 deck=30 turn=2 [R4 / B3 / clues 3 deck 9] R5 *return=B3 Y5 stop"
SETUP = b'{"setup": {"players": 2}}\n'


def past(script: str = SCRIPT, begun: float | None = 1_780_000_020.0) -> PastGame:
    saved = SavedGame(7, NAMED, read_script(script))
    return PastGame(saved, folded(saved), begun, begun, True)


@pytest.mark.parametrize("form", [Format.TEXT, Format.JSON])
def test_what_was_exported_comes_back_as_the_same_game(form):
    game = past()
    read = read_game(exported(game, form).encode())
    assert read.game == game.game
    assert same_game([past("R1"), game], read.game) == 7
    assert same_game([past("R1")], read.game) is None


def test_the_page_of_text_has_its_date_and_json_has_none():
    assert read_game(exported(past(), Format.TEXT).encode()).begun == 1_780_000_020.0
    assert read_game(exported(past(), Format.JSON).encode()).begun is None
    assert read_game(exported(past(begun=None), Format.TEXT).encode()).begun is None
    assert read_game(b"# game 1, 1970-01-01 00:10\ngame rr2013 2\nR1\n").begun is None
    assert read_game(b"# game 1, 2026-19-41 00:10\ngame rr2013 2\nR1\n").begun is None
    assert time.localtime(read_game(b"# game 1, 2026-05-28 20:26\ngame rr2013 2\nR1\n").begun)[:5] == (
        2026,
        5,
        28,
        20,
        26,
    )


def test_a_game_exported_without_what_clues_said_is_the_same_game():
    game = past("R1 clue:R>2=1")
    assert same_game([game], read_game(exported(game, Format.JSON).encode()).game) == 7


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Line 1: A game begins with its setup"),
        (b"\xff\xfe\x00", "That file is no text"),
        (b"x" * (MOST_BYTES + 1), "larger than any game"),
        (b"hello\n", "Line 1: This is no JSON"),
        (b'{"do": "clue"}\n', "Line 1: A game begins with its setup"),
        (SETUP + b"\n" + SETUP, "Line 3: Another game begins here"),
        (SETUP + b'{"do": "play", "card": "R9"}\n', "Line 2: "),
        (SETUP + b'\n{"do": "discard", "card": "R1"}\n', "Line 3: "),
        (b'{"setup": {"players": 6}}\n', "Line 1: Hanabi is for 2 to 5 players, not 6."),
        (SETUP, "Nothing was played"),
        (b"game rr2013 2\n  1. R1 clue\n  3. B9\n", "Line 3: "),
        (
            SETUP + b'{"do": "clue"}\n{"do": "undo"}\n' * (MOST_LINES // 2 + 1),
            f"Line {MOST_LINES + 2}: No game is that",
        ),
    ],
)
def test_rubbish_is_one_sentence_that_names_the_line(data, why):
    with pytest.raises(Unreadable) as refused:
        read_game(data)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_whole_games_in_other_line_ends_and_with_a_mark_before_are_read():
    assert read_game(b"\xef\xbb\xbf" + SETUP.replace(b"\n", b"\r\n") + b'{"do": "clue"}\r\n').game.position.clues == 7
