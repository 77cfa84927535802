"""Places that differ, since when, and since when nothing moves in them; one by one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.stillness import Stillness

CLOTH = np.random.default_rng(2).integers(90, 100, (200, 320, 3), np.uint8)


def table(*boxes, light=220):
    """Small table pictures: white boxes of left, top, width, height in pixels of 2.5 mm."""
    picture = CLOTH.copy()
    for x, y, w, h in boxes:
        picture[y : y + h, x : x + w] = light
    return picture


CARD, OTHER = (40, 40, 25, 35), (200, 100, 25, 35)


class Watch:
    """A table looked at ten times a second, compared with the bare cloth."""

    def __init__(self):
        self.still, self.now = Stillness(CLOTH, 0.0), 0.0

    def sees(self, picture, frames=1):
        for _ in range(frames):
            self.now = round(self.now + 0.1, 3)
            self.moved = self.still.watch(picture, self.now)
            self.places = self.still.places(picture, CLOTH, self.now)
        return self.places


@pytest.fixture
def watch():
    return Watch()


def test_a_bare_table_has_no_places_and_lies_still_since_it_was_first_seen(watch):
    assert watch.sees(CLOTH, 10) == ()
    assert watch.still.still_for(watch.now) == pytest.approx(1.0)


def test_a_card_is_a_place_where_it_lies(watch):
    [place] = watch.sees(table(CARD), 3)
    assert place.area_mm == pytest.approx((100, 100, 162.5, 187.5), abs=5)
    assert place.centre_mm == pytest.approx((131.25, 143.75), abs=2.5)
    assert place.size_mm2 == pytest.approx(62.5 * 87.5, rel=0.1)
    assert not place.touches_edge


def test_a_place_differs_since_it_was_first_seen_so(watch):
    watch.sees(CLOTH, 5)
    [place] = watch.sees(table(CARD), 20)
    assert place.since == pytest.approx(0.6)


def test_a_place_moved_last_when_its_change_was_last_seen(watch):
    watch.sees(CLOTH, 5)
    [place] = watch.sees(table(CARD), 20)
    assert 0.6 <= place.moved_at <= 0.6 + 0.5
    assert watch.now - place.moved_at > 1.0


def test_a_slow_slide_is_movement_until_it_ends(watch):
    """picochess 171: a card pushed by a few millimetres a second isn't lying there yet."""
    for step in range(30):
        watch.sees(table((40 + step // 3, 40, 25, 35)))
    assert watch.now - watch.places[0].moved_at < 0.3
    watch.sees(table((50, 40, 25, 35)), 10)
    assert watch.now - watch.places[0].moved_at > 0.3


def test_one_place_is_still_while_another_moves(watch):
    for step in range(20):
        watch.sees(table(CARD, (180 + 2 * step, 100, 25, 35)))
    still, moving = sorted(watch.places, key=lambda place: place.moved_at)
    assert still.centre_mm[0] < 200
    assert watch.now - still.moved_at > 1.0
    assert watch.now - moving.moved_at < 0.1


def test_places_that_nearly_touch_are_one(watch):
    assert len(watch.sees(table((40, 40, 25, 35), (67, 40, 25, 35)))) == 1
    assert len(watch.sees(table(CARD, OTHER))) == 2


def test_a_speck_is_no_place(watch):
    assert watch.sees(table((40, 40, 4, 4)), 3) == ()


@pytest.mark.parametrize("box", [(0, 60, 40, 40), (290, 60, 30, 40), (60, 0, 40, 40), (60, 170, 40, 30)])
def test_what_reaches_in_from_outside_touches_the_edge(watch, box):
    [place] = watch.sees(table(box), 2)
    assert place.touches_edge


def test_the_same_spot_in_two_frames_is_near(watch):
    [before] = watch.sees(table(CARD))
    [after] = watch.sees(table((44, 42, 25, 35)))
    [elsewhere] = watch.sees(table(OTHER))
    assert before.is_near(after)
    assert not before.is_near(elsewhere)


def test_a_place_that_is_as_believed_again_begins_anew(watch):
    watch.sees(table(CARD), 5)
    watch.sees(CLOTH, 5)
    [place] = watch.sees(table(CARD), 5)
    assert place.since == pytest.approx(1.1)


def boiling(step, *boxes):
    """A table on which a vivid edge boils, as compressed pictures do: a few pixels change from frame to frame."""
    picture = table(CARD)
    picture[74:76, 44:48] = 90 + 12 * (step % 3)
    return np.maximum(picture, table(*boxes))


def test_pixels_that_boil_do_not_keep_a_card_restless(watch):
    for step in range(60):
        [place] = watch.sees(boiling(step))
    assert watch.now - place.moved_at > 1.0


def test_where_pixels_boil_a_hand_is_seen_moving_all_the_same(watch):
    for step in range(60):
        watch.sees(boiling(step))
    watch.sees(boiling(60, (40, 70, 20, 12)))
    assert watch.moved[74:76, 44:48].any()


def test_what_a_hand_stirred_lies_still_again_soon_after_it(watch):
    for step in range(20):
        watch.sees(table((40 + 4 * step, 40, 25, 35)))
    [place] = watch.sees(table((116, 40, 25, 35)), 8)
    assert watch.now - place.moved_at == pytest.approx(0.3, abs=0.21)
