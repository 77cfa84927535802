"""One located photo of a card, as the many ways in which a camera over a table may see it.

Law: everything happens in linear light, where lamps add and casts multiply, and from the generator it is given.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.pixels import CARD_H, CARD_W, Floats, Picture, unit_quad
from companion.sight.rectify import homography

PLATE_SCALE = 2
"""A plate keeps the card at twice the size at which it is read, so that blur and scale have something to work on."""

GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far a table may differ from the teaching photo. Lengths are shares of the card's side."""

    scale_sd: float = 0.012
    shift_sd: float = 0.006
    corner_sd: float = 0.006
    gradient: float = 0.5
    shadow_share: float = 0.3
    cast_sd_stops: float = 0.3
    exposure: tuple[float, float] = (0.15, 1.15)
    glare_share: float = 0.3
    haze_share: float = 0.25
    blur_px: float = 2.2
    noise: tuple[float, float] = (1.0, 7.0)


def augmented(plate: Picture, rng: np.random.Generator, doubt: Doubt) -> Picture:
    """The card of this plate as one camera might rectify it, CARD_H x CARD_W x 3."""
    card = _warped(plate, rng, doubt).astype(np.float32) / 255
    light = np.power(card, GAMMA)
    light *= _illumination(rng, doubt)
    light *= np.exp2(rng.normal(0, doubt.cast_sd_stops, 3)).astype(np.float32)
    light *= np.float32(rng.uniform(*doubt.exposure))
    light += _haze(rng, doubt)
    seen = np.asarray(np.power(np.clip(light, 0, 1), 1 / GAMMA) * 255, np.float32)
    sigma = rng.uniform(0, doubt.blur_px)
    if sigma > 0.3:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), sigma), np.float32)
    noisy = seen + rng.normal(0, rng.uniform(*doubt.noise), seen.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _warped(plate: Picture, rng: np.random.Generator, doubt: Doubt) -> Picture:
    """The plate's card cut out a little wrongly, on some table."""
    side = np.array([CARD_W, CARD_H], np.float32)
    quad = unit_quad(CARD_W, CARD_H) - side / 2
    quad = quad * (1 + rng.normal(0, doubt.scale_sd, 2)) + side * rng.normal(0, doubt.shift_sd, 2)
    quad = (quad + side * rng.normal(0, doubt.corner_sd, (4, 2)) + side / 2).astype(np.float32)
    card = unit_quad(CARD_W, CARD_H) * np.float32(PLATE_SCALE)
    matrix = homography((card - 0.5).astype(np.float32), (quad - 0.5).astype(np.float32))
    table = tuple(float(c) for c in rng.uniform(10, 235) + rng.normal(0, 15, 3))
    big = cv2.GaussianBlur(plate, (0, 0), 0.8)
    warped = cv2.warpPerspective(
        big, matrix, (CARD_W, CARD_H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table
    )
    return np.asarray(warped, np.uint8)


def _slope(rng: np.random.Generator) -> Floats:
    """A plane over the card from -1 to 1 in a random direction, shape (CARD_H, CARD_W, 1)."""
    angle = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-1, 1, CARD_W, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, CARD_H, dtype=np.float32)[:, None]
    plane = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    return np.asarray(plane[:, :, None] / np.float32(1.42), np.float32)


def _illumination(rng: np.random.Generator, doubt: Doubt) -> Floats:
    """Light that falls off across the card, and perhaps the edge of a shadow."""
    light = 1 + _slope(rng) * np.float32(rng.uniform(0, doubt.gradient))
    if rng.random() < doubt.shadow_share:
        edge = (_slope(rng) - np.float32(rng.uniform(-0.7, 0.7))) * np.float32(rng.uniform(4, 40))
        light = light * (1 - np.float32(rng.uniform(0.2, 0.65)) / (1 + np.exp(-edge)))
    return np.asarray(light, np.float32)


def _haze(rng: np.random.Generator, doubt: Doubt) -> Floats:
    """Light that the varnish adds: a veil over all, and perhaps a blob of glare."""
    veil = np.zeros((CARD_H, CARD_W, 1), np.float32)
    if rng.random() < doubt.haze_share:
        veil += np.float32(rng.uniform(0, 0.12))
    if rng.random() < doubt.glare_share:
        x = np.arange(CARD_W, dtype=np.float32)[None, :] - np.float32(rng.uniform(0, CARD_W))
        y = np.arange(CARD_H, dtype=np.float32)[:, None] - np.float32(rng.uniform(0, CARD_H))
        size = rng.uniform(5, 20)
        blob = np.exp(-(x * x + y * y * np.float32(rng.uniform(0.4, 2.5))) / np.float32(2 * size * size))
        veil += (blob * np.float32(rng.uniform(0.2, 1.2)))[:, :, None]
    return veil
