"""A card of which a part lies outside of the picture, by the sides that are seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.outlines import Size
from companion.sight.overhang import overhang
from companion.sight.place import PX_PER_MM
from hardware.rehearsal.lens import rectangle

SIZE = Size(63 * PX_PER_MM, 88 * PX_PER_MM)


def laid(corners):
    """A plain light card on a dark cloth that ends at the picture's border, and where it differs from the cloth."""
    picture, changed = np.full((190, 220, 3), 60, np.uint8), np.zeros((190, 220), np.uint8)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (190, 200, 210), cv2.LINE_AA)
    cv2.fillConvexPoly(changed, np.round(corners).astype(np.int32), (255,))
    return picture, changed


def card(y_mm, turn):
    return (rectangle(66, y_mm, 63, 88, turn) * PX_PER_MM).astype(np.float32)


@pytest.mark.parametrize("turn", [0, 12, -14])
def test_a_card_over_the_edge_has_an_outline(turn):
    true = card(98, turn)
    found = overhang(*laid(true), SIZE)
    assert found is not None
    assert min(float(np.abs(np.roll(found, k, axis=0) - true).max()) for k in range(4)) < 8


def test_a_sleeve_as_wide_as_two_cards_has_none():
    picture, changed = laid((rectangle(66, 110, 110, 120, 0) * PX_PER_MM).astype(np.float32))
    assert overhang(picture, changed, SIZE) is None


def test_a_shadow_without_edges_has_none():
    picture, changed = laid(card(98, 5))
    assert overhang(cv2.GaussianBlur(picture, (0, 0), 15), changed, SIZE) is None


def test_where_nothing_changed_there_is_none():
    assert overhang(np.full((190, 220, 3), 60, np.uint8), np.zeros((190, 220), np.uint8), SIZE) is None
