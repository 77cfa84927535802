"""Quadrilaterals as upright cards: maps that go through their corners, outlines that shrink to the card."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.pixels import CARD_H, CARD_W, unit_quad
from companion.sight.rectify import OUTLINES, card_in, homography, rectified, through

SKEW = np.array([[10, 20], [200, 40], [190, 300], [30, 260]], np.float32)


def outer(picture):
    """A picture's own outer edges."""
    return unit_quad(picture.shape[1], picture.shape[0]) - np.float32(0.5)


def noise(height, width):
    return np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)


def test_a_homography_takes_each_corner_to_its_own():
    assert through(homography(unit_quad(63, 88), SKEW), unit_quad(63, 88)) == pytest.approx(SKEW, abs=1e-3)


def test_a_homography_takes_the_middle_to_where_the_diagonals_cross():
    middle = through(homography(unit_quad(2, 2), SKEW), np.array([[1, 1]], np.float32))[0]
    first, second = SKEW[2] - SKEW[0], SKEW[3] - SKEW[1]
    apart_first, apart_second = middle - SKEW[0], middle - SKEW[1]
    assert first[0] * apart_first[1] - first[1] * apart_first[0] == pytest.approx(0, abs=0.5)
    assert second[0] * apart_second[1] - second[1] * apart_second[0] == pytest.approx(0, abs=0.5)


def test_a_sleeve_is_an_edge_of_one_and_a_half_millimetres_around_the_card():
    sleeve = next(outline for outline in OUTLINES if outline.name == "sleeve")
    card = card_in(unit_quad(66, 91), sleeve)
    assert card == pytest.approx(np.array([[1.5, 1.5], [64.5, 1.5], [64.5, 89.5], [1.5, 89.5]]), abs=1e-3)


def test_an_inner_frame_lies_three_millimetres_inside_the_card():
    frame = next(outline for outline in OUTLINES if outline.name == "inner frame")
    card = card_in(unit_quad(57, 82), frame)
    assert card == pytest.approx(np.array([[-3, -3], [60, -3], [60, 85], [-3, 85]]), abs=1e-3)


def test_a_picture_of_a_cards_own_size_is_itself():
    picture = noise(CARD_H, CARD_W)
    assert np.array_equal(rectified(picture, outer(picture)), picture)


def test_corners_begun_at_the_far_end_turn_the_card_upside_down():
    picture = noise(CARD_H, CARD_W)
    turned = rectified(picture, np.roll(outer(picture), 2, axis=0))
    assert np.array_equal(turned, picture[::-1, ::-1])


def test_a_close_card_is_averaged_not_sampled():
    picture = np.zeros((CARD_H * 4, CARD_W * 4, 3), np.uint8)
    picture[::2, ::2], picture[1::2, 1::2] = 255, 255
    card = rectified(picture, outer(picture))
    assert card.shape == (CARD_H, CARD_W, 3)
    assert card.min() == card.max() == 128


def test_what_reaches_out_of_the_picture_is_black():
    picture = np.full((CARD_H, CARD_W, 3), 200, np.uint8)
    card = rectified(picture, outer(picture) + np.float32([CARD_W / 2, 0]))
    assert card[:, : CARD_W // 2 - 1].min() == 200
    assert card[:, CARD_W // 2 + 1 :].max() == 0
