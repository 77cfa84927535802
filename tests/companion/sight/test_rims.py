"""The outline that most cards show: borders of the table's colour belong to it, shadows and frames don't."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.rims import ROOM, outline, steepness

HEIGHT, WIDTH = 200, 140
ROOM_PX = round(ROOM * HEIGHT)


def card(reach=0, *, frame=0, border=90, shadow=0, seed=0):
    """A patch in which a card reaches so many pixels further out than it is thought to, with a frame so deep in it;
    a shadow as wide lies below and to the right."""
    rng = np.random.default_rng(seed)
    picture = np.full((HEIGHT + 2 * ROOM_PX, WIDTH + 2 * ROOM_PX, 3), 80, np.float32)
    at = ROOM_PX - reach
    picture[at : -at + shadow or None, at : -at + shadow or None] = 65 if shadow else 80
    picture[at:-at, at:-at] = border
    picture[at + frame : -at - frame, at + frame : -at - frame] = 200
    picture[90:160, 70:120] = rng.integers(0, 255, (70, 50, 3))
    return cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.uint8)


def further(**said):
    found = outline([card(seed=seed, **said) for seed in range(5)], HEIGHT)
    return [] if found is None else (100 * found).tolist()


@pytest.mark.parametrize("reach", [-4, 0, 6])
def test_all_cards_tell_together_how_far_they_reach(reach):
    assert further(reach=reach, border=200) == pytest.approx([reach / 2] * 4, abs=0.3)


def test_a_border_nearly_of_the_table_s_colour_belongs_to_the_card():
    assert further(frame=8, border=86) == pytest.approx([0.0] * 4, abs=0.3)


def test_a_shadow_on_two_sides_doesn_t():
    assert further(border=200, shadow=5) == pytest.approx([0.0] * 4, abs=0.3)


def test_where_nothing_runs_beside_the_cards_none_is_told():
    assert further(reach=-60, border=200) == []


def test_a_side_is_as_steep_as_it_is_seen_and_one_inside_the_card_is_not():
    assert steepness(card(border=200), HEIGHT).min() > 5
    assert (steepness(card(border=80, frame=30), HEIGHT) == 0).all()
    assert (steepness(card(reach=6, frame=6, border=150), HEIGHT) == 0).all()
