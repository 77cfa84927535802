"""A past game as text for others to read."""

import csv
import io
import json
import time

import pytest

from companion.exporting import COLUMNS, Format, exported
from companion.journal.past import PastGame, folded
from companion.ports import SavedGame
from companion.referee import referee
from companion.rules.options import Options, Talk
from companion.rules.script import read_script
from companion.rules.setup import Setup

NAMED = Setup(3, ("Ann", "=SUM(A1)", "Cy"), variants=("dazzling",))
SCRIPT = "R1 clue:R>2=1 -B3 R2 undo ? @4=Y1 deck=30 turn=2 [R4 / B3 / clues 3 deck 9] R5 *return=B3 Y5"


def past(setup: Setup, script: str, begun: float | None = 1_780_000_000.0) -> PastGame:
    saved = SavedGame(7, setup, read_script(script))
    return PastGame(saved, folded(saved), begun, begun, True)


@pytest.mark.parametrize("form", [Format.TEXT, Format.JSON])
@pytest.mark.parametrize("talk", Talk)
def test_what_is_exported_the_referee_reads_and_comes_to_the_same_end(form, talk):
    game = past(Setup(3, ("Ann", "Bo", "Cy"), variants=("dazzling",), options=Options(talk=talk)), SCRIPT)
    *_, (again, refusal) = referee(exported(game, form).splitlines())
    assert refusal is None
    assert again.position == game.game.position
    assert len(again.log) == len(game.game.log)


def test_the_page_begins_with_the_date_and_ends_with_how_it_stands():
    lines = exported(past(Setup(2), "R1"), Format.TEXT, clock=time.gmtime).splitlines()
    assert lines[0] == "# game 7, 2026-05-28 20:26"
    assert lines[1:3] == ["game rr2013 2", "  1. R1"]
    assert lines[3].startswith("# Player 2 is in turn: 1 point")


def test_a_game_whose_clock_was_not_set_has_no_date():
    assert exported(past(Setup(2), "R1", None), Format.TEXT).startswith("# game 7\n")


def test_json_is_the_contract_s_lines():
    lines = [json.loads(line) for line in exported(past(Setup(2), "R1 stop"), Format.JSON).splitlines()]
    assert lines[0]["setup"]["players"] == 2
    assert lines[1:] == [{"do": "play", "card": "R1"}, {"do": "stop"}]


def test_csv_has_one_row_an_action_that_stands():
    rows = list(csv.DictReader(io.StringIO(exported(past(Setup(2), "R1 clue undo R4 stop"), Format.CSV))))
    assert [(row["n"], row["do"], row["card"], row["as"], row["fuses"]) for row in rows] == [
        ("1", "play", "R1", "", "0"),
        ("2", "play", "R4", "misplay", "1"),
        ("3", "stop", "", "", "1"),
    ]
    assert list(rows[0]) == list(COLUMNS)


def test_a_name_that_a_spreadsheet_would_reckon_with_is_text():
    rows = list(csv.DictReader(io.StringIO(exported(past(NAMED, "R1 clue"), Format.CSV))))
    assert rows[1]["name"] == "'=SUM(A1)"


@pytest.mark.parametrize("form", Format)
def test_what_clues_said_is_left_out_while_a_strict_game_is_on(form):
    def colour_is_told(script: str, talk: Talk) -> bool:
        setup = Setup(2, options=Options(talk=talk))
        text = exported(past(setup, script), form)
        return ":R>1" in text or '"colour": "R"' in text or ",1,R," in text

    assert not colour_is_told("clue:R>1", Talk.STRICT)
    assert not colour_is_told("clue:R>1", Talk.OPEN)
    assert colour_is_told("clue:R>1", Talk.REMINDER)
    assert colour_is_told("clue:R>1 stop", Talk.STRICT)
