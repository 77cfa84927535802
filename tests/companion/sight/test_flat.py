"""A flattened table: the same picture whole or in parts, in the same room."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.flat import FlatTable
from companion.sight.mat import mat_from_corners
from companion.sight.place import PX_PER_MM

CORNERS = np.array([[190, 130], [1060, 60], [1090, 590], [250, 660]], np.float32)


@pytest.fixture(scope="module")
def frames():
    return [np.random.default_rng(seed).integers(0, 256, (720, 1280, 3), np.uint8) for seed in (1, 2)]


@pytest.fixture(scope="module")
def mat():
    return mat_from_corners(CORNERS)


def test_the_whole_table_is_what_the_mat_says(frames, mat):
    expected = mat.table(frames[0], PX_PER_MM, (0.0, 0.0, 800.0, 500.0))
    assert np.array_equal(FlatTable().whole(frames[0], mat), expected)


def test_a_part_is_that_part_of_the_whole_and_the_rest_stays_as_it_was(frames, mat):
    flat = FlatTable()
    before, after = (flat.whole(frame, mat).copy() for frame in frames)
    flat.whole(frames[0], mat)
    table = flat.around(frames[1], mat, [(200.0, 100.0, 263.0, 188.0)], 50)
    inside = np.s_[round(50 * PX_PER_MM) : round(238 * PX_PER_MM), round(150 * PX_PER_MM) : round(313 * PX_PER_MM)]
    assert np.array_equal(table[inside], after[inside])
    table[inside] = before[inside]
    assert np.count_nonzero((table != before).any(axis=2)) < 2000  # one pixel's rim


@pytest.mark.parametrize("area", [(0.0, 0.0, 30.0, 30.0), (780.0, 480.0, 800.0, 500.0), (-90.0, 600.0, -60.0, 700.0)])
def test_parts_at_the_edge_and_beyond_are_cut_off_there(frames, mat, area):
    flat = FlatTable()
    assert flat.around(frames[0], mat, [area], 20).shape == (800, 1280, 3)


def test_parts_that_are_nearly_all_of_it_are_all_of_it(frames, mat):
    flat = FlatTable()
    table = flat.around(frames[0], mat, [(0.0, 0.0, 400.0, 500.0), (400.0, 0.0, 800.0, 500.0)], 0)
    assert np.array_equal(table, FlatTable().whole(frames[0], mat))


def test_the_same_room_is_used_again(frames, mat):
    flat = FlatTable()
    assert flat.whole(frames[0], mat) is flat.around(frames[1], mat, [(0.0, 0.0, 99.0, 99.0)], 9)
