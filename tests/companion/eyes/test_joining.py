"""Changed places that one card covers are one place; what a card can't cover stays apart."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.eyes.joining import joined
from companion.eyes.stillness import Place
from companion.sight.motion import MM

CARD = (63.0, 88.0)


def place(x, y, width, height, since=1.0, moved_at=2.0, touches_edge=False):
    """A changed rectangle, millimetres from its top left corner."""
    mask = np.zeros((200, 320), np.uint8)
    left, top, right, bottom = (round(v / MM) for v in (x, y, x + width, y + height))
    cv2.rectangle(mask, (left, top), (right - 1, bottom - 1), (255,), -1)
    return Place(mask, (x, y, x + width, y + height), since, moved_at, touches_edge, float(width * height))


SIGN, RIM = place(120, 110, 30, 30, since=1.0, moved_at=2.5), place(105, 165, 60, 20, since=0.5, moved_at=2.0)


def test_a_sign_and_a_rim_that_one_card_covers_are_one_place():
    (one,) = joined([SIGN, RIM], CARD)
    assert one.area_mm == (105, 110, 165, 185)
    assert (one.since, one.moved_at) == (0.5, 2.5)
    assert one.size_mm2 == SIGN.size_mm2 + RIM.size_mm2
    assert cv2.countNonZero(one.mask) == cv2.countNonZero(SIGN.mask | RIM.mask)


def test_three_parts_of_a_card_are_one_place_whatever_their_order():
    corner = place(150, 105, 12, 12)
    for parts in ([SIGN, RIM, corner], [corner, RIM, SIGN], [RIM, corner, SIGN]):
        assert len(joined(parts, CARD)) == 1


def test_two_cards_side_by_side_stay_two_places():
    assert len(joined([place(100, 100, 60, 85), place(175, 100, 60, 85)], CARD)) == 2


def test_a_token_beside_a_card_stays_a_place_of_its_own():
    assert len(joined([place(100, 100, 60, 85), place(172, 120, 18, 18)], CARD)) == 2


@pytest.mark.parametrize("hand", [0, 1])
def test_what_comes_in_over_the_edge_is_part_of_no_card(hand):
    parts = [SIGN, RIM]
    parts[hand] = place(*parts[hand].area_mm[:2], 40, 20, touches_edge=True)
    assert len(joined(parts, CARD)) == 2


def test_nothing_joined_is_nothing():
    assert joined([], CARD) == ()
