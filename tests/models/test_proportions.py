"""Whether outlines have a card's proportions: what is told from them, and what a coarse picture can't tell."""

from __future__ import annotations

import pytest

from models.proportions import USUAL_MM, are_usual


def within(border_mm, size=(63.0, 88.0)):
    """The proportions of the frame that a border leaves."""
    return (size[0] - 2 * border_mm) / (size[1] - 2 * border_mm)


@pytest.mark.parametrize("size", USUAL_MM)
def test_usual_cards_are_known_in_good_photos_and_in_coarse_ones(size):
    aspect = size[0] / size[1]
    assert are_usual(aspect * 1.015, 300)
    assert are_usual(aspect * 0.985, 300)
    assert are_usual(aspect * 1.035, 100)


@pytest.mark.parametrize("border", [2.5, 3.0, 3.5, 4.0])
def test_the_frame_within_a_border_of_two_to_four_millimetres_is_no_card(border):
    assert not are_usual(within(border), 300)


@pytest.mark.parametrize("border", [5.0, 6.0, 8.0])
def test_a_wider_border_leaves_another_usual_card_unless_the_size_was_said(border):
    assert are_usual(within(border), 300)
    assert not are_usual(within(border), 300, [(63.0, 88.0)])


def test_a_card_a_hundred_pixels_high_may_have_almost_any():
    assert all(are_usual(within(border), 100) for border in range(1, 9))
