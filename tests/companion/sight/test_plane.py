"""The table under cards of one size, from their corners."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.plane import fitted, poses_of
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.scene import LyingCard

SIZE = (1600, 1200)


def seen(k1=-0.1, tilt=15.0):
    lens = Lens.over(SIZE, (400, 500), tilt_deg=tilt, tilt_towards_deg=40, k1=k1)
    rng = np.random.default_rng(4)
    cards = [
        LyingCard("R1", 60 + 78 * column, 70 + 115 * row, float(rng.normal(0, 3)))
        for row in range(4)
        for column in range(5)
    ]
    return [np.asarray(lens.corners(card), np.float32) for card in cards]


@pytest.mark.parametrize(("k1", "tilt"), [(0.0, 0.0), (-0.12, 5.0), (0.02, 18.0), (-0.1, 20.0)])
def test_corners_seen_through_any_lens_are_explained_to_a_fraction_of_a_pixel(k1, tilt):
    quads = seen(k1, tilt)
    plane, poses = fitted(quads, SIZE)
    for pose, quad in zip(poses, quads, strict=True):
        assert float(np.abs(plane.to_pixels(plane.card(pose)) - quad).max()) < 0.5
    assert plane.aspect == pytest.approx(63 / 88, rel=0.03)


def test_one_wrong_corner_moves_no_other_card():
    quads = seen()
    spoilt = [quad.copy() for quad in quads]
    spoilt[7][2] += 25
    plane, poses = fitted(spoilt, SIZE)
    off = [float(np.abs(plane.to_pixels(plane.card(p)) - q).max()) for p, q in zip(poses, quads, strict=True)]
    assert max(off[:7] + off[8:]) < 0.6
    assert off[7] < 2.0


def test_the_table_and_the_picture_are_inverse():
    plane, poses = fitted(seen(), SIZE)
    places = poses[:, :2]
    assert plane.to_table(plane.to_pixels(places)) == pytest.approx(places, abs=1e-3)
    assert poses_of(plane, [plane.to_pixels(plane.card(p)) for p in poses]) == pytest.approx(poses, abs=2e-3)


def test_a_smaller_picture_shows_the_same_table():
    plane, poses = fitted(seen(), SIZE)
    half = plane.shrunk(0.5)
    assert half.to_pixels(poses[:, :2]) == pytest.approx((plane.to_pixels(poses[:, :2]) + 0.5) / 2 - 0.5, abs=1e-3)


def test_larger_cards_have_the_same_middles():
    plane, poses = fitted(seen(), SIZE)
    grown = plane.grown(0.05, 0.05)
    pose = poses[3] * (1 / 1.1, 1 / 1.1, 1)
    before, after = plane.to_pixels(plane.card(poses[3])), grown.to_pixels(grown.card(pose))
    assert after.mean(axis=0) == pytest.approx(before.mean(axis=0), abs=0.5)
    assert np.linalg.norm(after[3] - after[0]) == pytest.approx(1.1 * np.linalg.norm(before[3] - before[0]), rel=0.01)
