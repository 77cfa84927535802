"""A taught deck as files, and the sentences for a folder that holds none."""

import shutil

import cv2
import numpy as np
import pytest

from companion.wiring.decks import shipped_decks
from models.edition import NoDeck, load, missing_faces, save


@pytest.fixture
def deck(tmp_path):
    """A copy of the shipped deck, to be damaged."""
    return shutil.copytree(shipped_decks()["lantern"], tmp_path / "deck")


def edit(deck, old, new):
    path = deck / "deck.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def blank(deck, code):
    cv2.imwrite(str(deck / "faces" / f"{code}.png"), np.full((204, 144, 3), 40, np.uint8))


def with_reader(deck, **other):
    with np.load(deck / "reader.npz") as stored:
        arrays = {name: stored[name] for name in stored.files}
    np.savez(deck / "reader.npz", **{**arrays, **other})


def test_the_shipped_deck_has_every_suit_and_reads_its_own_faces(lantern):
    assert lantern.suits == "RYGBWMK"
    assert lantern.card_mm == (63.0, 88.0)
    reader = lantern.reader()
    corners = np.array([[-0.5, -0.5], [143.5, -0.5], [143.5, 203.5], [-0.5, 203.5]], np.float32)
    read = {code: reader.match(plate, [corners]) for code, plate in lantern.plates.items()}
    assert {code: match.code for code, match in read.items() if match and match.is_clear} == {k: k for k in read}


def test_what_is_saved_is_loaded_again(lantern, tmp_path):
    save(lantern, tmp_path)
    again = load(tmp_path)
    assert (again.name, again.taught_on, again.card_mm) == (lantern.name, lantern.taught_on, lantern.card_mm)
    assert (again.version, again.software, again.photos) == (lantern.version, lantern.software, lantern.photos)
    assert again.clearly == lantern.clearly
    assert (again.alike, again.ranks_read, again.taught.codes) == (
        lantern.alike,
        lantern.ranks_read,
        lantern.taught.codes,
    )
    assert (again.taught.discriminant.means == lantern.taught.discriminant.means).all()
    assert all((again.plates[code] == plate).all() for code, plate in lantern.plates.items())


def test_a_suit_that_is_begun_is_missing_the_rest():
    assert missing_faces(dict.fromkeys(["R1", "R2", "R3", "R5", "back"])) == ["R4"]
    assert missing_faces({"back": None}) == []


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda deck: (deck / "deck.toml").unlink(), "holds no taught deck"),
        (lambda deck: (deck / "deck.toml").write_bytes(b"name = \xff"), "deck.toml can't be read"),
        (lambda deck: (deck / "deck.toml").write_text("format = "), "deck.toml can't be read"),
        (lambda deck: edit(deck, "format = 2", "format = 99"), "was taught by another version"),
        (lambda deck: edit(deck, 'name = "lantern"', ""), "is damaged \\('name'\\)"),
        (lambda deck: edit(deck, "[63.0, 88.0]", "[63.0]"), "is damaged"),
        (lambda deck: edit(deck, "[63.0, 88.0]", "63"), "is damaged"),
        (lambda deck: edit(deck, "[63.0, 88.0]", "[nan, 88.0]"), "is damaged"),
        (lambda deck: (deck / "reader.npz").unlink(), "is damaged \\(reader.npz: No such file"),
        (lambda deck: (deck / "reader.npz").write_bytes(b""), "is damaged"),
        (lambda deck: (deck / "reader.npz").write_bytes(b"PK\x03\x04 and no more"), "is damaged"),
        (lambda deck: (deck / "reader.npz").write_bytes((deck / "reader.npz").read_bytes()[:-90]), "is damaged"),
        (lambda deck: with_reader(deck, means=np.zeros((2, 2))), "doesn't fit"),
        (lambda deck: with_reader(deck, projection=np.zeros((7, 24))), "doesn't fit"),
        (lambda deck: with_reader(deck, means=np.full((36, 24), np.nan)), "doesn't fit"),
        (lambda deck: with_reader(deck, codes=np.array(["R1"] * 36)), "strange faces"),
        (lambda deck: with_reader(deck, codes=np.array(["../R1"] * 36)), "strange faces"),
        (lambda deck: (deck / "faces" / "G3.png").unlink(), "G3.png"),
        (lambda deck: blank(deck, "G3"), "has a blank face for G3"),
        (lambda deck: edit(deck, "version = 1", 'version = "first"'), "is damaged"),
        (lambda deck: (deck / "faces" / "G3.png").write_bytes(b""), "G3.png can't be read as a picture"),
        (lambda deck: cv2.imwrite(str(deck / "faces" / "G3.png"), np.zeros((9, 9, 3), np.uint8)), "G3.png is no face"),
    ],
)
def test_a_damaged_deck_is_named_in_one_sentence_and_never_half_used(damage, said, deck):
    damage(deck)
    with pytest.raises(NoDeck, match=said) as error:
        load(deck)
    assert str(deck) in str(error.value)
    assert str(error.value).endswith(".")


def test_a_deck_that_lacks_a_face_names_it(deck, lantern):
    kept = [index for index, code in enumerate(lantern.taught.codes) if code != "B2"]
    means, codes = lantern.taught.discriminant.means[kept], np.array(lantern.taught.codes)[kept]
    with_reader(deck, codes=codes, means=means)
    with pytest.raises(NoDeck, match="lacks B2: teach it again"):
        load(deck)


def test_a_file_is_no_deck(deck):
    with pytest.raises(NoDeck, match="holds no taught deck"):
        load(deck / "deck.toml")
