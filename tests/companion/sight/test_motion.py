"""Movement and difference on the small table picture: what counts, and that light alone does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.light import BRIGHTER, DARKER
from companion.sight.mat import Mat, markers, mat_from_corners, mat_from_markers
from companion.sight.motion import MM, SmallTable, different, exposure, moving, small_table
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import Hand, LyingCard, Scene

CARD = LyingCard("R1", 120, 100, 5)


@pytest.fixture(scope="module")
def small(painted):
    """Small table pictures of these scenes, one painter."""
    painter = painted(8)
    mat = mat_from_markers(markers(painter.frame(Scene())))
    return lambda *scenes: [small_table(painter.frame(scene, n / 10), mat) for n, scene in enumerate(scenes)]


def lit(picture, *gain):
    return np.clip(picture * np.float32(gain), 0, 255).astype(np.uint8)


def box_mm(mask):
    x, y, w, h = cv2.boundingRect(mask)
    return x * MM, y * MM, (x + w) * MM, (y + h) * MM


def test_the_small_table_has_two_and_a_half_millimetres_a_pixel(small):
    assert small(Scene())[0].shape == (200, 320, 3)


def test_a_large_camera_is_averaged_into_the_same_small_table():
    picture = np.zeros((1000, 1600, 3), np.uint8)
    picture[:, ::2] = 200
    mat = mat_from_corners(np.array([[0, 0], [1600, 0], [1600, 1000], [0, 1000]], np.float32) - np.float32(0.5))
    small = small_table(picture, mat)
    assert small.shape == (200, 320, 3)
    assert np.abs(small[5:-5, 5:-5].astype(int) - 100).max() <= 1


def test_a_thing_is_where_it_is_at_every_size_of_camera():
    for scale in (1, 2, 3, 5):
        picture = np.zeros((300 * scale, 480 * scale, 3), np.uint8)
        picture[90 * scale : 150 * scale, 120 * scale : 240 * scale] = 255
        side = np.array([[0, 0], [480, 0], [480, 300], [0, 300]], np.float32) * np.float32(scale) - np.float32(0.5)
        small = small_table(
            picture, Mat(cv2.getPerspectiveTransform(np.float32([[0, 0], [800, 0], [800, 500], [0, 500]]), side))
        )
        left, top, right, bottom = box_mm((small.max(axis=2) > 127).astype(np.uint8))
        assert (left, top, right, bottom) == pytest.approx((200, 150, 400, 250), abs=MM)


def test_nothing_moves_on_a_table_that_lies_still(small):
    one, other = small(Scene((CARD,)), Scene((CARD,)))
    assert cv2.countNonZero(moving(other, one)) == 0


def test_a_hand_moves(small):
    one, other = small(Scene(hands=(Hand(300, 300),)), Scene(hands=(Hand(320, 300),)))
    assert cv2.countNonZero(moving(other, one)) > 100


@pytest.mark.parametrize("share", [0.96, 1.04])
def test_a_lamps_flicker_is_no_movement(small, share):
    [table] = small(Scene((CARD,)))
    assert cv2.countNonZero(moving(lit(table, share, share, share), table)) == 0


def test_a_card_differs_where_it_lies_and_nowhere_else(small):
    before, after = small(Scene(), Scene((CARD,)))
    corners = rectangle(120, 100, 63, 88, 5)
    expected = (*corners.min(axis=0), *corners.max(axis=0))
    assert box_mm(different(after, before)) == pytest.approx(expected, abs=5)


@pytest.mark.parametrize("gain", [(0.8, 0.8, 0.8), (1.15, 1.15, 1.15), (0.95, 1.0, 1.05)])
def test_light_alone_is_no_difference(small, gain):
    [table] = small(Scene((CARD,)))
    assert cv2.countNonZero(different(lit(table, *gain), table)) == 0


def test_a_card_differs_though_the_light_has_changed_as_well(small):
    before, after = small(Scene(), Scene((CARD,)))
    found = different(lit(after, 0.75, 0.75, 0.75), before)
    assert cv2.countNonZero(found) * MM * MM == pytest.approx(63 * 88, rel=0.15)


def test_exposure_is_the_gain_of_most_pixels(small):
    before, after = small(Scene(), Scene((CARD,)))
    assert exposure(lit(after, 0.8, 1.0, 1.1), before) == pytest.approx([0.8, 1.0, 1.1], abs=0.03)


def test_exposure_in_the_dark_is_not_judged():
    black = np.zeros((200, 320, 3), np.uint8)
    assert exposure(black, black).tolist() == [1, 1, 1]


def test_exposure_is_held_to_what_light_can_do():
    bright, dim = np.full((200, 320, 3), 240, np.uint8), np.full((200, 320, 3), 20, np.uint8)
    assert exposure(bright, dim) == pytest.approx([BRIGHTER] * 3)
    assert exposure(dim, bright) == pytest.approx([DARKER] * 3)


def test_frame_after_frame_comes_into_the_same_room_until_the_mat_or_the_camera_is_another(painted):
    painter = painted(8)
    one, other = painter.frame(Scene()), painter.frame(Scene((CARD,)))
    mat = mat_from_markers(markers(one))
    keeps = SmallTable()
    assert keeps.of(one, mat) is keeps.of(other, mat)
    assert np.array_equal(keeps.of(other, mat), small_table(other, mat))
    nudged = mat_from_corners(mat.corners_px + 6)
    assert np.array_equal(keeps.of(other, nudged), small_table(other, nudged))
    half = np.ascontiguousarray(other[::2, ::2])
    by_half = mat_from_corners(mat.corners_px / 2)
    assert np.array_equal(keeps.of(half, by_half), small_table(half, by_half))


def test_the_small_table_shows_what_the_large_one_does_averaged(painted):
    painter = painted(8, noise=0.0)
    frame = painter.frame(Scene((CARD,)))
    mat = mat_from_markers(markers(frame))
    large = mat.table(frame, 4 / MM, (0.0, 0.0, 800.0, 500.0))
    averaged = cv2.resize(large, (320, 200), interpolation=cv2.INTER_AREA)
    apart = np.abs(small_table(frame, mat).astype(int) - averaged)
    assert np.median(apart) <= 1
    assert np.percentile(apart, 99) < 25


def test_a_table_partly_outside_the_picture_is_black_there():
    picture = np.full((360, 640, 3), 180, np.uint8)
    mat = mat_from_corners(np.array([[-200, 40], [600, 40], [600, 340], [-200, 340]], np.float32))
    small = small_table(picture, mat)
    assert small[:, :70].max() == 0
    assert (small[5:-5, 90:-5] == 180).all()
