"""Rectangles from change masks, and moved onto the picture's own edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.outlines import Size, Unlike, exact, from_mask, sharpened, support, upright
from hardware.rehearsal.lens import rectangle

SIZE = Size(100, 140)


def quad(x, y, turn=0.0, width=100, height=140):
    """A card about (x, y)."""
    return rectangle(x, y, width, height, turn).astype(np.float32)


def filled(*quads):
    mask = np.zeros((400, 500), np.uint8)
    for one in quads:
        cv2.fillConvexPoly(mask, np.round(one).astype(np.int32), (255,))
    return mask


def picture(card, light=200, table=60, blur=1.0):
    """A card of one colour on a table of another."""
    mask = filled(card)
    grey = np.where(mask > 0, light, table).astype(np.uint8)
    return cv2.GaussianBlur(np.repeat(grey[:, :, None], 3, axis=2), (0, 0), blur)


def worst(one, other):
    """By how much two quads' corners differ, wherever they begin."""
    return min(float(np.abs(np.roll(one, k, axis=0) - other).max()) for k in range(4))


@pytest.mark.parametrize("start", [0, 1, 2, 3])
@pytest.mark.parametrize("way", [1, -1])
def test_any_order_of_corners_becomes_clockwise_with_a_short_side_first(start, way):
    card = upright(np.roll(quad(200, 200, 20), start, axis=0)[::way])
    first, second = card[1] - card[0], card[2] - card[1]
    assert np.linalg.norm(first) == pytest.approx(100, abs=0.1)
    assert np.linalg.norm(second) == pytest.approx(140, abs=0.1)
    assert first[0] * second[1] - first[1] * second[0] > 0


@pytest.mark.parametrize(
    ("width", "height", "fits"),
    [(100, 140, True), (110, 150, True), (90, 128, True), (120, 140, False), (100, 170, False), (140, 100, False)],
)
def test_a_size_fits_within_a_seventh(width, height, fits):
    assert SIZE.fits(quad(200, 200, 30, width, height)) is fits


def test_a_trapezium_does_not_fit():
    assert not SIZE.fits(np.array([[15, 0], [85, 0], [100, 140], [0, 140]], np.float32))


@pytest.mark.parametrize("turn", [0, 15, 45, 77, 90, 130])
def test_a_changed_card_gives_its_outline(turn):
    card = quad(220, 200, turn)
    found = from_mask(filled(card), SIZE)
    assert min(worst(one, card) for one in found) < 3


def test_two_cards_apart_give_both_outlines():
    one, other = quad(100, 120), quad(350, 250, 30)
    found = from_mask(filled(one, other), SIZE)
    assert min(worst(f, one) for f in found) < 3
    assert min(worst(f, other) for f in found) < 3


def test_a_card_seen_in_two_pieces_is_found_as_one():
    card = quad(220, 200)
    mask = filled(card)
    mask[190:215] = 0
    assert min(worst(one, card) for one in from_mask(mask, SIZE)) < 3


def test_a_strip_of_a_card_gives_whole_cards_at_both_its_ends():
    found = from_mask(filled(quad(220, 130, 0, 100, 60)), SIZE)
    tops = {round(float(one[:, 1].min())) for one in found}
    assert all(SIZE.fits(one) for one in found)
    assert {100, 20} <= {round(top / 10) * 10 for top in tops}


def test_an_empty_mask_and_a_speck_give_nothing():
    assert from_mask(np.zeros((400, 500), np.uint8), SIZE) == []
    assert from_mask(filled(quad(200, 200, 0, 12, 12)), SIZE) == []


def test_a_change_of_the_whole_table_gives_nothing():
    assert from_mask(np.full((400, 500), 255, np.uint8), Size(60, 84)) == []


@pytest.mark.parametrize("turn", [0, 33])
@pytest.mark.parametrize(("light", "table"), [(200, 60), (60, 200), (140, 90)])
def test_sides_move_onto_the_cards_edges(turn, light, table):
    card = quad(220, 200, turn)
    found = sharpened(picture(card, light, table), card + np.float32([3, -2]), 6.0)
    assert float(np.abs(found - card).max()) < 1.0


def test_sides_move_onto_the_outermost_edge_not_the_printed_frame():
    card = quad(220, 200)
    shown = picture(card)
    cv2.polylines(shown, [np.round(quad(220, 200, 0, 92, 132)).astype(np.int32)], True, (20, 20, 20), 2)
    found = sharpened(cv2.GaussianBlur(shown, (0, 0), 1.0), quad(220, 200, 0, 94, 134), 6.0)
    assert float(np.abs(found - card).max()) < 1.5


def test_a_finger_on_an_edge_does_not_bend_it():
    """A seventh of one side is hidden by something of another colour."""
    card = quad(220, 200)
    shown = picture(card)
    cv2.ellipse(shown, (250, 130), (12, 25), 0, 0, 360, (110, 140, 190), -1)
    assert float(np.abs(sharpened(shown, card + np.float32(2), 6.0) - card).max()) < 1.5


def test_without_edges_a_quad_stays_where_it_was():
    guess = quad(220, 200, 10)
    found = sharpened(np.full((400, 500, 3), 90, np.uint8), guess, 6.0)
    assert found == pytest.approx(guess, abs=0.01)


def test_a_whole_outline_is_supported_and_a_guess_is_not():
    card = quad(220, 200, 12)
    assert support(picture(card), card) == 1.0
    assert support(picture(card), quad(220, 200, 40)) < 0.5
    assert support(np.full((400, 500, 3), 90, np.uint8), card) == 0.0


def test_support_is_that_of_the_worst_side():
    card = quad(220, 200)
    shown = picture(card)
    shown[:, 240:] = shown[200, 240]  # the right side runs into something of its own colour
    assert support(shown, card) == 0.0


@pytest.mark.parametrize("turn", [0, 33, 120])
@pytest.mark.parametrize(("width", "height"), [(90, 140), (100, 126), (110, 150)])
def test_a_rectangle_with_one_side_wrong_is_offered_at_the_cards_size_from_each_corner(turn, width, height):
    found = upright(quad(250, 200, turn, width, height))
    corners = [tuple(np.round(c).astype(int)) for c in found]
    offered = exact(found, SIZE)
    assert len(offered) == 4
    for one in offered:
        sides = np.linalg.norm(np.roll(one, -1, axis=0) - one, axis=1)
        assert sides == pytest.approx([100, 140, 100, 140], abs=0.1)
        assert any(tuple(np.round(c).astype(int)) in corners for c in one)


def test_doubles_of_an_outline_are_offered_once_either_way_up():
    one = np.float32([[10, 10], [73, 10], [73, 98], [10, 98]])
    unlike = Unlike()
    assert len(unlike.of([one, one + np.float32(0.3), np.roll(one, 2, axis=0), one + np.float32(2)])) == 2
    assert unlike.of([one - np.float32(0.2)]) == []
    assert len(unlike.of([np.roll(one, 1, axis=0)])) == 1
