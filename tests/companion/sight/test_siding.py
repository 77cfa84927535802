"""Sides judged by each other's: one seen elsewhere than most cards' is put where theirs are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.lining import Lined
from companion.sight.plane import Plane
from companion.sight.siding import sided

HEIGHT = 200
PLANE = Plane(np.diag([0.1, 0.1, 1.0]), 0.0, 0.7, (400.0, 300.0), 500.0)
"""Seen from straight above: a card is 50 pixels high."""
SEEN = (True, True, True, True)
CELLS = [(i, 0) for i in range(7)]


def judged(lines, turned=()):
    poses = {cell: np.array([cell[0] - 3.0, 0.0, 0.0]) for cell in CELLS}
    found = sided(PLANE, poses, lines, HEIGHT, {cell: cell in turned for cell in CELLS})
    off = {cell: quad - PLANE.to_pixels(PLANE.card(poses[cell])) for cell, quad in found.quads.items()}
    return found, off


def as_thought():
    return {cell: Lined(np.zeros((4, 2), np.float32), SEEN) for cell in CELLS}


@pytest.mark.parametrize("turned", [(), ((2, 0),)])
def test_a_side_that_only_one_card_shows_there_is_moved_to_where_the_others_have_theirs(turned):
    lines = as_thought()
    lines[2, 0] = Lined(np.array([[5, 5], [0, 0], [0, 0], [0, 0]], np.float32), SEEN)
    found, off = judged(lines, turned)
    assert found.own[2, 0] == (False, True, True, True)
    assert found.own[3, 0] == SEEN
    assert np.abs(off[2, 0]).max() < 0.15


def test_a_card_that_lies_beside_its_place_is_believed():
    lines = as_thought()
    lines[2, 0] = Lined(np.array([[-1, -1], [2, 2], [1, 1], [-2, -2]], np.float32), SEEN)
    found, off = judged(lines)
    assert found.own[2, 0] == SEEN
    assert off[2, 0].mean(axis=0) == pytest.approx([0.5, 0.25], abs=0.05)


def test_a_side_that_isn_t_seen_is_where_the_others_have_theirs():
    lines = {cell: Lined(np.full((4, 2), 1.0, np.float32), SEEN) for cell in CELLS}
    lines[2, 0] = Lined(np.zeros((4, 2), np.float32), (True, True, False, True))
    lines[2, 0].off[[0, 1, 3]] = 1.0
    found, off = judged(lines)
    assert found.own[2, 0] == (True, True, False, True)
    assert off[2, 0] == pytest.approx(off[3, 0], abs=0.1)


def test_cards_without_faces_keep_their_own_sides():
    poses = {cell: np.array([cell[0] - 3.0, 0.0, 0.0]) for cell in CELLS}
    lines = as_thought()
    lines[2, 0] = Lined(np.array([[5, 5], [0, 0], [0, 0], [0, 0]], np.float32), SEEN)
    found = sided(PLANE, poses, lines, HEIGHT, {})
    moved = found.quads[2, 0] - PLANE.to_pixels(PLANE.card(poses[2, 0]))
    assert moved[:2, 1] == pytest.approx([-1.25, -1.25], abs=0.01)
    assert found.own == {}
