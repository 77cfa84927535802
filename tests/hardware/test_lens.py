"""Millimetres to pixels and back."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.rehearsal.lens import Lens
from hardware.rehearsal.scene import LyingCard

LENSES = [
    Lens.over(),
    Lens.over(tilt_deg=30, tilt_towards_deg=200, roll_deg=-8, k1=-0.12, k2=0.02),
    Lens.over((1920, 1080), (700.0, 450.0), tilt_deg=12, tilt_towards_deg=80, k1=0.05),
]


@pytest.mark.parametrize("lens", LENSES)
def test_what_is_projected_comes_back(lens):
    places = np.random.default_rng(1).uniform((0, 0), (700, 450), (50, 2))
    assert lens.unproject(lens.project(places)) == pytest.approx(places, abs=1e-3)


@pytest.mark.parametrize("lens", LENSES)
def test_the_grid_says_what_each_pixel_shows(lens):
    grid = lens.grid_mm()
    place = grid[333, 444].astype(float)
    assert lens.project([place])[0] == pytest.approx((444, 333), abs=0.05)


def test_the_whole_mat_is_in_the_picture_with_room_for_its_markers():
    for lens in LENSES[:2]:
        edge = lens.project([(-26, -26), (826, -26), (826, 526), (-26, 526)])
        assert (edge > 0).all()
        assert (edge < lens.size).all()


def test_a_cards_corners_go_clockwise_from_its_own_top_left():
    straight = Lens.over().corners(LyingCard("R1", 400, 250))
    assert straight[0][0] < straight[1][0]
    assert straight[0][1] < straight[3][1]
    turned = Lens.over().corners(LyingCard("R1", 400, 250, 180))
    assert turned[0] == pytest.approx(straight[2])


def test_a_card_lying_right_of_another_is_seen_right_of_it():
    lens = Lens.over()
    left, right = (lens.corners(LyingCard("R1", x, 100)).mean(axis=0) for x in (100, 200))
    assert right[0] - left[0] == pytest.approx(100 * lens.px_per_mm, rel=0.01)


def test_what_is_higher_looks_larger():
    lens = Lens.over()
    low, high = (np.ptp(lens.project([(300, 250), (500, 250)], h), axis=0)[0] for h in (0, 100))
    assert high > low * 1.05
