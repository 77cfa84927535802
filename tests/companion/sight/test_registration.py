"""Whether a whole picture has shifted, without markers: cards, hands and noise are no shift."""

from __future__ import annotations

import cv2
import pytest

from companion.sight.registration import grey_of, shift_px
from hardware.rehearsal.scene import Hand, LyingCard, Scene

RED, BLUE = LyingCard("R1", 120, 110, 4), LyingCard("B4", 300, 110, -5)


def moved(picture, x, y, turn=0.0):
    matrix = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(picture, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


@pytest.fixture(params=["wood", "checked", "dark", "paper"])
def draws(request, painted):
    return painted(markers=False, table=request.param)


def shift(draws, other, nudge=(0, 0, 0.0)):
    before = grey_of(draws.frame(Scene((RED,)), 0.0))
    return shift_px(before, grey_of(moved(draws.frame(other, 0.3), *nudge)), 1280)


@pytest.mark.parametrize("other", [Scene((RED,)), Scene((RED, BLUE)), Scene((RED,), (Hand(400, 300),))])
def test_what_comes_into_the_picture_is_no_shift(draws, other):
    assert shift(draws, other) < 0.5


@pytest.mark.parametrize(("nudge", "far"), [((3, 1, 0), 3.2), ((-6, 0, 0), 6.0), ((26, 14, 0), 29.5)])
def test_a_nudge_is_measured_to_half_a_pixel(draws, nudge, far):
    assert shift(draws, Scene((RED, BLUE)), nudge) == pytest.approx(far, abs=0.5)


def test_a_turn_is_a_shift_too(draws):
    assert shift(draws, Scene((RED,)), (0, 0, 0.6)) > 2.5


def test_a_bare_black_picture_says_nothing(draws):
    black = grey_of(draws.frame(Scene())) * 0
    assert shift_px(black, black, 1280) is None
