"""A card of which a part can't be seen: named by the rest of it, or by nobody."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.sight.discriminant import Discriminant
from companion.sight.glared import LEAST_VISIBLE, Glimpses, visible_parts
from companion.sight.pixels import CARD_H, CARD_W, unit_quad
from companion.sight.reader import GLIMPSED
from companion.sight.rectify import within
from companion.sight.teach import small
from hardware.rehearsal.light import decode, encode
from hardware.rehearsal.scene import LyingCard, Scene

WHOLE = np.ones((CARD_H, CARD_W), bool)
UPRIGHT = unit_quad(CARD_W, CARD_H)


@pytest.fixture(scope="module")
def faces(lantern):
    return {code: small(plate) for code, plate in lantern.plates.items()}


@pytest.fixture(scope="module")
def glimpses(lantern, faces):
    told_by = lantern.taught.discriminant
    return Glimpses(np.stack(list(faces.values())), Discriminant(told_by.projection, told_by.means[: len(faces)]))


def with_lamp(picture, x, y, radius):
    """A lamp's mirror image with its halo."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    apart = ((columns - x) ** 2 + (rows - y) ** 2) / radius**2
    lamp = 2.5 * (0.7 / (1 + np.exp(np.clip((apart - 1) * 6, -40, 40))) + 0.3 * np.exp(-apart))
    return encode(decode(picture) + lamp[..., None].astype(np.float32))


def named(glimpses, faces, card, bars=GLIMPSED):
    """The codes that what is visible of a card would be taken for."""
    seen = [glimpses.best(card, visible) for visible in visible_parts(card, WHOLE)]
    return {
        list(faces)[one.index]
        for one in seen
        if any(bar.is_cleared_by(one.distance, one.margin, one.alike, one.lead) for bar in bars)
    }


def test_where_no_lamp_is_mirrored_nothing_is_hidden(faces):
    dim = (faces["R1"] * 0.8).astype(np.uint8)
    assert visible_parts(dim, WHOLE) == []


def test_a_lamp_hides_what_it_fills_and_its_halo(faces):
    narrow, wide = visible_parts(with_lamp(faces["B3"], 20, 30, 8), WHOLE)
    assert not narrow[25:35, 15:25].any()
    assert narrow[70:, 50:].all()
    assert not (wide & ~narrow).any()
    assert wide.mean() < narrow.mean()


def test_where_most_is_hidden_nothing_is_offered(faces):
    assert visible_parts(np.full_like(faces["R1"], 255), WHOLE) == []
    assert all(part.mean() > LEAST_VISIBLE for part in visible_parts(with_lamp(faces["B3"], 36, 50, 24), WHOLE))


@pytest.mark.parametrize("upside_down", [False, True], ids=["upright", "turned"])
def test_a_card_is_named_by_what_a_lamp_leaves_of_it(glimpses, faces, upside_down):
    found = Counter()
    for number, (code, face) in enumerate(faces.items()):
        card = with_lamp(face, 14 + 5 * (number % 9), 20 + 7 * (number % 10), 9)
        card = np.ascontiguousarray(card[::-1, ::-1]) if upside_down else card
        found[", ".join(named(glimpses, faces, card)) == code] += 1
    assert found[True] >= 0.8 * len(faces)


def test_no_lamp_makes_one_card_another(glimpses, faces):
    """Lamps of all sizes, anywhere, in a camera's noise: what they hide may be what tells two faces apart."""
    rng = np.random.default_rng(8)
    found = Counter()
    for code, face in faces.items():
        for _ in range(2):
            card = with_lamp(face, rng.uniform(0, CARD_W), rng.uniform(0, CARD_H), rng.uniform(6, 24))
            card = np.clip(card + rng.normal(0, 3, card.shape), 0, 255).astype(np.uint8)
            told = named(glimpses, faces, card)
            found["asked" if not told else "right" if told == {code} else "wrong"] += 1
    assert found["wrong"] == 0
    assert found["right"] > found["asked"]


def test_faces_that_differ_only_where_it_is_hidden_are_not_told_apart(faces):
    """Two faces of one print, but for a sign that is under the lamp."""
    other = faces["R1"].copy()
    other[40:60, 25:47] = 255 - other[40:60, 25:47]
    pair = Glimpses(np.stack([faces["R1"], other]), Discriminant(np.eye(1224, 4, dtype=np.float32), np.zeros((2, 4))))
    hidden = WHOLE.copy()
    hidden[34:66, 19:53] = False
    assert pair.best(faces["R1"], hidden).lead == pytest.approx(0, abs=0.05)
    assert pair.best(faces["R1"], WHOLE).lead > 0.05


def test_half_a_card_is_not_another_one_for_a_lamp_on_it(glimpses, faces):
    for face in list(faces.values())[::3]:
        shifted = np.roll(face, CARD_H // 3, axis=0)
        shifted[: CARD_H // 3] = (40, 60, 90)
        assert named(glimpses, faces, with_lamp(shifted, 30, 60, 9)) == set()


# ---- through the reader


@pytest.mark.parametrize("spot", [(300, 110, 10), (285, 85, 14), (310, 130, 12)])
def test_a_lying_card_under_a_lamp_is_found_from_an_outline_a_little_off(lantern_reader, painted, spot):
    painter = painted()
    card = LyingCard("B4", 300, 110, -5)
    (x, y), scale = painter.lens.project([spot[:2]])[0], painter.lens.px_per_mm
    frame = with_lamp(painter.frame(Scene((card,))), x, y, spot[2] * scale)
    corners = painter.corners(card).astype(np.float32)
    near = lantern_reader.match(frame, [corners + np.float32([2, -2])])
    assert not near.is_clear
    settled = lantern_reader.settle(frame, near)
    assert (settled.code, settled.is_clear) == ("B4", True)
    assert settled.quad == pytest.approx(corners, abs=3)


def reaching_out(lantern_reader, face, by_px):
    """What is made of a card of which so much lies beyond the picture's left edge."""
    picture = cv2.copyMakeBorder(face, 0, 20, 0, 20, cv2.BORDER_CONSTANT, value=(40, 60, 90))[:, by_px:]
    picture = cv2.resize(np.ascontiguousarray(picture), None, fx=1.4, fy=1.4)
    quad = ((UPRIGHT - np.float32([by_px, 0])) * np.float32(1.4)).astype(np.float32)
    near = lantern_reader.match(picture, [quad])
    return near if near.is_clear else lantern_reader.settle(picture, near)


def test_cards_that_reach_out_of_the_picture_a_little_are_read_by_what_is_in_it(lantern_reader, faces):
    found = {code: reaching_out(lantern_reader, face, 12) for code, face in faces.items()}
    assert all(match.code == code for code, match in found.items() if match.is_likely)
    assert sum(match.is_clear for match in found.values()) > 0.7 * len(faces)


@pytest.mark.parametrize("by_px", [16, 20, 30])
def test_no_card_of_which_more_than_a_fifth_is_beyond_the_edge_is_named(lantern_reader, faces, by_px):
    """Two cards of another deck, a third of each over the edge, were taken for red twos and yellow fours."""
    assert not any(reaching_out(lantern_reader, face, by_px).is_likely for face in faces.values())


def test_what_lies_outside_the_picture_is_known():
    picture = np.zeros((CARD_H, CARD_W, 3), np.uint8)
    assert within(picture, UPRIGHT).all()
    out = within(picture, UPRIGHT - np.float32([20, 0]))
    assert not out[:, :20].any()
    assert out[2:-2, 22:-2].all()
