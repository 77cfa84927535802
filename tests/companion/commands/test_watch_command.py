"""`companion watch` as it is called: what is told of a recording, and of a broken one up to where it breaks."""

import json
import shutil

import cv2
import numpy as np
import pytest

from companion.cli import main
from hardware.rehearsal.lens import Lens


def told(capsys, *words):
    """Exit status, the lines on stdout as JSON, and the complaint."""
    status = main(["watch", *map(str, words), "--json"])
    out, err = capsys.readouterr()
    assert err.count("\n") == (1 if err else 0)
    return status, [json.loads(line) for line in out.splitlines()], err


def happened(lines):
    return [(line["event"], line.get("card")) for line in lines if "event" in line]


def mended(folder, **facts):
    """Puts other facts into a recording's head."""
    path = folder / "recording.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **facts}))
    return folder


def test_events_come_in_order_and_the_final_state_comes_last(evening, capsys):
    status, lines, err = told(capsys, evening)
    assert (status, err) == (0, "")
    assert happened(lines) == [("play", "R1"), ("clue", None)]
    assert lines[0]["confidence"] > 0.9
    assert abs(lines[0]["frame"] - 6) < 5
    assert (lines[1]["frame"], lines[1]["at"]) == (14, 1.4)
    assert lines[-1]["final"]["stacks"]["R"] == 1
    assert lines[-1]["final"]["clues"] == 7


def test_without_json_it_is_a_sentence_a_line(evening, capsys):
    assert main(["watch", str(evening)]) == 0
    play, clue, final = capsys.readouterr().out.splitlines()
    assert "Player 1 plays the red 1. Player 2 is in turn: 1 point, 8 of 8 Clocks" in play
    assert "Player 2 gives a clue." in clue
    assert final == "Player 3 is in turn: 1 point, 7 of 8 Clocks, 0 of 3 Fuses used, 34 cards to draw."


def test_a_film_tells_the_same(draw_recording, tmp_path, capsys):
    status, lines, _ = told(capsys, draw_recording(tmp_path / "film", film=True))
    assert (status, happened(lines)) == (0, [("play", "R1")])


def test_a_mat_by_hand_needs_no_markers(draw_recording, lantern, tmp_path, capsys):
    corners = Lens.over((960, 540)).project(np.array([[0, 0], [800, 0], [800, 500], [0, 500]], float))
    folder = draw_recording(tmp_path / "bare", markers=False)
    status, lines, _ = told(capsys, mended(folder, mat={"corners": corners.tolist()}))
    assert (status, happened(lines)) == (0, [("play", "R1")])


def test_a_card_of_another_deck_is_never_a_wrong_card(draw_recording, red_photos, tmp_path, capsys):
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(tmp_path / "reds")]) == 0
    capsys.readouterr()
    folder = draw_recording(tmp_path / "evening", card="B4", frames=50)
    status, lines, _ = told(capsys, folder, "--deck", tmp_path / "reds")
    assert status == 0
    assert all(line["event"] in ("alarm", "question") or line.get("card") == "?" for line in lines[:-1])


def test_no_mat_in_sight_is_told_and_the_state_all_the_same(draw_recording, tmp_path, capsys):
    status, lines, err = told(capsys, draw_recording(tmp_path / "bare", markers=False))
    assert (status, list(lines[-1])) == (2, ["final"])
    assert err.startswith(f"companion: No mat was in sight in {tmp_path / 'bare'}: at least three of its four markers")


def test_corners_that_are_no_rectangle_are_told(draw_recording, tmp_path, capsys):
    folder = draw_recording(tmp_path / "bare", markers=False, frames=2)
    status, _, err = told(capsys, mended(folder, mat={"corners": [[1, 1]] * 4}))
    assert status == 2
    assert "are no rectangle: write them clockwise" in err


def delete(number):
    return lambda folder: (folder / f"{number:06d}.jpg").unlink()


