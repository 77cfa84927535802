"""Drawn arrivals: each is its seed and its number, and the truth is where it says."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from companion.measure.arrivals import A_TABLE, DISTURBANCES, arrivals


@pytest.fixture(scope="module")
def four(lantern):
    return list(arrivals(7, 4, lantern.plates, lantern.card_mm))


def test_an_arrival_can_be_drawn_again_from_its_seed(lantern, four):
    again = next(arrivals(7, 1, lantern.plates, lantern.card_mm))
    assert again.name == four[0].name == "7-0-0"
    assert (again.card, again.disturbance) == (four[0].card, "plain")
    assert np.array_equal(again.before, four[0].before)
    assert np.array_equal(again.after, four[0].after)


def test_another_seed_draws_another(lantern, four):
    other = next(arrivals(8, 1, lantern.plates, lantern.card_mm))
    assert not np.array_equal(other.after, four[0].after)


def test_a_table_takes_four_cards_one_after_another(four):
    assert [one.name for one in four] == ["7-0-0", "7-0-1", "7-0-2", "7-0-3"]
    for one, following in pairwise(four):
        assert following.before is one.after


def test_what_changed_lies_inside_the_true_corners(four):
    for one in four:
        apart = np.abs(one.after.astype(int) - one.before).max(axis=2)
        left, top = one.corners.min(axis=0).astype(int)
        right, bottom = one.corners.max(axis=0).astype(int)
        inside = apart[max(0, top) : bottom, max(0, left) : right]
        assert float(inside.mean()) > 3 * float(apart.mean())


def test_no_more_are_drawn_than_asked_for(lantern):
    assert len(list(arrivals(7, 2, lantern.plates, lantern.card_mm))) == 2
    assert list(arrivals(7, 0, lantern.plates, lantern.card_mm)) == []


def test_disturbances_come_in_turn_a_table_each(lantern):
    drawn = list(islice(arrivals(5, 8, lantern.plates, lantern.card_mm), 8))
    assert [one.disturbance for one in drawn] == ["plain"] * 4 + ["warm lamp"] * 4
    assert (A_TABLE, len(DISTURBANCES)) == (4, 22)
