"""`companion teach` as it is called: what is told, what is written, and what is left as it was."""

import json
import os
import resource
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.errors import CameraError
from companion.settings import View
from companion.wiring.gridcam import grid_under
from hardware.recorded import RecordedCamera
from hardware.recording import read_recording
from hardware.rehearsal.grids import photographed
from hardware.rehearsal.light import Conditions
from models import ocr
from models.edition import load

OURS = ["deck.toml", "faces", "reader.npz"]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(autouse=True)
def _own_data(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path_factory.mktemp("data")))


@pytest.fixture
def no_tesseract(monkeypatch, tmp_path):
    """A machine without tesseract, and a second saved for each face."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.skipif(not ocr.is_there(), reason="tesseract is not installed")
def test_a_deck_is_taught_in_one_call_and_known_by_its_name(red_photos, capsys):
    assert main(["teach", "reds", "--from", str(red_photos), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deck"], told["suits"], told["faces"], told["ocr"]) == ("reds", "R", 6, True)
    assert told["ranks_read"] == {f"R{rank}": str(rank) for rank in range(1, 6)}
    assert len(told["alike"]) == 5
    assert main(["recognise", str(red_photos / "R4.png"), "--deck", "reds", "--json"]) == 0


@pytest.mark.usefixtures("no_tesseract")
def test_without_tesseract_a_deck_is_taught_and_the_missing_check_is_said(red_photos, tmp_path, capsys):
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(tmp_path / "deck")]) == 0
    out, err = capsys.readouterr()
    first, alike, weak, ranks = out.splitlines()
    assert first.startswith(f"reds: 6 faces learned, suits R, into {tmp_path / 'deck'}, in ")
    assert weak.startswith(("Every face was read well", "Weak, with how often"))
    assert alike.startswith("Most alike, with how far apart they are (under 1 is too close): R")
    assert ranks == "Ranks were not checked."
    assert err == (
        "companion: tesseract is not installed, so ranks were not checked: install tesseract-ocr for that.\n"
    )
    assert names_in(tmp_path / "deck") == OURS


def test_a_card_photographed_from_far_away_is_learned_and_named(red_photos, spoilt, capsys):
    photos = spoilt(red_photos)
    for path in photos.glob("*.png"):
        if path.stem != "R3":
            near = cv2.resize(cv2.imread(str(path)), None, fx=2.2, fy=2.2, interpolation=cv2.INTER_LINEAR)
            cv2.imwrite(str(path), near)
    assert main(["teach", "reds", "--from", str(photos)]) == 0
    said = capsys.readouterr().err.splitlines()[0]
    assert said.startswith("companion: R3 is only ")
    assert said.endswith(
        "pixels high in its picture, less than half as high as most: photograph it again from nearer, and teach it "
        "with --again."
    )


@pytest.mark.skipif(not ocr.is_there(), reason="tesseract is not installed")
def test_a_rank_that_contradicts_the_picture_s_name_is_said(red_photos, spoilt, capsys):
    photos = spoilt(red_photos)
    (photos / "R1.png").rename(photos / "kept.tmp")
    (photos / "R2.png").rename(photos / "R1.png")
    (photos / "kept.tmp").rename(photos / "R2.png")
    assert main(["teach", "reds", "--from", str(photos)]) == 0
    said = capsys.readouterr().err
    assert said == "companion: R1 and R2 seem to be swapped: check the names of their pictures.\n"


@pytest.mark.usefixtures("no_tesseract")
def test_a_deck_of_that_name_is_replaced_by_the_new_one(red_photos, spoilt, tmp_path):
    photos, deck = spoilt(red_photos), tmp_path / "deck"
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(deck)]) == 0
    (photos / "back.png").unlink()
    assert main(["teach", "reds2", "--from", str(photos), "--out", str(deck)]) == 0
    assert (load(deck).name, len(load(deck).plates), names_in(deck)) == ("reds2", 5, OURS)


@pytest.mark.usefixtures("no_tesseract")
def test_a_deck_that_can_t_be_learned_leaves_the_old_one_as_it_was(red_photos, spoilt, tmp_path, capsys):
    photos, deck = spoilt(red_photos), tmp_path / "decks" / "deck"
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(deck)]) == 0
    before = {path: path.read_bytes() for path in deck.rglob("*.*")}
    (photos / "R2.png").write_bytes((photos / "R1.png").read_bytes())
    assert main(["teach", "reds", "--from", str(photos), "--out", str(deck)]) == 2
    assert "R1 and R2 show the same face" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in deck.rglob("*.*")} == before
    assert names_in(deck.parent) == ["deck"]


def test_a_folder_that_is_no_deck_s_is_refused_and_left_alone(red_photos, tmp_path, capsys):
    (tmp_path / "diary.txt").write_text("dear")
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(tmp_path)]) == 2
    assert "holds diary.txt, which is no part of a taught deck" in capsys.readouterr().err
    assert names_in(tmp_path) == ["diary.txt"]


def test_a_folder_that_can_t_be_written_is_told_before_the_work(red_photos, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(tmp_path / "file" / "deck")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {tmp_path / 'file' / 'deck'} can't be written (")
    assert said.endswith("): name another folder with --out.\n")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda photos: (photos / "R3.png").unlink(), "lacks R3: a suit has the ranks 1 to 5"),
        (lambda photos: (photos / "R3.png").write_bytes(b"no picture"), "R3.png can't be read as a picture"),
        (lambda photos: (photos / "R3.png").rename(photos / "IMG_3.png"), "IMG_3.png names no card"),
        (lambda photos: (photos / "red3.jpg").write_bytes(b""), "R3.png and red3.jpg in"),
    ],
)
def test_what_is_wrong_with_a_photo_is_said_by_its_name(spoil, said, red_photos, spoilt, tmp_path, capsys):
    photos = spoilt(red_photos)
    spoil(photos)
    assert main(["teach", "reds", "--from", str(photos), "--out", str(tmp_path / "deck")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Reds!", "--from", "."], "'Reds!' can't be a deck's name"),
        (["reds", "--from", ".", "--card", "88x63"], "'88x63' is no card's size"),
        (["reds", "--from", "nowhere"], "There is no folder nowhere"),
        (["reds", "--from", __file__], "is one picture: say with --rows R,Y,G,B,W which suits lie in it"),
    ],
)
def test_a_call_that_can_t_be_meant_is_told(words, said, capsys):
    assert main(["teach", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.fixture(scope="module")
def grid_photo(lantern):
    """A photo of two suits in rows."""
    light = Conditions(noise=1.0)
    photo = photographed(
        lantern.plates, ("R", "G"), lantern.card_mm, 5, table="pale-wood", size=(1280, 960), conditions=light
    )
    return photo.pixels


@pytest.fixture
def grid_recording(grid_photo, tmp_path):
    """A camera's recording of the same."""
    folder = tmp_path / "recorded"
    folder.mkdir()
    noise = np.random.default_rng(2)
    for index in range(14):
        frame = np.clip(grid_photo + noise.normal(0, 3, grid_photo.shape), 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{index:06d}.jpg"), frame)
    (folder / "recording.json").write_text(json.dumps({"fps": 10, "setup": {"players": 2}}))
    return folder


@pytest.mark.slow
@pytest.mark.usefixtures("no_tesseract")
def test_one_photo_of_all_cards_teaches_the_deck(grid_photo, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "grid.png"), grid_photo)
    out = tmp_path / "deck"
    call = ["teach", "two", "--from", str(tmp_path / "grid.png"), "--rows", "red,G", "--out", str(out), "--json"]
    assert main(call) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["suits"], told["faces"], told["photos"], told["version"]) == ("RG", 10, 1, 1)
    deck = load(out)
    assert (deck.photos, deck.version, set(deck.clearly)) == (1, 1, set(deck.plates))
    assert deck.card_mm[0] / deck.card_mm[1] == pytest.approx(63 / 88, rel=0.03)


