"""Recordings on the disk, as the contract describes them."""

from __future__ import annotations

import json

import cv2
import numpy as np

from hardware.rehearsal.lens import Lens
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.recorder import Recorder, record
from hardware.rehearsal.script import Script

FACES = {name: np.full((88, 63, 3), 90, np.uint8) for name in ("R1", "back")}
ACTIONS = [{"do": "clue"}, {"do": "play", "card": "R1", "misplay": False}]


def _recorded(folder, film):
    painter = Painter(FACES, lens=Lens.over((320, 180)), seed=1)
    return record(folder, Script(ACTIONS, 3, seed=1, fps=8), painter, {"players": 3}, "lantern", film=film)


def test_a_film_has_every_frame_and_its_head_says_what_it_shows(tmp_path):
    count = _recorded(tmp_path / "evening", film=True)
    head = json.loads((tmp_path / "evening" / "recording.json").read_text())
    assert set(head) == {"fps", "setup", "deck", "mat", "presses", "truth"}
    assert (head["fps"], head["setup"], head["deck"], head["mat"]) == (8, {"players": 3}, "lantern", "markers")
    assert head["presses"] == [{"frame": head["truth"][0]["frame"], "button": "clue"}]
    assert head["truth"][1] == {"frame": head["truth"][1]["frame"], "do": "play", "card": "R1", "misplay": False}
    assert head["truth"][1]["frame"] < count
    film = cv2.VideoCapture(str(tmp_path / "evening" / "video.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == count
    assert film.get(cv2.CAP_PROP_FPS) == 8
    film.release()


def test_pictures_are_numbered_from_nothing_with_six_digits(tmp_path):
    count = _recorded(tmp_path, film=False)
    names = sorted(path.name for path in tmp_path.glob("*.jpg"))
    assert names[0] == "000000.jpg"
    assert len(names) == count


def test_a_recording_broken_off_still_has_its_head(tmp_path):
    with Recorder(tmp_path, 10, {"players": 2}, "lantern") as recorder:
        recorder.add(np.zeros((90, 160, 3), np.uint8))
    assert json.loads((tmp_path / "recording.json").read_text())["truth"] == []
