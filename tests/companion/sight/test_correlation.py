"""The second opinion: alike pixel by pixel, whatever the light."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.correlation import correlation, relief
from companion.sight.pixels import CARD_H, CARD_W
from companion.sight.teach import small


@pytest.fixture(scope="module")
def face(lantern):
    return small(lantern.plates["B3"])


def test_a_face_is_wholly_like_itself(face):
    assert correlation(relief(face), relief(face)) == pytest.approx(1.0, abs=1e-5)


def test_a_face_is_wholly_unlike_its_negative(face):
    assert correlation(relief(face), relief(255 - face)) == pytest.approx(-1.0, abs=1e-5)


@pytest.mark.parametrize("share", [0.4, 0.7])
def test_darkness_hardly_matters(face, share):
    dim = (face * share).astype(np.uint8)
    assert correlation(relief(face), relief(dim)) > 0.97


def test_a_colour_cast_hardly_matters(face):
    warm = np.clip(face * np.array([0.5, 0.8, 1.0]), 0, 255).astype(np.uint8)
    assert correlation(relief(face), relief(warm)) > 0.9


def test_a_face_upside_down_is_another(face):
    assert correlation(relief(face), relief(np.ascontiguousarray(face[::-1, ::-1]))) < 0.6


def test_a_plain_card_is_like_nothing(face):
    plain = np.full((CARD_H, CARD_W, 3), 77, np.uint8)
    assert correlation(relief(plain), relief(face)) == 0.0


def test_no_two_faces_of_the_shipped_deck_are_alike(lantern):
    reliefs = lantern.taught.reliefs.reshape(36, -1)
    likeness = reliefs @ reliefs.T - np.eye(36)
    assert float(likeness.max()) < 0.9