@pytest.mark.slow
@pytest.mark.usefixtures("no_tesseract")
def test_a_camera_over_the_rows_teaches_the_deck_and_tries_it(grid_recording, capsys):
    assert main(["teach", "two", "--camera", f"file:{grid_recording}", "--rows", "R,G"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Tried at once on the next picture: 10 of 10 read."


class Live:
    """A camera whose pictures come as a recording's, and which is none."""

    def __init__(self, camera):
        self.frames, self.close = camera.frames, camera.close


@pytest.mark.slow
def test_a_camera_that_gives_its_pictures_the_wrong_way_round_is_set_right_for_teaching(grid_recording, monkeypatch):
    right = cv2.imread(str(grid_recording / "000000.jpg"))
    for picture in grid_recording.glob("*.jpg"):
        cv2.imwrite(str(picture), cv2.imread(str(picture))[:, ::-1, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 98])
    wrong = Live(RecordedCamera(read_recording(grid_recording)))
    monkeypatch.setattr("hardware.cameras._usb", lambda device: lambda: wrong)
    monkeypatch.setattr("models.rows.shots_in", lambda *_: {})
    sat = grid_under("usb:0", ("R", "G"), pytest.fail, View(swap_red_blue=True, mirrored=True))
    assert cv2.absdiff(sat.after, right).mean() < 8


def test_which_way_round_it_is_is_said_by_the_table_s_own_settings(monkeypatch):
    seen = []

    def grid(spec, rows, tell, view, sizes):
        seen.append(view)
        raise CameraError("There is no camera.")

    monkeypatch.setattr("companion.wiring.gridcam.grid_under", grid)
    settings = Path(os.environ["COMPANION_DATA"]) / "settings.toml"
    for text in ("", "[view]\nmirrored = true\n", "[view]\nswap_red_blue = true\n"):
        settings.write_text(text)
        assert main(["teach", "two", "--camera", "usb:0"]) == 2
    assert seen == [View(), View(mirrored=True), View(swap_red_blue=True)]


@pytest.mark.slow
def test_a_camera_that_never_sees_the_rows_says_what_is_wrong(grid_recording, capsys):
    assert main(["teach", "two", "--camera", f"file:{grid_recording}", "--rows", "R,G,B"]) == 2
    assert "in the camera's picture" in capsys.readouterr().err


@pytest.mark.usefixtures("no_tesseract")
def test_a_face_is_replaced_again_and_the_version_grows(red_photos, spoilt, tmp_path, capsys):
    photos, deck = spoilt(red_photos), tmp_path / "deck"
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(deck)]) == 0
    for name in ("R1.png", "R2.png", "R4.png", "R5.png", "back.png"):
        (photos / name).unlink()
    assert main(["teach", "reds", "--again", "--from", str(photos), "--out", str(deck)]) == 0
    assert "suits R, version 2, into" in capsys.readouterr().out
    assert (load(deck).version, len(load(deck).plates), names_in(deck)) == (2, 6, OURS)


