"""What is believed to lie on the table: pictures place by place, cards lowest first, and odd things remembered."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.belief import Belief, Lying, table_area, upscaled
from hardware.rehearsal.lens import rectangle

SMALL, TABLE = np.full((200, 320, 3), 90, np.uint8), np.full((800, 1280, 3), 90, np.uint8)


def lying(number, code, x, y=100.0):
    """A card about (x, y) in millimetres."""
    return Lying(number, code, (rectangle(x, y, 63, 88, 0) * 1.6).astype(np.float32))


def mask(x, y, w, h):
    there = np.zeros((200, 320), np.uint8)
    there[y : y + h, x : x + w] = 255
    return there


@pytest.fixture
def belief():
    return Belief(SMALL, TABLE)


def codes(belief):
    return [card.code for card in belief.cards]


def test_only_the_place_and_a_fingers_breadth_around_is_absorbed(belief):
    belief.absorb(SMALL + np.uint8(50), TABLE + np.uint8(50), mask(100, 50, 20, 20))
    assert int((belief.small[:, :, 0] == 140).sum()) == 26 * 26
    assert int((belief.table[:, :, 0] == 140).sum()) == 26 * 26 * 16


def test_a_belief_does_not_share_its_pictures():
    small, table = SMALL.copy(), TABLE.copy()
    belief = Belief(small, table)
    small[:], table[:] = 0, 0
    assert belief.small.min() == belief.table.min() == 90


def test_all_can_be_absorbed_at_once(belief):
    belief.absorb_all(SMALL + np.uint8(9), TABLE + np.uint8(9))
    assert belief.small.min() == belief.table.min() == 99


def test_cards_lie_in_the_order_in_which_they_came(belief):
    for number, code in enumerate(("R1", "R2", None), 1):
        belief.put(lying(number, code, 100))
    assert codes(belief) == ["R1", "R2", None]


def test_a_card_nudged_keeps_its_place_among_the_others(belief):
    belief.put(lying(1, "R1", 100))
    belief.put(lying(2, "R2", 110))
    belief.put(lying(1, "R1", 104))
    assert codes(belief) == ["R1", "R2"]
    assert belief.cards[0].centre[0] == pytest.approx(104 * 1.6, abs=0.01)


def test_a_card_carried_elsewhere_lies_on_top(belief):
    belief.put(lying(1, "R1", 100))
    belief.put(lying(2, "R2", 110))
    belief.put(lying(1, "R1", 300))
    assert codes(belief) == ["R2", "R1"]


def test_an_unread_card_gets_its_name_and_a_card_gone_is_none(belief):
    belief.put(lying(1, None, 100))
    belief.put(lying(2, "R2", 200))
    belief.rename(1, "B4")
    assert codes(belief) == ["B4", "R2"]
    belief.remove(2)
    belief.remove(77)
    assert codes(belief) == ["B4"]


def odd_thing():
    """Small and table picture with something on them, and where."""
    where = mask(100, 50, 30, 40)
    small, table = SMALL.copy(), TABLE.copy()
    small[where > 0] = 20
    table[upscaled(where, table.shape) > 0] = 20
    return small, table, where


def test_an_odd_thing_taken_away_again_is_known_to_be_gone(belief):
    small, table, where = odd_thing()
    belief.absorb_odd(small, table, where)
    assert belief.is_odd_thing_gone(SMALL, where)


def test_something_else_in_an_odd_things_place_is_not_its_going(belief):
    small, table, where = odd_thing()
    belief.absorb_odd(small, table, where)
    other = SMALL.copy()
    other[where > 0] = (200, 30, 160)
    assert not belief.is_odd_thing_gone(other, where)
    assert not belief.is_odd_thing_gone(SMALL, mask(10, 10, 30, 40))


def test_without_odd_things_none_is_gone(belief):
    assert not belief.is_odd_thing_gone(SMALL, mask(100, 50, 30, 40))


def test_an_area_has_a_margin_and_ends_at_the_tables_edge():
    assert table_area((100, 50, 200, 150), 10, (800, 1280)) == (144, 64, 336, 256)
    assert table_area((0, 0, 800, 500), 10, (800, 1280)) == (0, 0, 1280, 800)


def test_the_belief_in_an_area_is_cut_from_its_table(belief):
    belief.table[64:256, 144:336] = 7
    assert belief.within((144, 64, 336, 256)).shape == (192, 192, 3)
    assert belief.within((144, 64, 336, 256)).max() == 7
