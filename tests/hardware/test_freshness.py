"""A frozen camera is told from a dark one."""

import numpy as np
import pytest

from companion.errors import CameraError
from hardware.freshness import Freshness


def picture(seed):
    return np.random.default_rng(seed).integers(0, 255, (64, 64, 3), np.uint8)


def test_new_pictures_are_never_frozen():
    fresh = Freshness()
    for second in range(20):
        fresh.see(picture(second), second)


def test_the_same_picture_for_too_long_is_frozen():
    fresh = Freshness(2.5)
    fresh.see(picture(1), 0)
    fresh.see(picture(1), 2.4)
    with pytest.raises(CameraError, match="frozen"):
        fresh.see(picture(1), 2.5)


def test_a_new_picture_starts_the_wait_again():
    fresh = Freshness(2.5)
    for at, seed in ((0, 1), (2, 1), (2.4, 2), (4.8, 2)):
        fresh.see(picture(seed), at)


@pytest.mark.parametrize("level", [0, 255])
def test_black_and_blinded_pictures_may_repeat_themselves(level):
    fresh = Freshness()
    for second in range(20):
        fresh.see(np.full((64, 64, 3), level, np.uint8), second)


def test_one_pixel_that_differs_makes_a_new_picture():
    """However few are looked at first, all are compared before a picture is called the same."""
    fresh = Freshness(2.5)
    for second in range(20):
        one = picture(1)
        one[17, 23] = second
        fresh.see(one, second)


def test_a_camera_that_is_opened_anew_and_still_frozen_is_told_at_its_first_picture():
    fresh = Freshness(2.5)
    fresh.see(picture(1), 0)
    for at in (2.5, 12.0):
        with pytest.raises(CameraError, match="frozen"):
            fresh.see(picture(1), at)
    fresh.see(picture(2), 13.0)