@pytest.mark.usefixtures("no_tesseract")
def test_what_can_t_be_taught_again_leaves_the_deck_as_it_was(red_photos, tmp_path, capsys):
    deck, wrong = tmp_path / "deck", tmp_path / "wrong"
    assert main(["teach", "reds", "--from", str(red_photos), "--out", str(deck)]) == 0
    before = {path: path.read_bytes() for path in deck.rglob("*.*")}
    wrong.mkdir()
    (wrong / "B3.png").write_bytes((red_photos / "R3.png").read_bytes())
    assert main(["teach", "reds", "--again", "--from", str(wrong), "--out", str(deck)]) == 2
    assert "has no B3" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in deck.rglob("*.*")} == before


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--from", ".", "--rows", "R,G"], 2, ". is a folder: --rows goes with one photo"),
        (["--from", "nowhere.jpg", "--rows", "R,G"], 2, "There is no picture nowhere.jpg"),
        (["--from", "nowhere.jpg", "--rows", "R,R"], 2, "--rows names R twice"),
        (["--from", "nowhere", "--again"], 2, "holds no taught deck"),
        (["--camera", "none"], 2, "There is no camera in 'none' that sees your cards"),
        (["--camera", "simulated"], 2, "There is no camera in 'simulated' that sees your cards"),
        (["--camera", "file:nowhere"], 2, "nowhere is no recording"),
        (["--camera", "eyes"], 2, "'eyes' is no camera"),
    ],
)
def test_a_grid_that_can_t_be_had_is_told(words, status, said, capsys):
    assert main(["teach", "reds", *words]) == status
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_a_photo_of_one_pixel_is_told(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    assert main(["teach", "reds", "--from", str(tmp_path / "dot.png"), "--rows", "R"]) == 2
    assert "is only 1 x 1 pixels" in capsys.readouterr().err


@pytest.mark.slow
def test_thirty_faces_cost_two_cores_less_than_ten_seconds(lantern, tmp_path, capsys):
    """OCR included. Counted in processor time, so that a busy machine is no excuse and no trouble."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for code in [code for code in lantern.plates if code[0] in "RYGBWM"]:
        cv2.imwrite(str(folder / f"{code}.png"), lantern.plates[code])
    before = cpu_seconds()
    assert main(["teach", "thirty", "--from", str(folder)]) == 0
    assert cpu_seconds() - before < 2 * 10
    assert "thirty: 30 faces learned" in capsys.readouterr().out


def cpu_seconds():
    """What this process and its children have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
