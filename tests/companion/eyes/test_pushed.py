"""Cards beneath a pushed one come along, where what sticks out of them is seen again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.belief import Lying
from companion.eyes.pushed import pushed_along
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene

LOWER, UPPER = LyingCard("R1", 150, 110, 2), LyingCard("B4", 152, 132, -2)


def quad_of(card):
    return (rectangle(card.x_mm, card.y_mm, 63, 88, card.turn_deg) * PX_PER_MM).astype(np.float32)


def pushed(card, x_mm=14, y_mm=7):
    return replace(card, x_mm=card.x_mm + x_mm, y_mm=card.y_mm + y_mm)


def found_at(card):
    return Match(card.code, quad_of(card), 20.0, 4.0, 0.9, 0.3, "G4", True)


@pytest.fixture
def along(painted, flat):
    """Which cards came along when these came to lie otherwise, the upper one having been read there."""

    def finds(*now, code="R1"):
        painter = painted()
        before, after = flat(painter, Scene((LOWER, UPPER))), flat(painter, Scene(now), 1.0)
        near = [Lying(1, code, quad_of(LOWER)), Lying(2, "B4", quad_of(UPPER))]
        return pushed_along([(2, found_at(now[-1]))], near, {1}, before, after)

    return finds


def test_a_pile_pushed_takes_the_lower_card_along(along):
    [(number, match)] = along(pushed(LOWER), pushed(UPPER))
    assert (number, match.code) == (1, "R1")
    assert match.quad == pytest.approx(quad_of(pushed(LOWER)), abs=2.5)


def test_a_lower_card_that_was_taken_did_not_come_along(along):
    assert along(pushed(UPPER)) == []


def test_another_card_in_its_place_is_not_the_lower_one(along):
    assert along(replace(pushed(LOWER), code="G3"), pushed(UPPER)) == []


def test_a_lower_card_that_stayed_did_not_come_along(along):
    assert along(LOWER, pushed(UPPER)) == []


def test_what_is_carried_far_away_takes_nothing_along(along):
    assert along(pushed(LOWER, 70, 0), pushed(UPPER, 70, 0)) == []


def test_an_unread_card_is_not_told_to_have_come_along(along):
    assert along(pushed(LOWER), pushed(UPPER), code=None) == []
