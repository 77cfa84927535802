"""Where cards lie by what all their faces have in common."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.fellows import HEIGHT_PX, ROOM, faced

CODES = ["R1", "R4", "Y2", "Y5", "G3", "B1"]


def patch(face, x=0.0, y=0.0, turn_deg=0.0, *, is_turned=False):
    """A face on a grey table that lies so many card heights beside the patch's middle."""
    room = round(ROOM * HEIGHT_PX)
    card = cv2.resize(face, (73, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    picture = cv2.copyMakeBorder(card, room, room, room, room, cv2.BORDER_CONSTANT, value=(120, 120, 120))
    middle = ((picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2)
    moved = cv2.getRotationMatrix2D(middle, -turn_deg + 180.0 * is_turned, 1.0)
    moved[:, 2] += np.array([x, y]) * HEIGHT_PX
    size = picture.shape[1], picture.shape[0]
    return cv2.warpAffine(picture, moved, size, borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_card_beside_its_place_is_found_there(lantern, is_turned):
    patches = {(k, 0): patch(lantern.plates[code]) for k, code in enumerate(CODES)}
    patches[9, 9] = patch(lantern.plates["B4"], 0.03, -0.08, 2.0, is_turned=is_turned)
    told = faced(patches)[9, 9]
    assert (told.x, told.y) == pytest.approx((0.03, -0.08), abs=0.005)
    assert (np.rad2deg(told.turn), told.is_turned) == (pytest.approx(2.0, abs=0.8), is_turned)
    assert told.score > 0.5


def test_a_bare_place_has_no_face(lantern):
    patches = {(k, 0): patch(lantern.plates[code]) for k, code in enumerate(CODES)}
    patches[9, 9] = np.full_like(patches[0, 0], 120)
    told = faced(patches)
    assert told[9, 9].score < 0.3 < 0.5 < told[0, 0].score


def test_two_cards_tell_nothing(lantern):
    assert faced({(0, 0): patch(lantern.plates["R1"]), (1, 0): patch(lantern.plates["R2"])}) == {}
