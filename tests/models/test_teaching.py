"""From photos to a deck: what is learned, and whose picture is at fault where nothing can be."""

import cv2
import numpy as np
import pytest

from companion.sight.reader import NOTHING
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene
from models import ocr
from models.teaching import Unteachable, card_size, most_alike, photos_in, shots_of, teach

REDS = ("R1", "R2", "R3", "R4", "R5")


@pytest.fixture(autouse=True)
def _no_tesseract(monkeypatch, tmp_path):
    """OCR has tests of its own, and takes a second a suit."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def reds(lantern):
    return {code: lantern.plates[code] for code in REDS}


@pytest.fixture(scope="module")
def snapshots(lantern):
    """Phone photos: each red card somewhere on a wooden table, a little askew."""
    taken = {}
    for index, code in enumerate(REDS):
        lens = Lens.over((800, 600), mat_mm=(300, 225), tilt_deg=4 + index)
        draws = Painter(lantern.plates, lantern.card_mm, lens, Conditions(), index, mat_mm=(300, 225), markers=False)
        taken[code] = draws.frame(Scene((LyingCard(code, 140 + 5 * index, 110, 6 * index - 12),)), 0.0)
    return taken


def test_scans_are_taken_as_they_are(reds):
    deck = teach("reds", reds)
    assert (deck.name, deck.suits, deck.taught.codes, deck.ranks_read) == ("reds", "R", (*REDS, NOTHING), {})
    assert all(np.abs(deck.plates[code].astype(int) - reds[code]).mean() < 3 for code in REDS)


def test_photos_of_cards_on_a_table_teach_the_cards_alone(snapshots, lantern):
    deck = teach("reds", snapshots)
    reader, corners = deck.reader(), np.array([[0, 0], [143, 0], [143, 203], [0, 203]], np.float32)
    assert [reader.match(lantern.plates[code], [corners]).code for code in REDS] == list(REDS)
    assert deck.card_mm[0] / deck.card_mm[1] == pytest.approx(63 / 88, rel=0.03)


def test_photos_are_taught_by_the_outlines_that_their_faces_agree_on(reds, monkeypatch):
    """One of them found a little wrongly makes a poor face; the others put it right (tests of sight.agreement)."""
    found = np.array([[20, 20], [124, 20], [124, 184], [20, 184]], np.float32)
    monkeypatch.setattr("models.teaching.located", lambda photos: dict.fromkeys(photos, found))
    monkeypatch.setattr("models.teaching.agreed", lambda _, quads: {code: quad + 1 for code, quad in quads.items()})
    assert all(np.array_equal(shot.quad, found + 1) for shot in shots_of(reds).values())


def test_the_size_of_a_card_may_be_said(reds):
    assert teach("reds", reds, (58.0, 90.0)).card_mm == (58.0, 90.0)


def test_the_same_photos_teach_the_same_deck(reds):
    one, other = teach("reds", reds), teach("reds", reds)
    assert (one.taught.discriminant.means == other.taught.discriminant.means).all()


def test_the_most_alike_come_first(lantern):
    pairs = most_alike(lantern.taught)
    assert [pair.margin for pair in pairs] == sorted(pair.margin for pair in pairs)
    assert len({frozenset((pair.one, pair.other)) for pair in pairs}) == 5


def test_one_face_under_two_names_is_refused(reds):
    noise = np.random.default_rng(1).normal(0, 4, reds["R1"].shape)
    reds["R3"] = np.clip(reds["R1"] + noise, 0, 255).astype(np.uint8)
    with pytest.raises(Unteachable, match="R1 and R3 show the same face: check the names"):
        teach("reds", reds)


def test_pictures_of_nothing_are_named(snapshots):
    bare = np.full_like(snapshots["R1"], 120)
    with pytest.raises(Unteachable, match="R2"):
        teach("reds", {**snapshots, "R2": bare})


def test_an_overexposed_picture_is_told_to_be_one(snapshots):
    white = np.full_like(snapshots["R1"], 225)
    with pytest.raises(Unteachable, match=r"pictures of R2 are overexposed, .* dim the lamp"):
        teach("reds", {**snapshots, "R2": white})


def test_a_blank_face_is_named(reds):
    with pytest.raises(Unteachable, match="pictures of R4 show nothing: photograph these cards again"):
        teach("reds", {**reds, "R4": np.full_like(reds["R4"], 180)})


@pytest.mark.parametrize("name", ["R1.jpg", "r1.JPG", "red1.png", "red-1.jpeg", "Red 1.png"])
def test_a_card_s_picture_may_be_named_in_many_ways(name, red_photos, spoilt):
    photos = spoilt(red_photos)
    picture = cv2.imread(str(photos / "R1.png"))
    (photos / "R1.png").unlink()
    cv2.imwrite(str(photos / name), picture)
    assert sorted(photos_in(photos)) == [*REDS, "back"]


def test_what_is_no_picture_in_the_folder_is_overlooked(red_photos, spoilt):
    photos = spoilt(red_photos)
    for name in ("notes.txt", "Thumbs.db", "._R1.jpg"):
        (photos / name).write_text("something")
    assert sorted(photos_in(photos)) == [*REDS, "back"]


def test_a_folder_with_the_back_alone_is_no_deck(red_photos, tmp_path):
    (tmp_path / "back.png").write_bytes((red_photos / "back.png").read_bytes())
    with pytest.raises(Unteachable, match="holds no picture named by its card"):
        photos_in(tmp_path)


def test_a_picture_too_small_for_a_face_is_named(red_photos, spoilt):
    photos = spoilt(red_photos)
    cv2.imwrite(str(photos / "R4.png"), np.zeros((80, 50, 3), np.uint8))
    with pytest.raises(Unteachable, match=r"R4.png is too small \(50 x 80\): a face needs 60 pixels a side"):
        photos_in(photos)


def test_a_card_s_size_is_written_with_an_x():
    assert card_size("63x88") == (63.0, 88.0)
    assert card_size("57.5X89") == (57.5, 89.0)


@pytest.mark.parametrize("text", ["", "63", "63x", "88x63", "nanx88", "63x880", "0x0"])
def test_what_is_no_card_s_size_is_told(text):
    with pytest.raises(Unteachable, match="is no card's size"):
        card_size(text)


def test_tesseract_is_out_of_reach_here():
    assert not ocr.is_there()
