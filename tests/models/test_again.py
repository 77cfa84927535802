"""Some faces of a taught deck photographed again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.again import shots_again, taught_again
from models.teaching import Unteachable, photos_in, teach


@pytest.fixture
def _no_tesseract(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def reds(red_photos, _no_tesseract):
    return teach("reds", photos_in(red_photos))


def folder_with(tmp_path, **pictures):
    folder = tmp_path / "again"
    folder.mkdir()
    for code, picture in pictures.items():
        cv2.imwrite(str(folder / f"{code}.png"), picture)
    return folder


def test_the_given_face_is_replaced_and_the_others_are_kept(reds, tmp_path):
    brighter = cv2.convertScaleAbs(reds.plates["R3"], alpha=1.25)
    again = taught_again(reds, shots_again(reds, folder_with(tmp_path, R3=brighter)), photos=1)
    assert (again.version, reds.version, again.photos) == (2, 1, 1)
    assert np.abs(again.plates["R3"].astype(int) - brighter).mean() < 4
    assert all((again.plates[code] == reds.plates[code]).all() for code in reds.plates if code != "R3")
    assert again.taught.codes == reds.taught.codes
    assert set(again.clearly) == set(reds.clearly)


def test_a_picture_without_a_card_of_this_deck_is_named(reds, tmp_path):
    bare = np.full((400, 400, 3), 120, np.uint8)
    with pytest.raises(Unteachable, match="The pictures of R2 show no card of the deck reds"):
        shots_again(reds, folder_with(tmp_path, R2=bare))


def test_a_face_that_the_deck_hasn_t_got_is_told(reds, tmp_path):
    with pytest.raises(Unteachable, match="The deck reds has no B1: leave --again out"):
        shots_again(reds, folder_with(tmp_path, B1=reds.plates["R1"]))


def test_an_empty_folder_is_told(reds, tmp_path):
    with pytest.raises(Unteachable, match="holds no picture named by its card"):
        shots_again(reds, folder_with(tmp_path))


def test_a_face_that_is_another_s_is_refused(reds, tmp_path):
    with pytest.raises(Unteachable, match="show the same face"):
        taught_again(reds, shots_again(reds, folder_with(tmp_path, R2=reds.plates["R1"])), photos=1)
