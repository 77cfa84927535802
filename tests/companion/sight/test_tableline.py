"""A line that splits a table: which way is down, how large the rectangle is, what scale a card says."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.tableline import TableLine, px_per_mm

SIZE = (1280, 720)
CARD_MM = (63.0, 88.0)


@pytest.mark.parametrize(
    ("side", "first", "line_px"),
    [
        ("above", (-0.5, -0.5), 288.5),
        ("below", (1279.5, 719.5), 431.5),
        ("left", (-0.5, 719.5), 512.5),
        ("right", (1279.5, -0.5), 767.5),
    ],
)
def test_the_rectangle_begins_at_the_left_end_of_the_fireworks(side, first, line_px):
    corners, below = TableLine(0.4, side).rectangle(SIZE)
    assert corners[0] == pytest.approx(first)
    assert below == pytest.approx(line_px)
    assert sorted(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).round()) == [720, 720, 1280, 1280]


def test_a_slanted_line_turns_the_rectangle_and_holds_the_whole_picture():
    corners, below = TableLine(((0.0, 250.0), (1280.0, 400.0))).rectangle(SIZE)
    along = corners[1] - corners[0]
    assert np.degrees(np.arctan2(along[1], along[0])) == pytest.approx(np.degrees(np.arctan2(150, 1280)), abs=0.1)
    assert 0 < below < np.linalg.norm(corners[3] - corners[0])


def test_points_may_be_said_in_either_order():
    one, _ = TableLine(((0.0, 250.0), (1280.0, 400.0))).rectangle(SIZE)
    other, _ = TableLine(((1280.0, 400.0), (0.0, 250.0))).rectangle(SIZE)
    assert one == pytest.approx(other, abs=0.01)


def test_a_card_says_the_scale():
    card = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32) * np.float32(1.5)
    assert px_per_mm(card, CARD_MM) == pytest.approx(1.5)


def test_a_card_seen_from_the_side_says_nothing():
    squeezed = np.array([[0, 0], [63, 0], [63, 70], [0, 70]], np.float32)
    assert px_per_mm(squeezed, CARD_MM) is None
