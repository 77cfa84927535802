"""`companion teach` as it is called: what is told, what is written, and what is left as it was."""

import json

import pytest

from companion.cli import main
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
    first, alike, ranks = out.splitlines()
    assert first == f"reds: 6 faces learned, suits R, into {tmp_path / 'deck'}."
    assert alike.startswith("Most alike, with how far apart they are (under 1 is too close): R")
    assert ranks == "Ranks were not checked."
    assert err == (
        "companion: tesseract is not installed, so ranks were not checked: install tesseract-ocr for that.\n"
    )
    assert names_in(tmp_path / "deck") == OURS


@pytest.mark.skipif(not ocr.is_there(), reason="tesseract is not installed")
def test_a_rank_that_contradicts_the_picture_s_name_is_said(red_photos, spoilt, capsys):
    photos = spoilt(red_photos)
    (photos / "R1.png").rename(photos / "kept.tmp")
    (photos / "R2.png").rename(photos / "R1.png")
    (photos / "kept.tmp").rename(photos / "R2.png")
    assert main(["teach", "reds", "--from", str(photos)]) == 0
    said = capsys.readouterr().err
    assert said == "companion: OCR read a 2 on R1, a 1 on R2: check that these pictures carry the right names.\n"


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
        (["reds", "--from", __file__], "is one file: for now teach from a folder"),
    ],
)
def test_a_call_that_can_t_be_meant_is_told(words, said, capsys):
    assert main(["teach", *words]) == 2
    assert said in capsys.readouterr().err
