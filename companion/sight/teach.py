"""How a printed deck is learned: one located photo a card in, everything that a reader needs out.

Law: the same photos and the same seed give the same reader, bit for bit on one machine.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.sight.augment import PLATE_SCALE, Doubt, augmented
from companion.sight.cells import TELLING, cells
from companion.sight.correlation import relief
from companion.sight.discriminant import Discriminant, trained
from companion.sight.notcards import not_cards
from companion.sight.pixels import CARD_H, CARD_W, Floats, Picture, Quad, unit_quad
from companion.sight.reader import NOTHING, Taught
from companion.sight.rectify import homography

AUGMENTATIONS = 60
_NOT_CARDS = 12
SEED = 5


def plate(photo: Picture, quad: Quad) -> Picture:
    """The card with these corners in a photo, at twice the size at which it is read."""
    width, height = CARD_W * PLATE_SCALE, CARD_H * PLATE_SCALE
    span = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
    factor = int(np.clip(round(span / (width + height)), 1, 8))
    target = unit_quad(width, height) * np.float32(factor) - np.float32(0.5)
    big = cv2.warpPerspective(photo, homography(quad, target), (width * factor, height * factor))
    return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def taught(plates: Mapping[str, Picture], doubt: Doubt | None = None, seed: int = SEED) -> Taught:
    """What a reader needs to know about these cards: code to plate, each 2 CARD_H x 2 CARD_W x 3."""
    codes, doubt = tuple(plates), doubt or Doubt()
    rows: list[Floats] = []
    for index, code in enumerate(codes):
        rng = np.random.default_rng((seed, index))
        rows += [cells(augmented(plates[code], rng, doubt)) for _ in range(AUGMENTATIONS)]
    labels = np.repeat(np.arange(len(codes)), AUGMENTATIONS)
    told_by = trained(np.stack(rows) * TELLING, labels, len(codes))
    return assembled((*codes, NOTHING), _with_nothing(told_by, plates, doubt, seed), plates)


def _with_nothing(told_by: Discriminant, plates: Mapping[str, Picture], doubt: Doubt, seed: int) -> Discriminant:
    """The discriminant with one more class, of what is no card. It has no share in the doubt of a face: what it holds
    is of many kinds."""
    rng = np.random.default_rng((seed, len(plates)))
    rows = [cells(augmented(picture, rng, doubt)) for _, picture in not_cards(plates, seed, _NOT_CARDS)]
    mean = np.asarray((np.stack(rows) @ told_by.projection).mean(axis=0), np.float32)
    return Discriminant(told_by.projection, np.vstack([told_by.means, mean]).astype(np.float32))


def assembled(codes: tuple[str, ...], discriminant: Discriminant, plates: Mapping[str, Picture]) -> Taught:
    """A taught deck from what is stored of it: the discriminant, and the plates that the rest is computed from. The
    class of what is no card has no plate."""
    blank = np.zeros((CARD_H, CARD_W, 3), np.uint8)
    cards = [blank if code == NOTHING else small(plates[code]) for code in codes]
    return Taught(codes, discriminant, np.stack([relief(c) for c in cards]), np.stack(cards))


def small(big: Picture) -> Picture:
    """A plate at the size at which cards are read."""
    return np.asarray(cv2.resize(big, (CARD_W, CARD_H), interpolation=cv2.INTER_AREA), np.uint8)
