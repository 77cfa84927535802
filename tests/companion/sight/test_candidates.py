"""Quadrilaterals in one still picture: the card is among them, whatever it lies on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.candidates import MOST, candidates, proportion
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene

CARD = LyingCard("B2", 400, 250, 20)


def card_like(quad):
    return 3000 < cv2.contourArea(quad) < 30000 and 0.5 < proportion(quad) < 0.95


def worst(one, other):
    return min(float(np.abs(np.roll(one, k, axis=0) - other).max()) for k in range(4))


@pytest.mark.parametrize("table", ["wood", "dark", "navy", "paper", "checked", "felt"])
def test_a_card_is_among_the_candidates_on_any_cloth(painted, table):
    painter = painted(table=table)
    found = candidates(painter.frame(Scene((CARD,))), card_like)
    assert min(worst(quad, painter.corners(CARD)) for quad in found) < 5


def test_only_what_is_plausible_is_offered(painted):
    picture = painted().frame(Scene((CARD,)))
    assert candidates(picture, lambda quad: False) == []
    assert all(card_like(quad) for quad in candidates(picture, card_like))


def test_candidates_are_few_and_the_largest_come_first(painted):
    cards = tuple(LyingCard("B2", 80 + 70 * n, 100, 3 * n) for n in range(10))
    found = candidates(painted().frame(Scene(cards)), card_like)
    assert len(found) >= 10
    areas = [float(cv2.contourArea(quad)) for quad in found]
    assert len(found) <= MOST
    assert areas == sorted(areas, reverse=True)


def test_where_everything_is_plausible_still_no_two_are_alike():
    rough = np.random.default_rng(1).integers(0, 256, (320, 320, 3)).astype(np.uint8)
    smooth = cv2.normalize(cv2.GaussianBlur(rough, (0, 0), 4), None, 0, 255, cv2.NORM_MINMAX)
    found = candidates(smooth, lambda quad: True, 10_000)
    assert len(found) > 150
    for index, quad in enumerate(found):
        reach = 0.06 * float(np.linalg.norm(quad[2] - quad[0]))
        assert all(float(np.abs(quad - other).max()) >= 0.9 * reach for other in found[:index])


def test_no_more_are_given_than_asked_for(painted):
    picture = painted().frame(Scene((CARD,)))
    assert len(candidates(picture, lambda quad: True, 7)) == 7


def test_an_empty_picture_offers_nothing():
    assert candidates(np.full((300, 400, 3), 90, np.uint8), card_like) == []


def test_proportion_is_width_over_height():
    assert proportion(rectangle(0, 0, 63, 88, 30).astype(np.float32)) == pytest.approx(63 / 88, abs=1e-4)


def test_a_square_is_offered_both_ways_round():
    picture = np.full((300, 400, 3), 40, np.uint8)
    picture[100:200, 150:250] = 220
    found = candidates(picture, lambda quad: 8000 < cv2.contourArea(quad) < 12000)
    directions = {tuple(np.sign(np.round((quad[1] - quad[0]) / 50)).astype(int).tolist()) for quad in found}
    assert len(directions) == 2
