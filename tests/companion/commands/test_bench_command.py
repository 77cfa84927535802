"""`companion bench` as it is called: tables for people, objects for programs, 1 where anything was named wrongly."""

from __future__ import annotations

import json
import shutil

import cv2
import numpy as np
import pytest

from companion.cli import main


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def with_truth(folder, *truth):
    path = folder / "recording.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "truth": list(truth)}))
    return str(folder)


def test_a_few_arrivals_are_measured_and_told_in_a_table(capsys):
    assert main(["bench", "--arrivals", "4", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Drawn arrivals: deck lantern, seed 3, 1280 x 720, one thread."
    assert lines[3].split()[:5] == ["plain", "4", "0", "0", "0"]
    assert lines[4].startswith("Cards of the deck, 4, one look: 4 right (100.00%; ")
    assert lines[5].startswith("Cards of the deck, 4, looks for 2 s: 4 right (100.00%; ")
    assert lines[7:9] == ["Confusions: none.", "Asked after one look, the first two guesses: none."]
    assert lines[9].startswith("Milliseconds, median: find the mat ")
    assert lines[10].startswith("Ratios in this run: idle frame / absdiff and threshold ")


def test_programs_get_an_object_a_disturbance_and_one_for_all(tmp_path, capsys):
    """And a long trial comes to the same, kept in its file."""
    words = ["bench", "--arrivals", "8", "--seed", "3", "--json"]
    assert main(words) == 0
    *each, total = lines_of(capsys)
    assert [(one["what"], one["name"], one["right"]) for one in each] == [
        ("disturbance", "plain", 4),
        ("disturbance", "warm lamp", 4),
    ]
    assert (total["what"], total["deck"], total["seed"]) == ("arrivals", "lantern", 3)
    assert {key: total["cards"][key] for key in ("right", "wrong", "asked", "missed")} == {
        "right": 8,
        "wrong": 0,
        "asked": 0,
        "missed": 0,
    }
    assert total["cards"]["looks for 2 s"]["right"] == 8
    assert set(total["milliseconds"]) >= {"find the mat", "read"}
    assert len(total["ratios"]) >= 2
    kept = tmp_path / "trial.jsonl"
    assert main([*words, "--results", str(kept), "--processes", "1"]) == 0
    *_, again = lines_of(capsys)
    assert again["cards"] == total["cards"]
    assert len(kept.read_text().splitlines()) == 1 + 8


def test_a_recording_with_truth_is_measured(evening, spoilt, capsys):
    folder = with_truth(spoilt(evening), {"do": "play", "card": "R1", "frame": 6}, {"do": "clue", "frame": 14})
    assert main(["bench", folder, "--json"]) == 0
    [one] = lines_of(capsys)
    assert (one["what"], one["cards"], one["right"], one["wrong"], one["asked"]) == ("recording", 1, 1, 0, 0)
    assert one["same_end"]


def test_a_card_named_wrongly_is_a_failure(evening, spoilt, capsys):
    folder = with_truth(spoilt(evening), {"do": "play", "card": "B1", "frame": 6})
    assert main(["bench", folder]) == 1
    assert "0 of 1 cards right, 1 wrong, 1 asked; final state differs" in capsys.readouterr().out


@pytest.fixture
def photos(lantern, tmp_path):
    """Two photos each of a suit's cards, and the second of R5 shows R4."""
    for rank in range(1, 6):
        for number in range(2):
            table = np.full((420, 360, 3), 80 + 40 * number, np.uint8)
            table[110:314, 100:244] = lantern.plates["R4" if (rank, number) == (5, 1) else f"R{rank}"]
            cv2.imwrite(str(tmp_path / f"R{rank}_{number}.png"), cv2.GaussianBlur(table, (0, 0), 0.8))
    return tmp_path


def test_photos_named_by_their_card_are_taught_from_and_read(photos, capsys):
    assert main(["bench", str(photos), "--taught-from", "0", "--photos", "1-4"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("5 read, taught from R1_0.png, R2_0.png, R3_0.png, R4_0.png, R5_0.png.")
    assert lines[1].startswith("4 right (80.0%; ")
    assert "1 wrong" in lines[1]
    assert lines[2] == "Confusions: R5 as R4 (1)."


def test_photos_are_read_with_a_taught_deck_too(photos, capsys):
    (photos / "R5_1.png").unlink()
    assert main(["bench", str(photos), "--deck", "lantern", "--photos", "0-1", "--json"]) == 0
    *each, total = lines_of(capsys)
    assert {one["outcome"] for one in each} == {"right"}
    assert (total["what"], total["deck"], total["right"], total["wrong"]) == ("photos", "lantern", 9, 0)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--deck", "nobody-s"], "There is no taught deck 'nobody-s'"),
        (["--style", "nobody-s"], "There is no style 'nobody-s'"),
        (["/nowhere/at/all"], "/nowhere/at/all"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(words, complaint, capsys):
    assert main(["bench", *words]) != 0
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("said", ["x", "1-x", "-3", ""])
def test_photos_that_are_no_numbers_are_told_in_a_sentence(photos, said, capsys):
    assert main(["bench", str(photos), f"--photos={said}", "--deck", "lantern"]) == 2
    assert "names no photos: write a number from 0, or two like 0-4." in capsys.readouterr().err


def test_a_recording_without_truth_is_told_in_a_sentence(evening, capsys):
    assert main(["bench", str(evening)]) != 0
    assert "has no truth to compare with" in capsys.readouterr().err


def test_a_folder_with_neither_is_told_in_a_sentence(tmp_path, capsys):
    assert main(["bench", str(tmp_path)]) == 2
    assert "holds neither a recording nor pictures named by their card" in capsys.readouterr().err


def test_a_photo_that_is_spoilt_is_told_in_a_sentence(photos, tmp_path, capsys):
    shutil.copy(__file__, photos / "R1_1.png")
    assert main(["bench", str(photos), "--deck", "lantern", "--photos", "1"]) == 2
    assert "R1_1.png" in capsys.readouterr().err
