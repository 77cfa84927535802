"""What differs between two pictures of one place, with the light taken out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.change import change_mask, gains
from companion.sight.place import PX_PER_MM
from hardware.rehearsal.scene import LyingCard, Scene

CARD = LyingCard("Y3", 130, 110, 0)
ALL = np.full((800, 1280), 255, np.uint8)
ONES = np.ones(3, np.float32)


@pytest.fixture(scope="module")
def bare_and_laid(painted, flat):
    painter = painted()
    return flat(painter, Scene()), flat(painter, Scene((CARD,)), 1.0)


def lit(picture, *gain):
    return np.clip(picture * np.float32(gain) + 0.5, 0, 255).astype(np.uint8)


def corner(picture):
    """The table's upper left, 250 x 200 mm."""
    return np.ascontiguousarray(picture[:320, :400])


def differ(before, after):
    """The change mask with the gain by everything: a card is less than half of the corner."""
    before, after = corner(before), corner(after)
    return change_mask(before, after, gains(before, after, ALL[:320, :400]), PX_PER_MM)


def test_gains_are_what_each_channel_has_become_brighter_by(bare_and_laid):
    before, _ = bare_and_laid
    found = gains(before, lit(before, 0.8, 0.9, 1.1), ALL)
    assert found == pytest.approx([0.8, 0.9, 1.1], abs=0.03)


def test_gains_look_only_where_nothing_changed():
    before = np.full((40, 40, 3), 100, np.uint8)
    after = before.copy()
    after[:, 10:] = 200
    still = np.zeros((40, 40), np.uint8)
    still[:, :10] = 255
    assert gains(before, after, still).tolist() == [1, 1, 1]


def test_gains_are_one_where_too_little_is_still():
    before, after = np.full((40, 40, 3), 100, np.uint8), np.full((40, 40, 3), 130, np.uint8)
    assert gains(before, after, np.zeros((40, 40), np.uint8)).tolist() == [1, 1, 1]


def test_gains_are_one_in_the_dark():
    before, after = np.full((40, 40, 3), 3, np.uint8), np.full((40, 40, 3), 130, np.uint8)
    assert gains(before, after, np.full((40, 40), 255, np.uint8)).tolist() == [1, 1, 1]


@pytest.mark.parametrize("gain", [(0.8, 0.8, 0.8), (1.2, 1.2, 1.2), (0.92, 1.0, 1.08)])
def test_light_alone_is_no_change(bare_and_laid, gain):
    before, _ = bare_and_laid
    assert cv2.countNonZero(differ(before, lit(before, *gain))) < 0.01 * 63 * 88 * PX_PER_MM**2


@pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (0.8, 0.8, 0.8), (0.92, 1.0, 1.08)])
def test_a_card_is_changed_where_it_lies(bare_and_laid, gain):
    before, after = bare_and_laid
    mask = differ(before, lit(after, *gain))
    card = np.zeros_like(mask)
    left, top = round((130 - 31.5) * PX_PER_MM), round((110 - 44) * PX_PER_MM)
    card[top : top + round(88 * PX_PER_MM), left : left + round(63 * PX_PER_MM)] = 255
    assert cv2.countNonZero(mask & card) > 0.85 * cv2.countNonZero(card)
    assert cv2.countNonZero(mask & ~card) < 0.15 * cv2.countNonZero(card)


def test_a_mask_is_as_large_as_its_pictures():
    odd = np.zeros((101, 203, 3), np.uint8)
    assert change_mask(odd, odd, ONES, PX_PER_MM).shape == (101, 203)
    tiny = np.zeros((1, 1, 3), np.uint8)
    assert change_mask(tiny, tiny, ONES, PX_PER_MM).shape == (1, 1)


def test_noise_is_no_change():
    rng = np.random.default_rng(4)
    before, after = (np.clip(rng.normal(120, 7, (300, 300, 3)), 0, 255).astype(np.uint8) for _ in range(2))
    assert cv2.countNonZero(change_mask(before, after, ONES, PX_PER_MM)) == 0
