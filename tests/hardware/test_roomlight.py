"""Whether the lamp has really changed."""

import numpy as np
import pytest

from hardware.roomlight import RoomLight


def table(level, hand=0.0):
    """A table of this brightness, a hand as dark as night over a share of it."""
    picture = np.full((90, 160), level, np.uint8)
    picture[:, : round(160 * hand)] = 5
    return picture


def changes(pictures, kept=100):
    """Seconds at which a change is told, of pictures a quarter of a second apart, half a minute after `kept`."""
    light = RoomLight()
    light.keep(table(kept), -30.0)
    return [number / 4 for number, picture in enumerate(pictures) if light.changed(picture, number / 4)]


@pytest.mark.parametrize("level", [60, 170])
def test_most_of_the_picture_much_darker_or_brighter_for_two_seconds_is_a_change(level):
    assert changes([table(level)] * 12)[0] == 2.0


@pytest.mark.parametrize("level", [70, 150])
def test_a_little_darker_or_brighter_is_none(level):
    assert changes([table(level)] * 40) == []


def test_hands_over_four_tenths_of_the_table_are_none():
    assert changes([table(100, hand=0.4)] * 40) == []


def test_a_cloud_for_a_moment_is_none():
    assert changes([table(50)] * 6 + [table(100)] * 2 + [table(50)] * 6) == []


def test_what_was_just_kept_is_left_for_a_while():
    light = RoomLight()
    light.keep(table(100), 0.0)
    assert [at for at in range(20) if light.changed(table(50), at)] == [15, 16, 17, 18, 19]


def test_an_earlier_camera_s_light_is_compared_at_once():
    before = RoomLight()
    before.keep(table(100), 0.0)
    light = RoomLight(before.lit)
    assert [at for at in range(4) if light.changed(table(40), at)] == [2, 3]
    assert not RoomLight().changed(table(40), 9.0)
