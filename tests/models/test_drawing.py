"""The decks that we draw ourselves: told apart by everything that a table needs to tell cards apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.drawing import (
    HELD_OUT,
    LANTERN,
    STYLES,
    card_codes,
    draw_back,
    draw_deck,
    draw_face,
    draw_sheet,
    write_deck,
)
from models.drawing.canvas import Mask
from models.drawing.numerals import ANGULAR, CURVED
from models.drawing.signs import SIGNS, put_sign

SMALL = (126, 176)


def _sign(name: str) -> np.ndarray:
    mask = Mask((48, 48), 1.0)
    put_sign(mask, name, (24.0, 24.0), 20.0)
    return mask.map()


@pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)
def test_no_two_suits_of_a_deck_share_a_sign(style):
    assert len({style.signs[suit] for suit in style.suits}) == len(style.suits)


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(SIGNS), 2)))
def test_signs_differ_in_shape_not_only_in_name(one, other):
    a, b = _sign(one), _sign(other)
    assert np.minimum(a, b).sum() / np.maximum(a, b).sum() < 0.85


def test_the_same_card_is_drawn_alike_twice():
    assert np.array_equal(draw_face(LANTERN, "M4", SMALL), draw_face(LANTERN, "M4", SMALL))


def test_every_two_faces_of_the_shipped_deck_differ_where_the_fireworks_are():
    middles = {code: draw_face(LANTERN, code, SMALL)[35:115, 20:106].astype(int) for code in card_codes(LANTERN)}
    for one, other in combinations(middles, 2):
        assert np.abs(middles[one] - middles[other]).mean() > 3, (one, other)


@pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)
def test_numerals_and_signs_stand_upside_down_in_the_lower_corners(style):
    """What the corners add to the picture is the same after a half-turn."""
    plain = replace(style, outline_mm=0.0)
    one, other = draw_face(plain, "R2", SMALL).astype(int), draw_face(plain, "R5", SMALL).astype(int)
    changed = np.abs(one - other).max(axis=2) > 60
    corner = changed[:26, :24]
    opposite = changed[::-1, ::-1][:26, :24]
    assert corner.sum() > 15
    assert (corner & opposite).sum() > 0.8 * max(corner.sum(), opposite.sum())


@pytest.mark.parametrize("rank", range(1, 6))
def test_the_back_is_no_face_and_reads_alike_both_ways_round(rank):
    back = draw_back(LANTERN, SMALL)
    assert np.abs(back.astype(int) - back[::-1, ::-1]).mean() < 6
    assert np.abs(back.astype(int) - draw_face(LANTERN, f"R{rank}", SMALL)).mean() > 15


def test_black_is_readable_its_numeral_is_outlined_in_silver():
    corner = cv2.cvtColor(draw_face(LANTERN, "K3"), cv2.COLOR_BGR2GRAY)[20:110, 20:84]
    assert corner.max() > 170
    assert corner.min() < 40


def test_all_hands_write_five_numerals():
    assert set(CURVED) == set(ANGULAR) == {1, 2, 3, 4, 5}


def test_held_out_decks_vary_what_real_editions_vary():
    assert len(HELD_OUT) >= 5
    assert LANTERN not in HELD_OUT
    assert any(style.border_mm == 0 for style in HELD_OUT)
    assert any(style.border_mm > 0 and min(style.border) > 200 for style in HELD_OUT)
    assert any(style.card_mm != (63.0, 88.0) for style in HELD_OUT)
    assert any(style.sign_colour is not None for style in HELD_OUT)
    assert len({style.numerals for style in HELD_OUT}) == 3


def test_a_card_keeps_its_proportions_whatever_the_deck():
    slim = STYLES["slim"]
    height, width = draw_face(slim, "W1").shape[:2]
    assert height / width == pytest.approx(90 / 58, rel=0.01)


def test_a_deck_is_written_one_picture_a_card_and_the_back(tmp_path: Path):
    small = replace(LANTERN, suits=("R",))
    written = write_deck(small, tmp_path / "deck", SMALL)
    assert sorted(path.name for path in written) == ["R1.png", "R2.png", "R3.png", "R4.png", "R5.png", "back.png"]
    drawn = draw_deck(small, SMALL)
    for path in written:
        assert np.array_equal(cv2.imread(str(path)), drawn[path.stem])


def test_a_sheet_shows_a_column_a_suit():
    sheet = draw_sheet(replace(LANTERN, suits=("R", "B")), card_width=63, gap=7)
    assert sheet.shape == (5 * 95 + 7, 2 * 70 + 7, 3)
    red, blue = sheet[7:95, 7:70].mean(axis=(0, 1)), sheet[7:95, 77:140].mean(axis=(0, 1))
    assert red[2] > blue[2]
    assert blue[0] > red[0]