def shorten(number):
    path = f"{number:06d}.jpg"
    return lambda folder: (folder / path).write_bytes((folder / path).read_bytes()[:2000])


def resize(number):
    picture = np.zeros((100, 200, 3), np.uint8)
    return lambda folder: cv2.imwrite(str(folder / f"{number:06d}.jpg"), picture)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (delete(23), None),
        (delete(22), "lacks frame 000022 of 000023: the recording was read up to there."),
        (shorten(22), "000022.jpg can't be read as a picture: a whole jpg or png is wanted; the recording was read"),
        (resize(22), "is 200 x 100, the ones before it 960 x 540: the recording was read up to there."),
        (lambda folder: mended(folder, presses=[{"frame": 99, "button": "clue"}]), "ends early, after 24 frames"),
    ],
)
def test_what_came_before_the_broken_frame_is_not_lost(spoil, said, evening, spoilt, capsys):
    folder = spoilt(evening)
    spoil(folder)
    status, lines, err = told(capsys, folder)
    assert status == (0 if said is None else 2)
    assert (said or "") in err
    assert happened(lines)[0] == ("play", "R1")
    assert lines[-1]["final"]["score"] == 1


def contents_first(film):
    """An mp4 whose table of contents stands before its pictures, as in films made for the web."""
    boxes, at = {}, 0
    while at < len(film):
        size = int.from_bytes(film[at : at + 4], "big")
        boxes[film[at + 4 : at + 8]] = film[at : at + size]
        at += size
    contents = bytearray(boxes[b"moov"])
    places = contents.index(b"stco") + 8
    for place in range(places + 4, places + 4 + 4 * int.from_bytes(contents[places : places + 4], "big"), 4):
        moved = int.from_bytes(contents[place : place + 4], "big") + len(contents)
        contents[place : place + 4] = moved.to_bytes(4, "big")
    return boxes[b"ftyp"] + contents + boxes[b"free"] + boxes[b"mdat"]


def test_a_film_that_ends_early_is_told_after_what_it_shows(draw_recording, tmp_path, capsys):
    folder = draw_recording(tmp_path / "film", film=True)
    film = folder / "video.mp4"
    film.write_bytes(contents_first(film.read_bytes())[:-40_000])
    status, lines, err = told(capsys, folder)
    assert (status, happened(lines), lines[-1]["final"]["score"]) == (2, [("play", "R1")], 1)
    assert err.startswith(f"companion: {film} ends early, after ")
    assert err.endswith(" of 24 frames: the recording was read up to there.\n")


def test_a_film_that_was_never_finished_is_told(draw_recording, tmp_path, capsys):
    folder = draw_recording(tmp_path / "film", film=True, frames=4)
    film = folder / "video.mp4"
    film.write_bytes(film.read_bytes()[:-500])
    status, lines, err = told(capsys, folder)
    assert (status, len(lines)) == (2, 1)
    assert err == f"companion: {film} can't be read as a video: copy it again.\n"


def test_a_folder_without_frames_is_told(evening, tmp_path, capsys):
    shutil.copy(evening / "recording.json", tmp_path)
    status, _, err = told(capsys, tmp_path)
    assert status == 2
    assert "holds neither video.mp4 nor a first frame 000000.jpg" in err


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (None, "is no recording: it has no recording.json."),
        ("{", "recording.json can't be read. This is no JSON"),
        ('{"fps": 10, "setup": {"players": 9}}', "Hanabi is for 2 to 5 players, not 9."),
        ('{"fps": 10, "setup": {"players": 3}, "deck": "none"}', "There is no taught deck 'none'"),
    ],
)
def test_a_head_that_can_t_be_read_is_told_and_nothing_else(head, said, tmp_path, capsys):
    if head is not None:
        (tmp_path / "recording.json").write_text(head)
    status, lines, err = told(capsys, tmp_path)
    assert (status, lines) == (2, [])
    assert said in err
