"""The mat kept, the light judged, hands that stay told."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.eyes.stillness import Place
from companion.eyes.upkeep import HandWatch, MatKeeper, is_resting, light_alarms
from companion.ports import Frame
from hardware.rehearsal.scene import Scene

HAND = Place(np.zeros((2, 2), np.uint8), (0.0, 0.0, 100.0, 100.0), 0.0, 0.0, True, 9000.0)
BLACK = np.zeros((720, 1280, 3), np.uint8)


@pytest.fixture(scope="module")
def picture(painted):
    return painted().frame(Scene())


def moved(picture, x, y, turn=0.0):
    matrix = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(picture, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


def check(keeper, picture, *times):
    return [keeper.check(Frame(picture, at, 0)) for at in times]


def test_the_mat_is_searched_until_it_is_found_and_then_kept(picture):
    keeper = MatKeeper()
    assert keeper.look(Frame(BLACK, 0.0, 0)) is None
    found = keeper.look(Frame(picture, 0.1, 1))
    assert found is not None
    assert keeper.look(Frame(BLACK, 0.2, 2)) is found


def test_a_mat_by_hand_needs_no_markers_and_is_never_moved(picture):
    corners = np.array([[80, 60], [1200, 70], [1190, 660], [90, 650]], np.float32)
    keeper = MatKeeper(corners)
    mat = keeper.look(Frame(BLACK, 0.0, 0))
    assert mat.corners_px == pytest.approx(corners, abs=0.01)
    assert check(keeper, picture, 2.0, 4.0, 6.0) == [False, False, False]


def test_corners_by_hand_that_are_no_mat_fall_back_to_the_markers(picture):
    keeper = MatKeeper(np.zeros((4, 2), np.float32))
    assert keeper.look(Frame(picture, 0.0, 0)).markers == {0, 1, 2, 3}


@pytest.mark.parametrize("nudge", [(6, 0, 0), (0, -5, 0), (26, 14, 0), (0, 0, 0.5)])
def test_a_nudged_camera_is_told_once_two_checks_agree(picture, nudge):
    """card_scan 17, CameraChessWeb 8: the mat is found again where it is now."""
    keeper = MatKeeper()
    before = keeper.look(Frame(picture, 0.0, 0)).corners_px
    assert check(keeper, moved(picture, *nudge), 1.1, 2.2, 3.3) == [False, True, False]
    assert float(np.abs(keeper.mat.corners_px - before).max()) > 2.5


def test_a_tremble_of_two_pixels_is_no_nudge(picture):
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    assert check(keeper, moved(picture, 1, 1), 1.1, 2.2, 3.3) == [False, False, False]


def test_an_arm_over_a_marker_moves_nothing(picture):
    hidden = picture.copy()
    hidden[:200, :200] = (120, 150, 190)
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    assert check(keeper, hidden, 1.1, 2.2, 3.3) == [False, False, False]
    assert not keeper.is_lost(10.0)


def test_the_mat_is_checked_once_a_second(picture):
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    check(keeper, picture, 0.5, 0.9)
    assert keeper.checked_at == 0.0
    check(keeper, picture, 1.0)
    assert keeper.checked_at == 1.0


def test_the_mat_is_checked_sooner_where_something_is_about_to_be_believed(picture):
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    nudged = moved(picture, 20, 10)
    assert not keeper.check(Frame(nudged, 0.2, 1), soon=True)
    assert keeper.doubt is None
    assert not keeper.check(Frame(nudged, 0.4, 2), soon=True)
    assert keeper.doubt is not None
    assert keeper.check(Frame(nudged, 0.8, 3))
    assert keeper.doubt is None


def test_a_mat_out_of_sight_for_two_seconds_is_lost_until_it_is_seen_again(picture):
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    check(keeper, BLACK, 1.0)
    assert not keeper.is_lost(2.9)
    assert keeper.is_lost(3.1)
    check(keeper, picture, 4.0)
    assert not keeper.is_lost(9.0)


def test_a_mat_never_seen_is_lost_after_two_seconds():
    keeper = MatKeeper()
    for at in (0.0, 1.0, 2.1):
        keeper.look(Frame(BLACK, at, 0))
    assert not keeper.is_lost(2.0)
    assert keeper.is_lost(2.1)


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
