"""Outlines by two edges that meet: the card is among them where its contour runs into a hand's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.candidates import candidates, proportion
from companion.sight.junctions import junctions
from companion.sight.look import look
from companion.sight.marks import Marks


def card_like(quad):
    return 30_000 < cv2.contourArea(quad) < 110_000 and 0.5 < proportion(quad) < 0.95


def worst(one, other):
    return min(float(np.abs(np.roll(one, k, axis=0) - other).max()) for k in range(4))


@pytest.fixture(scope="module")
def held(lantern):
    """A turned card before a dark wall, held by a pale hand that hides two of its corners and runs out of the picture;
    and its true corners."""
    turn = cv2.getRotationMatrix2D((0, 0), 25, 1.6)
    turn[:, 2] = (150, 110)
    face = lantern.plates["G4"]
    picture = np.full((480, 520, 3), 60, np.uint8)
    shape = np.full(face.shape[:2], 255, np.uint8)
    laid, inside = (cv2.warpAffine(one, turn, (520, 480), flags=cv2.INTER_AREA) for one in (face, shape))
    picture[inside > 127] = laid[inside > 127]
    corners = np.float32([[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]])
    quad = corners @ np.float32(turn[:, :2]).T + np.float32(turn[:, 2])
    low, high = (quad[k] for k in (2, 3))
    cv2.line(picture, [int(v) for v in low], (519, 430), (170, 190, 215), 40)
    cv2.line(picture, [int(v) for v in high], (230, 479), (170, 190, 215), 30)
    return cv2.GaussianBlur(picture, (0, 0), 0.9), quad


def test_a_card_held_at_two_corners_is_offered_and_its_contour_is_not(held):
    picture, quad = held
    assert min(worst(one, quad) for one in junctions(picture, card_like)) < 20
    assert min((worst(one, quad) for one in candidates(picture, card_like)), default=999.0) > 40


def test_it_is_read_where_there_is_time_for_it(held, lantern, lantern_reader, monkeypatch):
    monkeypatch.setattr(Marks, "outlines", lambda marks, picture: iter(()))  # what is printed tells it otherwise
    picture, quad = held
    assert look(lantern_reader, picture, lantern.card_mm).clear == ()
    found = look(lantern_reader, picture, lantern.card_mm, list(lantern.plates.values()))
    assert [match.code for match in found.clear] == ["G4"]
    assert found.clear[0].quad == pytest.approx(quad, abs=8)
    assert all(np.linalg.norm(one.quad.mean(axis=0) - quad.mean(axis=0)) > 60 for one in found.unsure)


def test_only_what_is_plausible_is_offered_the_largest_first(held):
    picture, _ = held
    assert junctions(picture, lambda quad: False) == []
    areas = [float(cv2.contourArea(quad)) for quad in junctions(picture, lambda quad: True)]
    assert areas == sorted(areas, reverse=True)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_plain_picture_has_none(shade):
    assert junctions(np.full((120, 90, 3), shade, np.uint8), lambda quad: True) == []


def test_an_edge_in_pieces_is_one_side():
    picture = np.full((300, 300, 3), 40, np.uint8)
    picture[80:240, 60:170] = 200
    for at in (100, 140, 180, 220):
        picture[at : at + 6, 56:64] = picture[at : at + 6, 166:174] = 120
    for at in (80, 110, 140):
        picture[76:84, at : at + 6] = picture[236:244, at : at + 6] = 120
    quad = np.float32([[60, 80], [170, 80], [170, 240], [60, 240]])
    assert min(worst(one, quad) for one in junctions(picture, lambda quad: True)) < 4
