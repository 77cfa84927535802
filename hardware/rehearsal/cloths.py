"""The tables and cloths that the cards lie on: wood, felt, paper and others, as pictures in linear light.

A cloth is drawn flat, `SCALE` pixels a millimetre, and looked up through the lens.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.rehearsal.light import Floats

SCALE = 1.5


def _noise(rng: np.random.Generator, size: tuple[int, int], cell_x: float, cell_y: float) -> Floats:
    """Smooth noise, about -1 to 1, whose lumps are cell_x by cell_y pixels."""
    width, height = size
    coarse = rng.normal(0, 0.45, (max(3, round(height / cell_y) + 3), max(3, round(width / cell_x) + 3))).astype(
        np.float32
    )
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(
    rng: np.random.Generator, size: tuple[int, int], dark: tuple[float, ...], pale: tuple[float, ...], plank_mm: float
) -> Floats:
    width, height = size
    tone = np.empty((height, width), np.float32)
    plank = max(40, round(plank_mm * SCALE))
    for top in range(0, height, plank):
        tall = min(plank, height - top)
        ys = np.arange(tall, dtype=np.float32)[:, None] / SCALE
        xs = np.arange(width, dtype=np.float32)[None, :] / SCALE
        bend = _noise(rng, (width, tall), 260, 60) * 9 + _noise(rng, (width, tall), 900, 200) * 22
        knot = np.hypot((xs - rng.uniform(0, width / SCALE)) * 0.16, ys - rng.uniform(-30, plank_mm + 30))
        rings = np.sin((ys + bend + 24 * np.exp(-knot / 14)) * 0.55 + rng.uniform(0, 6))
        grain = 0.30 * rings + 0.30 * _noise(rng, (width, tall), 160, 2.2) + 0.15 * _noise(rng, (width, tall), 40, 1.2)
        tone[top : top + tall] = grain + rng.normal(0, 0.25)
        tone[top : top + 2] -= 1.4
    share = np.clip(0.5 + 0.42 * tone, 0, 1)[..., None]
    return np.asarray((np.asarray(dark, np.float32) * (1 - share) + np.asarray(pale, np.float32) * share), np.float32)


def _cloth(
    rng: np.random.Generator, size: tuple[int, int], colour: tuple[float, ...], weave: float, folds: float
) -> Floats:
    tone = (
        1
        + folds * _noise(rng, size, 420, 300)
        + weave * _noise(rng, size, 1.5, 1.5)
        + weave * 0.6 * _noise(rng, size, 9, 9)
    )
    return np.asarray((np.clip(tone, 0.2, 2)[..., None] * np.asarray(colour, np.float32)), np.float32)


def _checked(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    base = _cloth(rng, size, (0.62, 0.64, 0.66), 0.10, 0.06)
    pitch = 34 * SCALE
    xs = (np.arange(size[0]) / pitch % 1 < 0.5).astype(np.float32)
    ys = (np.arange(size[1]) / pitch % 1 < 0.5).astype(np.float32)
    cover = cv2.GaussianBlur((xs[None, :] + ys[:, None]) / 2, (0, 0), 0.8)[..., None]
    red = np.asarray([0.07, 0.05, 0.42], np.float32)
    return np.asarray((base * (1 - cover) + red * base * 1.5 * cover), np.float32)


CLOTHS: dict[str, Callable[[np.random.Generator, tuple[int, int]], Floats]] = {
    "wood": lambda rng, size: _wood(rng, size, (0.035, 0.075, 0.16), (0.12, 0.22, 0.40), 130),
    "pale-wood": lambda rng, size: _wood(rng, size, (0.24, 0.40, 0.55), (0.42, 0.58, 0.70), 170),
    "varnish": lambda rng, size: _wood(rng, size, (0.012, 0.022, 0.06), (0.035, 0.07, 0.17), 240),
    "dark": lambda rng, size: _cloth(rng, size, (0.016, 0.014, 0.014), 0.16, 0.12),
    "grey": lambda rng, size: _cloth(rng, size, (0.38, 0.40, 0.40), 0.05, 0.06),
    "navy": lambda rng, size: _cloth(rng, size, (0.075, 0.026, 0.013), 0.16, 0.10),
    "felt": lambda rng, size: _cloth(rng, size, (0.045, 0.135, 0.02), 0.22, 0.05),
    "paper": lambda rng, size: _cloth(rng, size, (0.82, 0.85, 0.86), 0.015, 0.02),
    "checked": _checked,
}


def lay_cloth(
    table: str, grid_mm: Floats, rng: np.random.Generator, colour: tuple[float, float, float] | None = None
) -> Floats:
    """What the table reflects at each pixel of the picture, (height, width, 3), linear. `colour`: a plain cloth of it
    instead."""
    low, high = grid_mm.reshape(-1, 2).min(axis=0), grid_mm.reshape(-1, 2).max(axis=0)
    low, high = np.maximum(low, (-900, -900)), np.minimum(high, (1900, 1600))
    size = (round((high[0] - low[0]) * SCALE) + 2, round((high[1] - low[1]) * SCALE) + 2)
    flat = CLOTHS[table](rng, size) if colour is None else _cloth(rng, size, colour, 0.05, 0.06)
    at = (grid_mm - low.astype(np.float32)) * SCALE
    seen = cv2.remap(flat, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, np.float32)
