"""A card as numbers: of a fixed length, reversed by a half-turn, and hardly touched by the light."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.cells import LENGTH, cells, half_turned
from companion.sight.pixels import CARD_H, CARD_W
from companion.sight.teach import small


def plain(blue, green, red):
    return np.full((CARD_H, CARD_W, 3), (blue, green, red), np.uint8)


def numbers(card):
    """One row a cell."""
    return cells(card).reshape(-1, 6)


def test_a_card_is_six_numbers_for_each_of_twelve_by_seventeen_cells(lantern):
    assert LENGTH == 1224
    assert cells(small(lantern.plates["R1"])).shape == (1224,)


@pytest.mark.parametrize("code", ["R1", "K3", "M5", "back"])
def test_a_half_turn_of_the_card_reverses_its_cells(lantern, code):
    card = small(lantern.plates[code])
    turned = np.ascontiguousarray(card[::-1, ::-1])
    assert cells(turned) == pytest.approx(half_turned(cells(card)), abs=1e-4)


def test_two_half_turns_are_none(lantern):
    rows = np.stack([cells(small(lantern.plates[code])) for code in ("R1", "B2", "W5")])
    assert not np.array_equal(half_turned(rows), rows)
    assert np.array_equal(half_turned(half_turned(rows)), rows)


def test_rows_are_half_turned_one_by_one(lantern):
    rows = np.stack([cells(small(lantern.plates[code])) for code in ("R1", "B2")])
    assert np.array_equal(half_turned(rows)[1], half_turned(rows[1]))


def test_a_plain_card_has_no_texture_and_no_relief_of_light():
    found = numbers(plain(90, 90, 90))
    assert np.abs(found[:, :3]).max() == 0
    assert found[:, 5] == pytest.approx(0, abs=1e-4)


def half_white(blue, green, red):
    """The left half white, the right of one colour."""
    card = plain(blue, green, red)
    card[:, : CARD_W // 2] = 255
    return card


def of_colour(features):
    """Blue and red share of the right half's cells, shape (102, 2)."""
    return features.reshape(17, 12, 6)[:, 6:, 3:5].reshape(-1, 2)


@pytest.mark.parametrize(
    ("colour", "blue", "red"), [((255, 0, 0), 2.76, -1.38), ((0, 0, 255), -1.38, 2.76), ((0, 255, 0), -1.38, -1.38)]
)
def test_colour_is_the_share_of_blue_and_of_red(colour, blue, red):
    assert of_colour(numbers(half_white(*colour))) == pytest.approx(np.tile([blue, red], (102, 1)), abs=0.01)


@pytest.mark.parametrize("lamp", [(0.45, 0.8, 1.2), (1.3, 1.0, 0.65), (0.3, 0.3, 0.3)])
def test_a_card_with_white_on_it_has_the_same_colours_under_any_lamp(lamp):
    card = half_white(200, 60, 90)
    lit = (255 * np.clip(np.float32(lamp) * 0.8 * (card / 255.0) ** 2.2, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    assert of_colour(numbers(lit)) == pytest.approx(of_colour(numbers(card)), abs=0.06)


def test_black_gives_finite_numbers():
    assert np.isfinite(cells(plain(0, 0, 0))).all()


def test_upright_stripes_and_level_stripes_differ_by_their_direction():
    stripes = plain(0, 0, 0)
    stripes[:, ::4], stripes[:, 1::4] = 255, 255
    upright = numbers(stripes).mean(axis=0)
    level = numbers(np.ascontiguousarray(np.rot90(np.tile(stripes, (1, 2, 1))[:CARD_W, :CARD_H]))).mean(axis=0)
    assert upright[0] > 0.4
    assert upright[1] < 0.01
    assert level[1] > 0.4
    assert level[0] < 0.01


@pytest.mark.parametrize("share", [0.4, 0.7, 1.2])
def test_exposure_changes_the_numbers_less_than_another_rank_does(lantern, share):
    card = small(lantern.plates["G2"])
    lit = np.clip(card * share, 0, 255).astype(np.uint8)
    other = small(lantern.plates["G3"])
    own = float(np.linalg.norm(cells(lit) - cells(card)))
    assert own < 0.5 * float(np.linalg.norm(cells(other) - cells(card)))
