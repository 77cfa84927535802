"""Whether a photo is too bright to show cards, or taken from too far away."""

from __future__ import annotations

import numpy as np
import pytest

from models.photographs import coarse, is_overexposed


@pytest.mark.parametrize(("light", "is_too_much"), [(120, False), (200, False), (210, True), (255, True)])
def test_nothing_but_light_is_too_much(light, is_too_much):
    assert is_overexposed(np.full((30, 40, 3), light, np.uint8)) is is_too_much


def test_a_white_table_with_dark_cards_on_it_is_not_and_a_burnt_out_part_is():
    photo = np.full((30, 40, 3), 235, np.uint8)
    photo[10:20, 10:30] = 60
    assert not is_overexposed(photo)
    photo[:12] = 255
    assert is_overexposed(photo)


def lying(height, aside=0):
    return np.float32([[0, 0], [60, aside], [60, height + aside], [0, height]])


def test_a_card_photographed_from_twice_as_far_as_most_is_named_with_its_height():
    quads = {"R1": lying(240), "R2": lying(220, 9), "R3": lying(105), "R4": lying(260), "R5": lying(121)}
    assert coarse(quads) == {"R3": 105}
    assert coarse({"R1": lying(100), "R2": lying(98)}) == {}
    assert coarse({}) == {}
