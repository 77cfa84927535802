"""The outlines of a deck's cards, moved until what all faces have in common lies in one place: one found a little
wrongly is put right by the others.

Law: only faces that are nearly all alike move (a frame, a panel, numerals), and only where they then fit better; of
faces that have little in common each keeps the outline that it was found with.

Source: enhanced correlation coefficient, Evangelidis and Psarakis 2008, as OpenCV has it, towards the median face.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.sight.pixels import CARD_H, CARD_W, Floats, Grey, Picture, Quad, unit_quad
from companion.sight.rectify import homography, rectified, through

_FEWEST = 5
_ROUNDS = 2
_ALIKE, _BETTER = 0.8, 0.005
_FURTHEST = 0.2
_WINDOW = (61, 61)
_ROOM = 0.16
_SIZE = round(CARD_W * (1 + 2 * _ROOM)), round(CARD_H * (1 + 2 * _ROOM))
_STEPS, _SMOOTH = 50, 5


def agreed(photos: Mapping[str, Picture], quads: Mapping[str, Quad]) -> dict[str, Quad]:
    """The corners of each of these cards, (4, 2) in its photo's pixels, beginning where they began. No card is too
    strange for it: what doesn't fit stays as it is."""
    moved = dict(quads)
    if len(moved) < _FEWEST:
        return moved
    turned: dict[str, bool] | None = None
    for _ in range(_ROUNDS):
        faces = {name: _face(rectified(photos[name], quad)) for name, quad in moved.items()}
        turned = turned or _half_turns(faces)
        upright = {name: _turned(face, is_turned=turned[name]) for name, face in faces.items()}
        usual = np.asarray(np.median(np.stack(list(upright.values())), axis=0), np.float32)
        for name, face in upright.items():
            there = np.roll(moved[name], -2, axis=0) if turned[name] else moved[name]
            better = _moved(photos[name], there, usual, _likeness(face, usual))
            if better is not None:
                moved[name] = np.roll(better, -2, axis=0) if turned[name] else better
    return moved


def _face(card: Picture) -> Floats:
    """The darkest channel without its light: what is printed in any colour is dark, and white is white in any light."""
    return _even(np.asarray(card.min(axis=2), np.uint8))


def _even(grey: Grey) -> Floats:
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    flat = smooth - cv2.blur(smooth, _WINDOW)
    return np.asarray(flat / (np.sqrt(cv2.blur(flat * flat, _WINDOW)) + 4), np.float32)


def _half_turns(faces: Mapping[str, Floats]) -> dict[str, bool]:
    """Which faces are the other way up than the first."""
    total = np.zeros((CARD_H, CARD_W), np.float32)
    found: dict[str, bool] = {}
    for name, face in faces.items():
        over = _turned(face, is_turned=True)
        found[name] = _likeness(over, total) > _likeness(face, total)
        total += over if found[name] else face
    return found


def _turned(face: Floats, *, is_turned: bool) -> Floats:
    return np.ascontiguousarray(face[::-1, ::-1]) if is_turned else face


def _likeness(one: Floats, other: Floats) -> float:
    """The correlation of two faces, -1 to 1."""
    a, b = one - one.mean(), other - other.mean()
    return float(np.vdot(a, b) / np.sqrt(np.vdot(a, a) * np.vdot(b, b) + 1e-6))


def _moved(photo: Picture, quad: Quad, usual: Floats, likeness: float) -> Quad | None:
    """The corners near `quad` where the card fits the usual face better than `likeness`; None where it doesn't."""
    offset = np.array([(_SIZE[0] - CARD_W) / 2, (_SIZE[1] - CARD_H) / 2], np.float32)
    inside = unit_quad(CARD_W, CARD_H) + offset - np.float32(0.5)
    to_wide = homography(quad, inside)
    wide = cv2.warpPerspective(photo, to_wide, _SIZE, borderMode=cv2.BORDER_REPLICATE)
    start = np.eye(3, dtype=np.float32)
    start[:2, 2] = offset
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, 1e-4)
    everywhere = np.full(_SIZE[::-1], 255, np.uint8)
    shown = _face(np.asarray(wide, np.uint8))
    try:
        _, found = cv2.findTransformECC(usual, shown, start, cv2.MOTION_HOMOGRAPHY, stop, everywhere, _SMOOTH)
    except cv2.error:  # it says so where the two have nothing in common
        return None
    there = through(np.asarray(found, np.float64), unit_quad(CARD_W, CARD_H) - np.float32(0.5))
    if float(np.abs(there - inside).max()) > _FURTHEST * CARD_H:
        return None
    better = through(np.asarray(np.linalg.inv(to_wide), np.float64), there)
    now = _likeness(_face(rectified(photo, better)), usual)
    return better if now > max(_ALIKE, likeness + _BETTER) else None
