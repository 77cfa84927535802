"""Sheets of labelled pictures: nothing lies over anything else, and all of it is there."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.sheet import GREEN, GROUND, RED, Panel, page, scaled, with_mask, with_quads


def panel(width, height, light, **more):
    return Panel("a label", np.full((height, width, 3), light, np.uint8), **more)


def areas(picture, lights):
    return [int((picture == light).all(axis=2).sum()) for light in lights]


def test_panels_stand_side_by_side_with_all_their_pixels():
    sheet = page("what it is", [panel(100, 80, 91), panel(60, 120, 92)])
    assert areas(sheet, (91, 92)) == [8000, 7200]
    assert sheet.shape[0] < 220
    assert (sheet[-1, -1] == GROUND).all()


def test_what_is_too_wide_for_a_row_begins_another():
    sheet = page("title", [panel(900, 50, 91), panel(900, 50, 92)])
    assert areas(sheet, (91, 92)) == [45000, 45000]
    assert 900 < sheet.shape[1] < 1000


def test_a_long_title_is_wrapped_and_a_title_alone_is_a_sheet():
    short, long = page("word", []), page("word " * 90, [])
    assert long.shape[0] == 3 * short.shape[0]
    assert long.shape[1] < 1600


def test_lines_without_a_picture_stand_one_below_the_other():
    lines = (("one", GREEN), ("two", RED))
    blank = Panel("scores", np.zeros((48, 90, 3), np.uint8), lines)
    with_lines, without = page("t", [blank]), page("t", [Panel("scores", np.zeros((48, 90, 3), np.uint8))])
    assert with_lines.shape[0] == without.shape[0] + 40


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_outlines_are_drawn_where_they_are_in_the_scaled_picture(factor):
    picture = np.zeros((100, 100, 3), np.uint8)
    quad = np.array([[20, 30], [80, 30], [80, 90], [20, 90]], np.float32)
    drawn = with_quads(scaled(picture, factor), [(quad, GREEN)], factor, 1)
    rows, columns = np.nonzero(drawn.max(axis=2) > 100)
    box = np.array([columns.min(), rows.min(), columns.max(), rows.max()])
    assert box == pytest.approx(np.array([20, 30, 80, 90]) * factor, abs=1.5)


def test_what_has_not_changed_is_dark():
    mask = np.zeros((10, 10), np.uint8)
    mask[:, 5:] = 255
    shown = with_mask(np.full((40, 40, 3), 180, np.uint8), mask)
    assert (shown[:, 20:] == 180).all()
    assert shown[:, :20].max() < 100
