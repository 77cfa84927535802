"""From which side an arm came: by regions on the small table picture, and by drawn arms."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.eyes.arms import Arms, bearing
from companion.eyes.stillness import Place
from companion.sight.motion import MM
from hardware.rehearsal.scene import Hand, LyingCard, Scene
from hardware.rehearsal.seats import seats_around

SIZE = (320, 200)
MIDDLE = (400.0, 250.0)


def arm(tip, shoulder, *, wide=70.0):
    """The region of an arm from the shoulder to the fingertips, both in mm on the table."""
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    a, b = (tuple(int(v / MM) for v in point) for point in (tip, shoulder))
    cv2.line(mask, a, b, (255,), round(wide / MM))
    return mask


def coarse(mask):
    return np.ascontiguousarray(mask[::4, ::4])


def apart(one, other):
    return abs((one - other + 180) % 360 - 180)


def place(mask, *, since=0.0, moved_at=1.0):
    ys, xs = np.nonzero(mask)
    area = (xs.min() * MM, ys.min() * MM, (xs.max() + 1) * MM, (ys.max() + 1) * MM)
    edge = xs.min() <= 3 or ys.min() <= 3 or xs.max() >= SIZE[0] - 4 or ys.max() >= SIZE[1] - 4
    return Place(mask, area, since, moved_at, bool(edge), len(xs) * MM * MM)


CARD = np.zeros((SIZE[1], SIZE[0]), np.uint8)
CARD[24:60, 60:86] = 255  # about (182, 105) mm
NOTHING = np.zeros((50, 80), np.uint8)
FROM_NEAR, FROM_LEFT = arm((182, 120), (300, 900)), arm((182, 110), (-600, 260))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("tip", [(120, 100), (400, 100), (690, 110), (200, 400), (700, 355)])
def test_wherever_it_reaches_an_arm_points_back_to_its_seat(players, tip):
    for seat in seats_around(players):
        true = np.degrees(np.arctan2(-(seat.shoulder[0] - 400), seat.shoulder[1] - 250)) % 360
        told = bearing(coarse(arm(tip, seat.shoulder)), NOTHING)
        assert told is not None
        assert apart(told, true) < 30


def test_what_touches_no_edge_is_no_arm():
    assert bearing(coarse(CARD), coarse(CARD)) is None


def test_what_hardly_reaches_in_tells_nothing():
    assert bearing(coarse(arm((300, 490), (300, 900), wide=40)), NOTHING) is None


def test_two_arms_in_one_region_tell_nothing():
    assert bearing(coarse(FROM_NEAR | FROM_LEFT), NOTHING) is None


def test_fingers_that_reach_beyond_the_card_to_the_far_edge_are_no_second_arm():
    beyond = arm((182, -20), (182, 60), wide=80)
    told = bearing(coarse(FROM_NEAR | CARD | beyond), coarse(CARD))
    assert told is not None
    assert apart(told, 10) < 25


def test_the_arm_that_was_over_a_place_is_remembered_until_the_card_is_read():
    arms = Arms()
    for step in range(8):
        arms.watch([place(FROM_NEAR | CARD)], step / 10)
    for step in range(8, 30):
        arms.watch([place(CARD)], step / 10)
    told = arms.over(place(CARD, since=0.0, moved_at=0.8))
    assert told is not None
    assert apart(told, 10) < 25


def test_an_arm_elsewhere_on_the_table_is_not_meant():
    arms = Arms()
    far = arm((600, 300), (1300, 300))
    for step in range(8):
        arms.watch([place(FROM_NEAR | CARD), place(far)], step / 10)
    assert apart(arms.over(place(CARD, moved_at=0.8)), 10) < 25


def test_two_arms_one_after_the_other_over_the_same_place_tell_nothing():
    arms = Arms()
    for step in range(8):
        arms.watch([place((FROM_NEAR if step < 4 else FROM_LEFT) | CARD)], step / 10)
    assert arms.over(place(CARD, moved_at=0.8)) is None


def test_an_arm_that_came_before_the_place_changed_or_after_it_was_still_is_not_meant():
    arms = Arms()
    arms.watch([place(FROM_LEFT)], 0.0)
    for step in range(10, 18):
        arms.watch([place(FROM_NEAR | CARD)], step / 10)
    arms.watch([place(FROM_LEFT)], 3.0)
    assert apart(arms.over(place(CARD, since=1.0, moved_at=1.8)), 10) < 25


def test_where_no_arm_was_seen_nothing_is_told():
    assert Arms().over(place(CARD)) is None


def test_arms_are_forgotten_after_some_seconds():
    arms = Arms()
    for step in range(2000):
        arms.watch([place(FROM_NEAR)], step / 10)
    assert len(arms._reaches) <= 101


@pytest.mark.parametrize("seat", seats_around(3), ids=lambda seat: f"seat {seat.number}")
def test_a_drawn_card_comes_with_the_side_of_the_hand_that_laid_it(watch_table, seat):
    card = LyingCard("R1", 260, 110, 4)
    tips = seat.tips_for(card.x_mm, card.y_mm)

    def hand(share):
        x, y = (home + (tip - home) * share for home, tip in zip(seat.home, tips, strict=True))
        return Hand(x, y, seat.from_deg(x, y), 25.0, person=seat.number)

    table = watch_table()
    for share in (0.4, 0.6, 0.8, 1.0, 1.0):
        table.shows(Scene(hands=(hand(share),)), 0.1)
    for share in (1.0, 1.0, 0.8, 0.6, 0.4, 0.2):
        table.shows(Scene((card,), hands=(hand(share),)), 0.1)
    table.shows(Scene((card,)), 1.5)
    [told] = [seen for seen in table.places if seen.appeared]
    true = np.degrees(np.arctan2(-(seat.shoulder[0] - 400), seat.shoulder[1] - 250)) % 360
    assert told.arm is not None
    assert apart(told.arm, true) < 20


def test_a_card_that_was_just_there_has_no_arm(watch_table):
    table = watch_table().shows(Scene((LyingCard("R1", 260, 110, 4),)), 2.0)
    [told] = [seen for seen in table.places if seen.appeared]
    assert told.arm is None
