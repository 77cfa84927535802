"""The small pictures of the cards laid: each shows that card, upright, and nothing that lies or moves beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.album import LARGEST, Album
from companion.eyes.portraits import HIGH, WIDE, Portraits
from hardware.rehearsal.scene import Hand, LyingCard, Scene

RED = LyingCard("R1", 120, 110, 4)
GREEN = LyingCard("G4", 420, 380, 163)
HELD = LyingCard("B5", 600, 110, 0)


@pytest.fixture
def album():
    return Album()


def most_like(jpeg, plates):
    """The plate that a picture is most like, point by point."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (HIGH, WIDE, 3)

    def unlike(code):
        return float(np.abs(cv2.resize(plates[code], (WIDE, HIGH)).astype(float) - picture).mean())

    return min((code for code in plates if code != "back"), key=unlike)


def test_each_card_laid_has_its_picture_upright_whichever_way_it_lies(watch_table, lantern, album):
    table = watch_table(notes=Portraits(album)).shows(Scene((RED, GREEN)), 2.0)
    cards = {str(s.reading.card): s.id for place in table.places for s in place.appeared}
    assert sorted(cards) == ["G4", "R1"]
    for code, number in cards.items():
        jpeg = album.picture(album.name_of(number))
        assert most_like(jpeg, lantern.plates) == code
        assert len(jpeg) < LARGEST


def test_a_card_held_over_the_mat_leaves_no_picture(watch_table, lantern, album):
    hand = Hand(HELD.x_mm, HELD.y_mm + 20, height_mm=60, held=("B5",))
    table = watch_table(notes=Portraits(album)).shows(Scene((RED,), (hand,)), 2.0)
    assert table.appeared == ["R1"]
    [number] = [s.id for place in table.places for s in place.appeared]
    assert most_like(album.picture(album.name_of(number)), lantern.plates) == "R1"
    album.keep_only([])
    table.shows(Scene((RED,), (hand,)), 1.0)
    assert album.is_empty


def test_other_eyes_number_cards_anew_so_that_no_old_picture_is_taken_for_theirs(album):
    album.keep(1, b"before")
    Portraits(album)
    assert album.name_of(1) is None
