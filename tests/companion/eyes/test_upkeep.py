"""The light judged, hands that stay told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.stillness import Place
from companion.eyes.upkeep import HandWatch, is_resting, light_alarms

HAND = Place(np.zeros((2, 2), np.uint8), (0.0, 0.0, 100.0, 100.0), 0.0, 0.0, True, 9000.0)


@pytest.mark.parametrize(("light", "alarms"), [(0, ("too-dark",)), (13, ("too-dark",)), (14, ()), (200, ())])
def test_a_dark_table_is_told(light, alarms):
    assert light_alarms(np.full((200, 320, 3), light, np.uint8)) == alarms


def test_one_bright_channel_is_light_enough():
    picture = np.zeros((200, 320, 3), np.uint8)
    picture[:, :, 2] = 40
    assert light_alarms(picture) == ()


def test_a_hand_rests_when_it_comes_in_over_the_edge_and_lies_still_for_a_second():
    assert is_resting(HAND, 1.1)
    assert not is_resting(HAND, 0.9)
    assert not is_resting(replace(HAND, touches_edge=False), 9.0)


def hands(watch, *steps):
    """(time, is a hand there) to whether it is told."""
    return [watch.alarms([HAND] if there else [], at) == ("hands-still-there",) for at, there in steps]


def test_a_hand_that_rests_for_eight_seconds_is_told():
    assert hands(HandWatch(), (2, True), (9, True), (10.5, True)) == [False, False, True]


def test_a_hand_that_went_for_a_moment_is_the_same_hand():
    assert hands(HandWatch(), (2, True), (5, False), (7, True), (10.5, True)) == [False, False, False, True]


def test_a_hand_that_was_long_away_begins_anew():
    watch = HandWatch()
    assert hands(watch, (2, True), (10.5, True), (15, False), (16, True), (20, True)) == [
        False,
        True,
        False,
        False,
        False,
    ]


def test_a_fingertip_at_the_edge_is_not_told():
    watch = HandWatch()
    small = replace(HAND, size_mm2=3000.0)
    assert [watch.alarms([small], at) for at in (2, 11, 30)] == [(), (), ()]
