"""Colours as a third opinion: they object where another suit's fit clearly better."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sight.cells import LENGTH, cells, tint
from companion.sight.pixels import CARD_H, CARD_W
from companion.sight.reader import Bar, Reader
from companion.sight.rectify import OUTLINES
from companion.sight.tint import Tints

RED, YELLOW, BLUE = (40, 40, 200), (40, 200, 230), (200, 110, 30)


def face(ink, rank="3"):
    card = np.full((CARD_H, CARD_W, 3), 235, np.uint8)
    cv2.rectangle(card, (9, 9), (62, 92), ink, -1)
    cv2.putText(card, rank, (22, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (245, 245, 245), 6)
    return card


@pytest.fixture(scope="module")
def tints():
    faces = {"R3": face(RED), "Y3": face(YELLOW), "B3": face(BLUE), "B4": face(BLUE, "4")}
    return Tints(list(faces), np.stack([cells(card) for card in faces.values()]))


def test_a_card_taken_for_another_suit_s_is_objected_to(tints):
    assert tints.objects("R3", cells(face(BLUE)))
    assert not tints.objects("B3", cells(face(BLUE)))


def test_another_rank_of_the_same_suit_is_none_of_its_business(tints):
    assert not tints.objects("B4", cells(face(BLUE)))


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (1.0, 0.8, 0.6), (0.7, 0.9, 1.0)], ids=["half", "cold", "warm"])
def test_another_light_is_no_other_suit(tints, light):
    seen = np.rint(face(RED) * np.array(light)).astype(np.uint8)
    assert not tints.objects("R3", cells(seen))


def test_a_thumb_on_the_rim_has_no_say():
    thumbed = face(RED)
    thumbed[30:60, :5] = (110, 140, 200)
    assert float(np.abs(tint(cells(thumbed)) - tint(cells(face(RED)))).max()) < 0.05
    assert len(tint(np.zeros(LENGTH, np.float32))) == 15 * 10 * 2


def test_where_there_is_one_suit_nothing_is_objected_to_and_its_back_is_none():
    codes = ["R1", "R2", "back", "nothing"]
    reds = Tints(codes, np.stack([cells(face(ink, "1")) for ink in (RED, RED, BLUE, YELLOW)]))
    assert not any(reds.objects(code, cells(face(BLUE, "1"))) for code in codes)


class Objects:
    """Colours that always object."""

    def objects(self, code, features):
        return True


def test_colours_are_asked_about_far_matches_only(lantern):
    """Taught askew, blue fours of another game were read as green ones at distances of 146 to 229."""
    anything = (Bar(1e6, 0.0, -1.0, -2.0),)
    reader = Reader(replace(lantern.taught, clear=anything, likely=anything))
    near = lantern.taught.cards[lantern.taught.codes.index("R2")]
    far = cv2.GaussianBlur(near, (0, 0), 4)
    quad = np.float32([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]])
    assert reader.match(far, [quad]).is_clear
    assert reader.match(far, [quad]).distance > 100
    reader.__dict__["_tints"] = Objects()
    assert not reader.match(far, [quad], OUTLINES[:1]).is_likely
    assert reader.match(near, [quad]).is_clear
