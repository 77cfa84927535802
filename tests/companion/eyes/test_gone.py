"""Which cards lie there no more: hidden is not gone, and neither is what lies beneath a card that hasn't moved."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.belief import Lying
from companion.eyes.gone import filled, gone_from, lost_from
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


def gone(cards, *now):
    return gone_from(cards, [read(card) for card in now], CHANGED, BEFORE)


def test_a_card_of_which_all_looks_different_is_gone():
    assert gone([LOWER]) == {1}
    assert gone([LOWER, UPPER]) == {1, 2}


def test_a_strip_that_looks_different_beneath_a_card_that_didn_t_move_is_not_gone():
    """Seen askew, the strip of a yellow four that showed above a black five was elsewhere by its own breadth."""
    assert gone([LOWER, UPPER], UPPER) == set()


def test_neither_is_it_where_a_third_card_has_come_to_lie_on_both():
    """So was a red four's that showed above a red three, when a yellow one was laid on that."""
    newcomer = lying(9, "Y1", 146)
    changed = filled(LOWER.quad, SHAPE, 1.1) | filled(newcomer.quad, SHAPE)
    assert gone_from([LOWER, UPPER], [read(newcomer)], changed & ~filled(UPPER.quad, SHAPE, 1.05), BEFORE) == set()


def test_neither_is_it_lost_so_that_a_twin_laid_now_would_be_taken_for_it():
    assert 1 not in lost_from([LOWER, UPPER], [read(UPPER)], CHANGED, BEFORE, set())
    assert 1 in lost_from([LOWER, UPPER], [], CHANGED, BEFORE, {2})


@pytest.mark.parametrize("y_mm", [170.0, 185.0])
def test_a_card_of_which_more_than_a_strip_showed_may_be_pulled_out_from_below(y_mm):
    upper = lying(2, "K5", y_mm)
    assert gone([LOWER, upper], upper) == {1}


def test_a_card_whose_cover_was_pushed_may_have_gone():
    pushed = lying(2, "K5", UPPER.centre[1] / PX_PER_MM + 6)
    assert gone([LOWER, UPPER], pushed) == {1}


def framed(card):
    """A table on which this card showed a pale edge."""
    before = BEFORE.copy()
    before[filled(card.quad, SHAPE, 1.0) > 0] = 190
    before[filled(card.quad, SHAPE, 0.97) > 0] = 70
    return before


def test_neither_is_one_whose_outline_is_where_it_was_however_much_of_it_something_unreadable_hides():
    """Two lamps over a black five and a two laid on it: most of the five that could be seen was the two."""
    inside = filled(LOWER.quad, SHAPE, 0.8)
    assert gone_from([LOWER], [], inside, BEFORE) == {1}
    assert gone_from([LOWER], [], inside, framed(LOWER)) == set()
    assert gone_from([LOWER], [], filled(LOWER.quad, SHAPE, 1.1), framed(LOWER)) == {1}


def test_one_in_whose_very_place_another_is_clearly_read_is_gone_though_their_outlines_are_one():
    squarely = lying(9, "Y1", 120)
    assert gone_from([LOWER], [read(squarely)], filled(LOWER.quad, SHAPE, 0.8), framed(LOWER)) == {1}


def test_nor_is_it_lost_so_that_its_twin_laid_beside_it_would_be_taken_for_it():
    twin = lying(9, "Y4", 290)
    changed = filled(LOWER.quad, SHAPE, 0.9) | filled(twin.quad, SHAPE)
    assert lost_from([LOWER], [read(twin)], changed, BEFORE, set()) == {1}
    assert lost_from([LOWER], [read(twin)], changed, framed(LOWER), set()) == set()


def test_a_line_on_the_table_beside_a_card_that_was_taken_is_not_its_outline():
    before = framed(LOWER)
    around = filled(LOWER.quad, SHAPE, 1.05) & ~filled(LOWER.quad, SHAPE, 1.03)
    before[around > 0] = 20
    assert gone_from([LOWER], [], filled(LOWER.quad, SHAPE, 1.01), before) == {1}


def test_the_outline_of_one_that_lies_squarely_beneath_is_not_the_upper_one_s():
    upper = Lying(2, "K5", LOWER.quad + np.float32(2))
    assert gone_from([LOWER, upper], [], filled(LOWER.quad, SHAPE, 0.8), framed(LOWER)) == {2}
