"""Drawn arrivals: each is its seed and its number, and the truth is where it says."""

from __future__ import annotations

from itertools import islice, pairwise

import cv2
import numpy as np
import pytest

from companion.measure.arrivals import A_TABLE, NOTHING, arrivals
from companion.measure.disturbances import DISTURBANCES, Comer
from companion.sight.mat import markers, mat_from_markers


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


def only(name, lantern, seed=5, count=A_TABLE, strangers=None):
    """Arrivals of one disturbance."""
    names = [other for other, d in DISTURBANCES.items() if strangers or d.comes is not Comer.STRANGER]
    return list(arrivals(seed, count, lantern.plates, lantern.card_mm, strangers, A_TABLE * names.index(name)))


def test_drawing_may_begin_at_any_table(lantern):
    [later] = arrivals(5, 1, lantern.plates, lantern.card_mm, start=A_TABLE)
    assert (later.name, later.disturbance) == ("5-1-0", "warm lamp")


def test_how_often_one_is_looked_at_changes_no_other(lantern, four):
    drawn = arrivals(7, 2, lantern.plates, lantern.card_mm)
    first = next(drawn)
    looks = [first.later(step) for step in (1, 2)]
    assert not np.array_equal(looks[0], looks[1])
    assert np.array_equal(next(drawn).after, four[1].after)


def stirred(arrival):
    """The most that a part of the picture, noise aside, changes between two moments later, in grey levels."""
    one, other = (cv2.GaussianBlur(arrival.later(step), (0, 0), 3).astype(int) for step in (1, 4))
    return int(np.abs(one - other).max())


def test_a_moment_later_the_mirrored_lamps_have_swung_a_little(lantern):
    [lit], [calm] = (only(name, lantern, count=1) for name in ("lamp on the card", "plain"))
    assert stirred(lit) > 2 * stirred(calm)


def test_the_cards_that_lay_there_are_known_to_a_pixel_or_so(lantern, four):
    assert [len(one.lying) for one in four] == list(range(len(four[0].lying), len(four[0].lying) + 4))
    for one, following in pairwise(four):
        assert following.lying[-1].code == one.card
        assert following.lying[-1].corners == pytest.approx(one.corners, abs=4)


def test_the_camera_is_nudged_by_up_to_six_pixels_and_the_truth_moves_with_it(lantern):
    drawn = only("nudged camera", lantern)
    found = [mat_from_markers(markers(one.before)).corners_px for one in drawn]
    now = [mat_from_markers(markers(one.after)).corners_px for one in drawn]
    moved = [float(np.abs(b - a).max()) for a, b in zip(found, now, strict=True)]
    assert all(0.5 < far < 13 for far in moved)


@pytest.mark.parametrize(
    "name",
    [
        *("a card face down", "a phone", "paper", "a cup", "tokens", "a hand at rest", "cards in a hand"),
        *("face down under a lamp", "face down over the edge"),
    ],
)
def test_what_is_no_card_of_the_deck_has_no_name(lantern, name):
    [one] = only(name, lantern, count=1)
    assert (one.card, one.disturbance) == (NOTHING, name)
    assert np.abs(one.after.astype(int) - one.before).max(axis=2).mean() > 0.3


def test_cards_of_another_deck_come_only_where_there_are_some(lantern):
    others = {"other R1": lantern.plates["R1"][::-1].copy()}
    [one] = only("a card of another deck", lantern, count=1, strangers=others)
    assert (one.card, one.disturbance) == (NOTHING, "a card of another deck")
    without = arrivals(5, 1, lantern.plates, lantern.card_mm, None, A_TABLE * 37)
    assert next(without).disturbance == "a phone"


def contrast(arrival):
    """How much brighter or darker it is just outside a card's edges than just inside, in grey levels."""
    middle = arrival.corners.mean(axis=0)
    sides = np.concatenate([np.linspace(a, b, 20) for a, b in pairwise([*arrival.corners, arrival.corners[0]])])
    inner, outer = (np.round(middle + (sides - middle) * scale).astype(int) for scale in (0.93, 1.06))
    grey = arrival.after.mean(axis=2)
    return float(np.median(np.abs(grey[inner[:, 1], inner[:, 0]] - grey[outer[:, 1], outer[:, 0]])))


def test_on_a_cloth_like_the_cards_their_edges_show_little(lantern):
    faint, usual = (only(name, lantern) for name in ("cloth like the cards", "plain"))
    assert np.median([contrast(one) for one in faint]) < 0.6 * np.median([contrast(one) for one in usual])
