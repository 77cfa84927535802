"""Pictures in which nothing can be seen at all."""

import numpy as np
import pytest

from companion.eyes.blind import BLACK, WHITE, Blindness


def picture(level, noise=0, seed=1):
    some = np.random.default_rng(seed).integers(-noise, noise + 1, (720, 1280, 3))
    return np.clip(level + some, 0, 255).astype(np.uint8)


def said(pictures):
    """What is said of pictures half a second apart."""
    blindness = Blindness()
    return [blindness.see(one, number / 2) for number, one in enumerate(pictures)]


def test_black_for_a_second_and_a_half_is_said_noise_or_not():
    assert said([picture(4, noise=8)] * 5) == ["", "", "", BLACK, BLACK]


def test_white_all_over_is_said():
    assert said([picture(255)] * 4)[-1] == WHITE


def test_one_such_picture_says_nothing_and_one_other_ends_it():
    assert said([picture(0), picture(90), picture(0), picture(0), picture(0)]) == [""] * 5
    assert said([picture(0)] * 4 + [picture(90)])[-1] == ""


@pytest.mark.parametrize("level", [30, 245])
def test_a_dark_room_and_a_white_cloth_are_pictures(level):
    assert said([picture(level, noise=8)] * 6) == [""] * 6


def test_a_dark_table_with_a_white_marker_is_a_picture():
    dark = picture(4)
    dark[100:140, 100:140] = 120
    assert said([dark] * 6) == [""] * 6
