"""Photos named by their card: which card a picture shows, what a deck is taught from, and how the others are read."""

from __future__ import annotations

import shutil

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from companion.measure.judge import Outcome
from companion.measure.labelled import photos_by_card, read_photos, taught_from


def photo(face, shade=90):
    """A card on a plain table of this grey."""
    table = np.full((420, 360, 3), shade, np.uint8)
    table[110 : 110 + 204, 100 : 100 + 144] = face
    return cv2.GaussianBlur(table, (0, 0), 0.8)


@pytest.fixture(scope="module")
def folder(lantern, tmp_path_factory):
    """Three photos each of a suit's cards; the first of R2 shows no card."""
    root = tmp_path_factory.mktemp("photos")
    for rank in range(1, 6):
        for number in range(3):
            empty = np.full((420, 360, 3), 90, np.uint8)
            shown = empty if (rank, number) == (2, 0) else photo(lantern.plates[f"R{rank}"], 80 + 30 * number)
            cv2.imwrite(str(root / f"R{rank}_{number}.png"), shown)
    return root


def test_pictures_are_named_by_their_card_or_lie_in_a_folder_that_is(folder, tmp_path):
    shutil.copy(folder / "R1_0.png", tmp_path / "r1-late.png")
    (tmp_path / "red2").mkdir()
    shutil.copy(folder / "R2_1.png", tmp_path / "red2" / "0001.png")
    shutil.copy(folder / "R2_1.png", tmp_path / "R12.png")
    found = photos_by_card(tmp_path).by_card
    assert {code: [path.name for path in paths] for code, paths in found.items()} == {
        "R1": ["r1-late.png"],
        "R2": ["0001.png"],
    }


def test_a_folder_without_named_pictures_is_told_in_a_sentence(tmp_path):
    with pytest.raises(Unreadable, match=r"call them R1_0\.jpg"):
        photos_by_card(tmp_path)


def test_photos_are_numbered_for_each_card(folder):
    photos = photos_by_card(folder)
    assert [(code, path.name) for code, path in photos.numbered([2])] == [(f"R{r}", f"R{r}_2.png") for r in range(1, 6)]
    assert list(photos.numbered([3])) == []
    assert photos.most == 3


def test_a_deck_is_taught_from_each_cards_first_photo_with_a_card_in_it_and_reads_the_others(folder):
    photos = photos_by_card(folder)
    edition, used = taught_from(photos, [0, 1])
    assert sorted(path.name for path in used) == ["R1_0.png", "R2_1.png", "R3_0.png", "R4_0.png", "R5_0.png"]
    found = list(read_photos(edition, photos, range(3), used))
    assert len(found) == 15 - 5
    assert {one.arrival: one.single.outcome for one in found if one.single.outcome is not Outcome.RIGHT} == {
        "R2_0.png": Outcome.MISSED
    }


def test_a_card_that_its_first_photo_shows_small_is_taught_from_the_next(folder, tmp_path):
    for path in folder.glob("*_1.png"):
        shutil.copy(path, tmp_path / f"{path.stem[:2]}_0.png")
    shutil.copy(folder / "R4_2.png", tmp_path / "R4_1.png")
    face = cv2.imread(str(folder / "R4_1.png"))
    small = np.full((420, 360, 3), 110, np.uint8)
    small[100:268, 100:244] = cv2.resize(face, (144, 168), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "R4_0.png"), small)
    _, used = taught_from(photos_by_card(tmp_path), [0, 1])
    assert sorted(path.name for path in used) == ["R1_0.png", "R2_0.png", "R3_0.png", "R4_1.png", "R5_0.png"]
    smaller = np.full((420, 360, 3), 110, np.uint8)
    smaller[100:240, 100:220] = cv2.resize(face, (120, 140), interpolation=cv2.INTER_AREA)
    for worse in (np.full((420, 360, 3), 90, np.uint8), smaller):
        cv2.imwrite(str(tmp_path / "R4_1.png"), worse)
        _, used = taught_from(photos_by_card(tmp_path), [0, 1])
        assert "R4_0.png" in {path.name for path in used}


def test_a_card_under_another_name_is_wrong(folder, tmp_path, lantern):
    shutil.copy(folder / "R3_1.png", tmp_path / "R4_0.png")
    [one] = read_photos(lantern, photos_by_card(tmp_path), [0])
    assert (one.single.said, one.single.outcome) == (("R3",), Outcome.WRONG)
