"""One place before and after: the cards that are new in it, in whatever way they came to lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.place import PX_PER_MM, read_place, without
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene, Thing


def quad_of(card):
    return (rectangle(card.x_mm, card.y_mm, 63, 88, card.turn_deg) * PX_PER_MM).astype(np.float32)


@pytest.fixture
def read(lantern_reader, card_size, painted, flat):
    """Reads a corner of the table, 400 x 300 mm, with these cards before and those after."""

    def reads(before, after, things=(), **light):
        painter = painted(**light)
        earlier = flat(painter, Scene(tuple(before)))[:480, :640]
        later = flat(painter, Scene(tuple(after), things=tuple(things)), 1.0)[:480, :640]
        where = np.full((480, 640), 255, np.uint8)
        where[:, 560:] = 0  # something must be known to lie still
        return read_place(lantern_reader, earlier, later, where, [quad_of(card) for card in before], card_size)

    return reads


def codes(found):
    return sorted(match.code for match in found.matches if match.is_clear)


ONE, TWO = LyingCard("R1", 120, 120, 5), LyingCard("B4", 230, 150, -20)


def test_a_card_laid_on_cloth_is_read_where_it_lies(read):
    found = read([], [ONE])
    assert codes(found) == ["R1"]
    assert found.matches[0].quad == pytest.approx(quad_of(ONE), abs=2.5)
    assert found.residue < 0.12


def test_where_nothing_changed_nothing_is_read(read):
    found = read([ONE], [ONE])
    assert found.matches == ()
    assert found.residue == 0


def test_two_cards_laid_at_once_are_both_read(read):
    assert codes(read([], [ONE, TWO])) == ["B4", "R1"]


def test_two_copies_side_by_side_are_two_cards(read):
    assert codes(read([], [ONE, LyingCard("R1", 200, 130, 2)])) == ["R1", "R1"]


def test_a_card_fanned_over_another_is_read_alone(read):
    assert codes(read([ONE], [ONE, LyingCard("R2", 122, 140, 3)])) == ["R2"]


def test_a_card_squarely_on_another_is_read(read):
    assert codes(read([ONE], [ONE, LyingCard("R2", 121, 121, 5)])) == ["R2"]


def test_a_card_taken_away_leaves_no_card_read(read):
    assert codes(read([ONE], [])) == []


@pytest.mark.parametrize("thing", ["phone", "paper", "mug"])
def test_a_thing_is_no_card_and_is_left_unexplained(read, thing):
    found = read([], [], [Thing(thing, 150, 140, 10)])
    assert codes(found) == []
    assert found.residue > 0.12


def test_a_card_face_down_is_the_back(read):
    found = read([], [LyingCard("R1", 120, 120, 5, face_down=True)])
    assert codes(found) == ["back"]


def test_a_mask_less_a_card_keeps_what_lies_beside_it():
    mask = np.full((300, 300), 255, np.uint8)
    card = rectangle(150, 150, 100, 140, 0).astype(np.float32)
    left = without(mask, card)
    assert cv2.countNonZero(left) == pytest.approx(300 * 300 - 113 * 158, rel=0.01)
    assert left[10, 10] == 255
    assert left[150, 150] == 0
    assert mask.min() == 255
