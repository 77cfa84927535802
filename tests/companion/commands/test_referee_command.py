"""`companion referee` as it is called: files, standard input, exit status."""

import io
import json
import sys

import pytest

from companion.cli import main

SETUP = '{"setup": {"players": 3}}\n'
PLAY = '{"do": "play", "card": "R1"}\n'
DISCARD = '{"do": "discard", "card": "R1"}\n'


@pytest.fixture
def lines(tmp_path):
    def written(*texts):
        path = tmp_path / "game.jsonl"
        path.write_text("".join(texts), encoding="utf-8")
        return str(path)

    return written


def test_a_file_is_answered_line_by_line(lines, capsys):
    assert main(["referee", lines(SETUP, PLAY), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["score"] for line in told] == [0, 1]


def test_a_refused_action_is_exit_status_1_and_the_run_goes_on(lines, capsys):
    assert main(["referee", lines(SETUP, DISCARD, PLAY)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith("Refused: ")
    assert told[2].startswith("Player 1 plays the red 1.")


def test_a_line_that_can_t_be_read_stops_the_run_after_what_came_before(lines, capsys):
    assert main(["referee", lines(SETUP, PLAY, "oops\n", PLAY)]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err.startswith("companion: Line 3: This is no JSON")


@pytest.mark.parametrize("words", [["referee"], ["referee", "-"]])
def test_without_a_file_standard_input_is_read(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO(SETUP + PLAY))
    assert main(words) == 0
    assert "Player 1 plays the red 1." in capsys.readouterr().out


def test_standard_input_that_is_no_text_is_told(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SETUP.encode() + b"\xff\n"), encoding="latin-1"))
    assert main(["referee"]) == 2
    assert capsys.readouterr().err.startswith("companion: Standard input is no text in UTF-8")


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["referee", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"companion: {tmp_path / 'none'} can't be used: No such file or directory.\n"
