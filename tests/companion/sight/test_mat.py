"""The mat in a picture: by four markers or three, by hand, and refused where it can't be one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.mat import centre, markers, mat_from_corners, mat_from_markers
from hardware.rehearsal.scene import LyingCard, Scene

CORNERS = np.array([[80, 60], [1200, 70], [1190, 660], [90, 650]], np.float32)


@pytest.mark.parametrize("tilt_deg", [0, 15, 30])
def test_the_mat_is_found_where_its_markers_lie(painted, tilt_deg):
    painter = painted(tilt_deg)
    mat = mat_from_markers(markers(painter.frame(Scene())))
    assert mat is not None
    assert mat.markers == {0, 1, 2, 3}
    assert mat.corners_px == pytest.approx(painter.mat_corners(), abs=1.0)


@pytest.mark.parametrize("light", [{"blur_px": 2.8}, {"motion_px": 7.0}, {"exposure": 0.2, "noise": 5.0}])
def test_all_markers_are_found_in_a_poor_picture(painted, light):
    assert set(markers(painted(**light).frame(Scene()))) == {0, 1, 2, 3}


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_three_markers_suffice(painted, hidden):
    painter = painted(12)
    seen = markers(painter.frame(Scene()))
    mat = mat_from_markers({k: quad for k, quad in seen.items() if k != hidden})
    assert mat is not None
    assert hidden not in mat.markers
    assert mat.corners_px == pytest.approx(painter.mat_corners(), abs=8)


def test_two_markers_do_not_suffice(painted):
    seen = markers(painted().frame(Scene()))
    assert mat_from_markers({k: seen[k] for k in (0, 2)}) is None
    assert mat_from_markers({}) is None


def test_markers_in_an_impossible_order_are_no_mat(painted):
    seen = markers(painted().frame(Scene()))
    assert mat_from_markers({0: seen[1], 1: seen[0], 2: seen[2], 3: seen[3]}) is None
    assert mat_from_markers({0: seen[1], 1: seen[0], 2: seen[3], 3: seen[2]}) is None


def test_a_table_without_markers_has_none(painted):
    assert markers(painted(markers=False).frame(Scene((LyingCard("R1", 200, 200),)))) == {}


def test_a_picture_too_small_for_markers_has_none():
    assert markers(np.zeros((40, 300, 3), np.uint8)) == {}


def test_corners_by_hand_are_the_mat():
    mat = mat_from_corners(CORNERS)
    assert mat is not None
    assert mat.corners_px == pytest.approx(CORNERS, abs=1e-3)
    assert mat.markers == frozenset()


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param(CORNERS[::-1], id="anticlockwise"),
        pytest.param(CORNERS[[0, 2, 1, 3]], id="crossed"),
        pytest.param(CORNERS * np.float32(0.02), id="tiny"),
        pytest.param(np.array([[600, 60], [640, 60], [1190, 660], [90, 650]], np.float32), id="seen from the edge"),
        pytest.param(np.zeros((4, 2), np.float32), id="one point"),
    ],
)
def test_corners_that_show_no_rectangle_are_refused(corners):
    assert mat_from_corners(np.ascontiguousarray(corners)) is None


def test_millimetres_and_pixels_are_each_others_way_back():
    mat = mat_from_corners(CORNERS)
    assert mat.to_mm @ mat.to_pixels == pytest.approx(np.eye(3), abs=1e-9)


def test_a_flattened_area_shows_what_lies_there_in_its_own_scale():
    picture = np.zeros((500, 800, 3), np.uint8)
    picture[100:200, 300:400] = 255
    mat = mat_from_corners(np.array([[0, 0], [800, 0], [800, 500], [0, 500]], np.float32) - np.float32(0.5))
    area = mat.table(picture, 2.0, (250, 50, 450, 250))
    assert area.shape == (400, 400, 3)
    assert area[150, 150].tolist() == [255, 255, 255]
    assert float(area.mean()) == pytest.approx(255 / 4, abs=1)


def test_outside_the_picture_a_flattened_table_is_black():
    mat = mat_from_corners(CORNERS + np.float32([600, 0]))
    table = mat.table(np.full((720, 1280, 3), 90, np.uint8), 1.6, (0, 0, 800, 500))
    assert table[400, 100].tolist() == [90, 90, 90]
    assert table[400, 1200].tolist() == [0, 0, 0]


def test_the_centre_of_a_marker_is_where_its_diagonals_cross():
    assert centre(np.array([[0, 0], [4, 0], [4, 4], [0, 4]], np.float32)).tolist() == [2, 2]
    assert centre(np.array([[0, 0], [6, 0], [4, 4], [2, 4]], np.float32)).tolist() == pytest.approx([3, 3])


def test_a_marker_squeezed_to_a_line_has_the_mean_for_its_centre():
    assert centre(np.array([[0, 0], [1, 1], [2, 2], [3, 3]], np.float32)).tolist() == [1.5, 1.5]
