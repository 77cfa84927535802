"""The sides of a card in a patch of table: found to a fraction of a pixel where they show, or said to be unseen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.lining import lined

HEIGHT, ROOM = 200, 0.14


def patch(off=(0, 0, 0, 0), *, step=12, noise=3.0, blur=1.2):
    """A card that reaches so many pixels further out above, right, below and left than it is thought to."""
    rng = np.random.default_rng(4)
    room = round(ROOM * HEIGHT)
    picture = np.full((HEIGHT + 2 * room, 140 + 2 * room, 3), 60, np.float32)
    top, right, bottom, left = off
    picture[room - top : room + HEIGHT + bottom, room - left : room + 140 + right] += step
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + rng.normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("step", [12, 120])
def test_sides_that_hardly_show_are_found_where_they_are(step):
    found = lined(patch((2, 3, -2, 1), step=step), HEIGHT, ROOM, 0.03)
    assert found.seen == (True, True, True, True)
    assert found.off.mean(axis=1) == pytest.approx([2, 3, -2, 1], abs=0.3)


def test_a_side_s_slant_is_found_clockwise():
    turned = cv2.warpAffine(patch(step=80), cv2.getRotationMatrix2D((97.5, 127.5), -1.0, 1.0), (196, 256))
    found = lined(turned, HEIGHT, ROOM, 0.03)
    slants = found.off[:, 1] - found.off[:, 0]
    assert slants == pytest.approx(-np.tan(np.deg2rad(1.0)) * np.array([140, 200, 140, 200]), abs=0.6)


def test_what_doesn_t_show_is_unseen():
    assert lined(patch(step=0), HEIGHT, ROOM, 0.03).seen == (False, False, False, False)
    without_top = patch(step=80)
    without_top[: HEIGHT // 2] = 60
    assert lined(without_top, HEIGHT, ROOM, 0.03).seen[0] is False


def test_a_side_further_off_than_may_be_is_unseen():
    assert lined(patch((9, 0, 0, 0), step=80), HEIGHT, ROOM, 0.02).seen == (False, True, True, True)
