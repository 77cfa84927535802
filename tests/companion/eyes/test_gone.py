"""Which cards lie there no more: hidden is not gone, and neither is what lies beneath a card that hasn't moved."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.belief import Lying
from companion.eyes.gone import filled, is_gone, is_lost
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match
from hardware.rehearsal.lens import rectangle

SHAPE = (400, 640)
BEFORE = np.full((*SHAPE, 3), 90, np.uint8)


def lying(number, code, y_mm):
    return Lying(number, code, (rectangle(150, y_mm, 63, 88, 5) * PX_PER_MM).astype(np.float32))


def read(card):
    return Match(card.code, card.quad, 9, 3, 0.9, 0.3, "R2", True)


LOWER, UPPER = lying(1, "Y4", 120), lying(2, "K5", 134)
CHANGED = filled(LOWER.quad, SHAPE, 1.1)


def test_a_strip_that_looks_different_beneath_a_card_that_didn_t_move_is_not_gone():
    """Seen askew, the strip of a yellow four that showed above a black five was elsewhere by its own breadth."""
    assert not is_gone(LOWER, [LOWER, UPPER], [read(UPPER)], CHANGED, BEFORE)
    assert is_gone(LOWER, [LOWER, UPPER], [], CHANGED, BEFORE)


def test_neither_is_it_lost_so_that_a_twin_laid_now_would_be_taken_for_it():
    assert not is_lost(LOWER, [LOWER, UPPER], [read(UPPER)], CHANGED)
    assert is_lost(LOWER, [LOWER, UPPER], [], CHANGED)


@pytest.mark.parametrize("y_mm", [160.0, 175.0])
def test_a_card_of_which_more_than_a_strip_showed_may_be_pulled_out_from_below(y_mm):
    upper = lying(2, "K5", y_mm)
    assert is_gone(LOWER, [LOWER, upper], [read(upper)], CHANGED, BEFORE)


def test_a_card_whose_cover_was_pushed_may_have_gone():
    pushed = lying(2, "K5", UPPER.centre[1] / PX_PER_MM + 6)
    assert is_gone(LOWER, [LOWER, UPPER], [read(pushed)], CHANGED, BEFORE)
