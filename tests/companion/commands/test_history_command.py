"""`companion history`, `export`, `backup` and `restore` as they are called."""

import io
import json
import sys

import pytest

from companion.cli import main
from companion.journal.opening import open_journal
from companion.rules.script import read_script
from companion.rules.setup import Setup
from companion.session import Session

WON = "[R5 Y5 G5 B5 W4 / - / clues 3 deck 9] W5"


@pytest.fixture
def data(tmp_path):
    """A data folder with two games: one won, one that is on."""
    folder = tmp_path / "data"
    journal = open_journal(folder, wall=lambda: 1_780_000_000.0)
    session = Session(journal)
    for setup, script in ((Setup(2, ("Ann", "Bo")), WON), (Setup(3, variants=("rainbow",)), "R1 clue")):
        session.begin(setup)
        for command in read_script(script):
            session.handle(command)
    journal.close()
    return folder


def test_history_lists_games_and_records(data, capsys):
    assert main(["history", "--data", str(data)]) == 0
    won, on, record = capsys.readouterr().out.splitlines()
    assert "Ann, Bo  rr2013  25 of 25 (legendary), 1 action, 0 min" in won
    assert "rr2013 with rainbow  on now, 1 of 30 (playing), 2 actions" in on
    assert record == "Ann, Bo; base game: 1 over, best 25, mean 25.0, 1 perfect"


def test_history_as_json_is_an_object_a_line(data, capsys):
    assert main(["history", "--json", "--data", str(data)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("game") for line in lines] == [1, 2, None]
    assert lines[2]["record"]["best"] == 25


def test_history_of_one_game_is_its_course(data, capsys):
    assert main(["history", "2", "--data", str(data)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    assert told[2].endswith("1 points  7 clues  0 mistakes  44 to draw  Player 2 gives a clue.")


def test_an_empty_folder_has_no_games_and_says_so(tmp_path, capsys):
    assert main(["history", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No games are kept there yet.\n"
    assert main(["history", "--json", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [["history", "9"], ["export", "9"], ["export", "0", "--format", "csv"]])
def test_a_game_that_is_not_kept_is_told(words, data, capsys):
    assert main([*words, "--data", str(data)]) == 2
    assert "companion history lists those that are kept." in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_export_writes_referee_reads(form, data, capsys, monkeypatch):
    assert main(["export", "1", "--format", form, "--data", str(data)]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(capsys.readouterr().out))
    assert main(["referee", "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["status"], last["score"]) == ("won", 25)


def test_export_as_csv_is_a_table(data, capsys):
    assert main(["export", "2", "--format", "csv", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("n,player,name,do,card,")


def test_a_backup_is_written_and_restored(data, tmp_path, capsys):
    file, new = tmp_path / "b.zip", tmp_path / "new"
    (tmp_path / "mine.toml").write_text("port = 1")
    assert main(["backup", str(file), "--data", str(data), "--config", str(tmp_path / "mine.toml")]) == 0
    assert capsys.readouterr().out == f"{file} holds 2 games and 0 taught decks.\n"
    assert main(["restore", str(file), "--data", str(new)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Restored 2 games and 0 taught decks in {new}.",
        f"The settings are there too: companion run --config {new / 'settings.toml'}",
    ]
    assert main(["restore", str(file), "--data", str(new)]) == 0
    assert "What was there before lies in" in capsys.readouterr().out


def test_backup_and_restore_speak_json(data, tmp_path, capsys):
    file = tmp_path / "b.zip"
    assert main(["backup", str(file), "--data", str(data), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(file), "games": 2, "decks": 0}
    assert main(["restore", str(file), "--data", str(data), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["decks"]) == (2, [])
    assert told["aside"].startswith(str(data / "before-restore."))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_can_t_be_done_is_one_sentence(command, tmp_path, capsys):
    (tmp_path / "letter").write_text("dear")
    assert main([command, str(tmp_path / "letter"), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
