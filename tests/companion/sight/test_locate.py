"""Where the one card of a teaching photo lies: the photos of a deck judge each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.locate import is_scan, located, located_like, whole

CODES = ("R1", "R2", "Y3", "G4", "B5", "W1")


def photo(plate, turn=0.0, table=(60, 90, 110), shift=(0, 0)):
    """A card photographed on a plain table, and its corners."""
    height, width = plate.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), turn, 1.3)
    matrix[:, 2] += np.array([200 - width / 2 + shift[0], 220 - height / 2 + shift[1]])
    picture = cv2.warpAffine(plate, matrix, (400, 440), borderMode=cv2.BORDER_CONSTANT, borderValue=table)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + np.random.default_rng(1).normal(0, 2, picture.shape)
    corners = whole(plate) @ matrix[:, :2].T + matrix[:, 2]
    return np.clip(noisy, 0, 255).astype(np.uint8), corners.astype(np.float32)


def worst(one, other):
    return min(float(np.abs(np.roll(one, k, axis=0) - other).max()) for k in range(4))


def test_a_pictures_own_corners_are_its_outer_edges():
    assert whole(np.zeros((20, 10, 3), np.uint8)).tolist() == [[-0.5, -0.5], [9.5, -0.5], [9.5, 19.5], [-0.5, 19.5]]


def test_cards_cut_out_are_scans(lantern):
    scans = [lantern.plates[code] for code in CODES]
    assert is_scan(scans)
    assert {name: quad.tolist() for name, quad in located({c: lantern.plates[c] for c in CODES}).items()} == {
        code: whole(lantern.plates[code]).tolist() for code in CODES
    }


def test_photos_with_a_card_in_them_are_no_scans(lantern):
    assert not is_scan([photo(lantern.plates[code])[0] for code in CODES])


def test_cards_cut_out_in_unlike_shapes_are_no_scans(lantern):
    wide = [cv2.resize(lantern.plates[code], (160 + 20 * n, 204)) for n, code in enumerate(CODES)]
    assert not is_scan(wide)


@pytest.mark.parametrize("table", [(60, 90, 110), (215, 220, 225)])
def test_each_photos_card_is_found_to_a_hundredth_of_its_side(lantern, table):
    made = {code: photo(lantern.plates[code], 6 * n - 15, table, (3 * n, -2 * n)) for n, code in enumerate(CODES)}
    found = located({code: picture for code, (picture, _) in made.items()})
    for code, (_, corners) in made.items():
        assert found[code] is not None
        assert worst(found[code], corners) < 0.02 * 265


def test_dark_cards_on_a_dark_table_are_refused_or_found_never_cut_wrongly(lantern):
    """Document-Scanner 1: card and table of one colour give no outline; the deck's faces are dark to the edge."""
    made = {code: photo(lantern.plates[code], 6 * n - 15, (25, 25, 25)) for n, code in enumerate(CODES)}
    found = located({code: picture for code, (picture, _) in made.items()})
    apart = {code: worst(quad, made[code][1]) for code, quad in found.items() if quad is not None}
    assert set(found) == set(CODES)
    assert all(value < 0.04 * 265 for value in apart.values())


def test_a_single_card_is_found_by_what_the_taught_faces_have_in_common(lantern):
    faces = [lantern.plates[code] for code in ("R1", "Y2", "G3", "B4")]
    picture, corners = photo(lantern.plates["W5"], 9)
    bare = np.full_like(picture, 90)
    found = located_like({"W5": picture, "K1": bare}, faces)
    assert worst(found["W5"], corners) < 0.01 * 265
    assert found["K1"] is None


def test_a_single_scan_is_taken_whole(lantern):
    faces = [lantern.plates[code] for code in ("R1", "Y2", "G3", "B4")]
    assert located_like({"W5": lantern.plates["W5"]}, faces)["W5"].tolist() == whole(lantern.plates["W5"]).tolist()


def test_a_photo_without_a_card_is_refused_and_the_others_are_found(lantern):
    photos = {code: photo(lantern.plates[code], 4 * n)[0] for n, code in enumerate(CODES)}
    photos["K1"] = np.full((440, 400, 3), 90, np.uint8)
    found = located(photos)
    assert found["K1"] is None
    assert all(found[code] is not None for code in CODES)
