"""`companion bench` as it is called: tables for people, an object for programs, 1 where anything was named wrongly."""

from __future__ import annotations

import json

import pytest

from companion.cli import main


def test_a_few_arrivals_are_measured_and_told_in_a_table(capsys):
    assert main(["bench", "--arrivals", "4", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Drawn arrivals, one look each: deck lantern, seed 3, 1280 x 720, one thread."
    assert lines[1].split()[:3] == ["plain", "4", "right"]
    assert lines[2].startswith("All 4: 4 right (")
    assert lines[3] == "Confusions: none."
    assert lines[4].startswith("Milliseconds, median: find the mat ")
    assert lines[5].startswith("Ratios in this run: idle frame / absdiff and threshold ")


def test_a_recording_with_truth_is_measured_as_json(evening, spoilt, capsys):
    folder = spoilt(evening)
    path = folder / "recording.json"
    truth = [{"do": "play", "card": "R1", "frame": 6}, {"do": "clue", "frame": 14}]
    path.write_text(json.dumps({**json.loads(path.read_text()), "truth": truth}))
    assert main(["bench", "--arrivals", "0", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    [one] = told["recordings"]
    assert (one["cards"], one["right"], one["wrong"], one["asked"], one["same_end"]) == (1, 1, 0, 0, True)
    assert told["all"] == {"right": 0, "wrong": 0, "asked": 0, "no_mat": 0}
    assert (told["deck"], told["ratios"]) == ("lantern", {})


def test_a_card_named_wrongly_is_a_failure(evening, spoilt, capsys):
    folder = spoilt(evening)
    path = folder / "recording.json"
    truth = [{"do": "play", "card": "B1", "frame": 6}]
    path.write_text(json.dumps({**json.loads(path.read_text()), "truth": truth}))
    assert main(["bench", "--arrivals", "0", str(folder)]) == 1
    assert "0 of 1 cards right, 1 wrong, 1 asked; final state differs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--deck", "nobody-s"], "There is no taught deck 'nobody-s'"),
        (["--style", "nobody-s"], "There is no style 'nobody-s'"),
        (["--arrivals", "0", "/nowhere/at/all"], "/nowhere/at/all"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(words, complaint, capsys):
    assert main(["bench", *words]) != 0
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


def test_a_recording_without_truth_is_told_in_a_sentence(evening, capsys):
    assert main(["bench", "--arrivals", "0", str(evening)]) != 0
    assert "has no truth to compare with" in capsys.readouterr().err
