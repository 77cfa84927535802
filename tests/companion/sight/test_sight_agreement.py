"""Faces of one deck put right by what they have in common."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.agreement import agreed

TRUE = np.array([[90, 70], [270, 80], [262, 335], [80, 322]], np.float32)
CARD = np.array([[0, 0], [144, 0], [144, 204], [0, 204]], np.float32)
CODES = ("R1", "R2", "Y3", "G4", "B5", "W1")
INKS = {"R": (40, 40, 200), "Y": (40, 200, 230), "G": (60, 150, 50), "B": (200, 110, 30), "W": (120, 120, 120)}


def face(code):
    """A white card with a panel of its suit's colour, a white disc and a numeral."""
    card = np.full((204, 144, 3), 240, np.uint8)
    cv2.rectangle(card, (12, 12), (131, 191), INKS[code[0]], -1)
    cv2.ellipse(card, (72, 102), (38, 78), 25, 0, 360, (240, 240, 240), -1)
    for at, size in (((50, 122), 2.0), ((18, 40), 0.8)):
        cv2.putText(card, code[1], at, cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30), 4)
    return card


def photo(card, is_turned=False):
    shown = np.ascontiguousarray(card[::-1, ::-1]) if is_turned else card
    to_photo = cv2.getPerspectiveTransform(CARD, TRUE)
    picture = cv2.warpPerspective(
        shown, to_photo, (360, 400), borderMode=cv2.BORDER_CONSTANT, borderValue=(60, 90, 110)
    )
    return np.clip(picture + np.random.default_rng(2).normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def apart(quad):
    """The worst corner's distance from the true one, as a share of the card's height."""
    return float(np.abs(quad - TRUE).max()) / 255


@pytest.mark.parametrize("is_turned", [False, True])
def test_one_outline_found_wrongly_is_put_right_by_the_others(is_turned):
    photos = {code: photo(face(code), is_turned and code == "G4") for code in CODES}
    quads = {code: TRUE.copy() for code in CODES}
    quads["G4"][2:] += np.float32([[-2, -22], [12, -16]])
    assert apart(quads["G4"]) > 0.08
    found = agreed(photos, quads)
    assert apart(found["G4"]) < 0.01
    assert max(apart(found[code]) for code in CODES) < 0.01


def test_faces_that_have_little_in_common_stay_as_they_were_found():
    rng = np.random.default_rng(3)
    lumps = (cv2.resize(rng.integers(0, 255, (9, 6, 3), np.uint8), (144, 204)) for _ in CODES)
    photos = {code: photo(one) for code, one in zip(CODES, lumps, strict=True)}
    quads = {code: TRUE + np.float32(rng.normal(0, 5, (4, 2))) for code in CODES}
    found = agreed(photos, quads)
    assert all(np.array_equal(found[code], quads[code]) for code in CODES)


def test_a_few_faces_say_nothing_of_one_another():
    photos = {code: photo(face(code)) for code in CODES[:3]}
    quads = {code: TRUE + np.float32(4) for code in photos}
    assert all(np.array_equal(quad, quads[code]) for code, quad in agreed(photos, quads).items())
