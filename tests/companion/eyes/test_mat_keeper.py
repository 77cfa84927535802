"""The mat searched, kept and found again, whichever way the camera hangs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.eyes.mat_keeper import MatKeeper
from companion.ports import Frame
from hardware.rehearsal.scene import Scene

BLACK = np.zeros((720, 1280, 3), np.uint8)


@pytest.fixture(scope="module")
def picture(painted):
    return painted().frame(Scene())


def moved(picture, x, y, turn=0.0):
    matrix = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(picture, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


def covered(picture, keeper, marker):
    """The picture with something lying on one marker."""
    x, y = keeper.mat.corners_px[marker].astype(int)
    hidden = picture.copy()
    cv2.circle(hidden, (int(x), int(y)), 60, (60, 90, 120), -1)
    return hidden


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


@pytest.mark.parametrize("nudge", [(6, 0, 0), (26, 14, 0), (0, 0, 0.5)])
@pytest.mark.parametrize("hidden", range(4))
def test_a_nudged_camera_is_found_by_three_markers_where_one_is_covered_for_good(picture, nudge, hidden):
    keeper = MatKeeper()
    keeper.look(Frame(picture, 0.0, 0))
    nudged = moved(covered(picture, keeper, hidden), *nudge)
    assert check(keeper, nudged, 1.1, 2.2, 3.3) == [False, True, False]
    truly = MatKeeper().look(Frame(moved(picture, *nudge), 0.0, 0))
    assert float(np.abs(keeper.mat.corners_px - truly.corners_px).max()) < 1.5
    assert "camera-moved" in keeper.alarms(3.3)


def test_a_move_of_two_pixels_is_followed_without_a_word(picture):
    keeper = MatKeeper()
    before = keeper.look(Frame(picture, 0.0, 0)).corners_px
    assert check(keeper, moved(picture, 2, 1), 1.1, 2.2, 3.3) == [False, True, False]
    assert keeper.mat.corners_px - before == pytest.approx(np.tile([2, 1], (4, 1)), abs=0.4)
    assert keeper.alarms(3.3) == ()


def test_a_tremble_of_half_a_pixel_is_not_followed(picture):
    keeper = MatKeeper()
    mat = keeper.look(Frame(picture, 0.0, 0))
    assert check(keeper, moved(picture, 0.5, 0.3), 1.1, 2.2, 3.3) == [False, False, False]
    assert keeper.mat is mat


def test_a_marker_pushed_by_an_elbow_moves_nothing(picture):
    keeper = MatKeeper()
    mat = keeper.look(Frame(picture, 0.0, 0))
    pushed = picture.copy()
    x, y = mat.corners_px[1].astype(int)
    pushed[y - 45 : y + 45, x - 53 : x + 37] = picture[y - 45 : y + 45, x - 45 : x + 45]
    assert check(keeper, pushed, 1.1, 2.2, 3.3) == [False, False, False]
    assert keeper.mat is mat
    assert keeper.doubt is None


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_upside_down_or_on_its_side_is_no_matter(picture, quarters):
    turned = np.ascontiguousarray(np.rot90(picture, quarters))
    mat = MatKeeper().look(Frame(turned, 0.0, 0))
    flat = mat.table(turned, 0.5, (0, 0, 800, 500)).astype(int)
    upright = MatKeeper().look(Frame(picture, 0.0, 0)).table(picture, 0.5, (0, 0, 800, 500))
    assert float(np.abs(flat - upright).mean()) < 3


def test_a_mirrored_picture_is_told_and_shows_no_mat(picture):
    """Markers are never found in a mirror: nothing would be read, and nobody would know why."""
    keeper = MatKeeper()
    mirrored = np.ascontiguousarray(picture[:, ::-1])
    assert [keeper.look(Frame(mirrored, n * 0.5, n)) for n in range(3)] == [None] * 3
    assert keeper.alarms(1.0) == ("mat-lost:mirrored",)
    assert keeper.look(Frame(picture, 1.5, 3)) is not None
    assert keeper.alarms(1.5) == ()


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
