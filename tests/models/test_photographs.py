"""Whether a photo is too bright to show cards."""

from __future__ import annotations

import numpy as np
import pytest

from models.photographs import is_overexposed


@pytest.mark.parametrize(("light", "is_too_much"), [(120, False), (200, False), (210, True), (255, True)])
def test_nothing_but_light_is_too_much(light, is_too_much):
    assert is_overexposed(np.full((30, 40, 3), light, np.uint8)) is is_too_much


def test_a_white_table_with_dark_cards_on_it_is_not_and_a_burnt_out_part_is():
    photo = np.full((30, 40, 3), 235, np.uint8)
    photo[10:20, 10:30] = 60
    assert not is_overexposed(photo)
    photo[:12] = 255
    assert is_overexposed(photo)
