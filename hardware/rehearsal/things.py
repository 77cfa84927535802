"""Clutter and the draw pile: what lies on a table beside the cards, and must not be taken for one."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.rehearsal.flats import Flat, Patch, rounded, see
from hardware.rehearsal.lens import Lens, Points
from hardware.rehearsal.light import Floats
from hardware.rehearsal.scene import Pile

#: kind: width and height in mm, corner radius, blue-green-red, thickness
KINDS: dict[str, tuple[float, float, float, tuple[float, float, float], float]] = {
    "phone": (72.0, 150.0, 9.0, (0.012, 0.012, 0.014), 8.0),
    "paper": (105.0, 148.0, 0.5, (0.72, 0.78, 0.80), 0.2),
    "mug": (86.0, 86.0, 43.0, (0.30, 0.20, 0.12), 30.0),
    "token": (22.0, 22.0, 11.0, (0.55, 0.20, 0.05), 2.0),
    "coin": (25.0, 25.0, 12.5, (0.18, 0.38, 0.48), 2.0),
}


@lru_cache(maxsize=32)
def thing_flat(kind: str, px_per_mm: float) -> tuple[Flat, float]:
    """The thing seen squarely, and its thickness in mm."""
    width, height, radius, colour, thick = KINDS[kind]
    size = (round(width * px_per_mm), round(height * px_per_mm))
    cover = rounded(size, radius * px_per_mm)
    ink: Floats = np.ones((size[1], size[0], 3), np.float32) * np.asarray(colour, np.float32)
    scale = px_per_mm
    if kind == "phone":
        shine = np.linspace(0.0, 0.05, size[1], dtype=np.float32)[:, None, None]
        rim = round(3 * scale)
        ink[rim:-rim, rim:-rim] = np.add(shine[rim:-rim], (0.03, 0.018, 0.014))
    elif kind == "paper":
        for line in range(9):
            y = round((16 + line * 13) * scale)
            cv2.line(
                ink,
                (round(9 * scale), y),
                (round((60 + 37 * (line * 7 % 3) / 2) * scale), y),
                (0.25, 0.16, 0.12),
                max(1, round(0.8 * scale)),
                cv2.LINE_AA,
            )
    else:
        middle = (size[0] // 2, size[1] // 2)
        pale, dark = tuple(min(1.0, c * 1.9) for c in colour), tuple(c * 0.35 for c in colour)
        cv2.circle(ink, middle, round(radius * 0.82 * scale), pale, max(1, round(radius * 0.08 * scale)), cv2.LINE_AA)
        if kind == "mug":
            cv2.circle(ink, middle, round(radius * 0.74 * scale), (0.012, 0.02, 0.04), -1, cv2.LINE_AA)
        else:
            cv2.circle(ink, middle, round(radius * 0.5 * scale), dark, max(1, round(1.2 * scale)), cv2.LINE_AA)
    pixels = np.dstack([ink * cover[..., None], cover]).astype(np.float32)
    return Flat(pixels, (width, height)), thick


def see_pile(pile: Pile, back: Flat, lens: Lens, light_mm: Points) -> Patch:
    """The draw pile: edges of its cards, a little untidy, then the topmost back; its shadow grows with its height."""
    rng = np.random.default_rng(11)
    slices = int(np.clip(pile.count // 2, 1, 14))
    layers = []
    for layer in range(slices + 1):
        last = layer == slices
        tone = 0.50 if layer % 2 else 0.28
        flat = (
            back
            if last
            else Flat(np.concatenate([back.pixels[..., 3:] * tone] * 3 + [back.pixels[..., 3:]], axis=2), back.size_mm)
        )
        dx, dy, turn = (0.0, 0.0, 0.0) if last else rng.normal(0, (0.35, 0.35, 0.25))
        height = pile.height_mm * layer / slices
        layers.append(see(flat, lens, pile.x_mm + dx, pile.y_mm + dy, pile.turn_deg + turn, light_mm, height, 0.4))
    left, top = min(p.left for p in layers), min(p.top for p in layers)
    right, bottom = max(p.box[2] for p in layers), max(p.box[3] for p in layers)
    colour = np.zeros((bottom - top, right - left, 3), np.float32)
    cover = np.zeros((bottom - top, right - left, 1), np.float32)
    shadow = np.zeros_like(cover)
    for patch in layers:
        there = np.s_[patch.top - top : patch.box[3] - top, patch.left - left : patch.box[2] - left]
        colour[there] = colour[there] * (1 - patch.cover) + patch.colour
        cover[there] = cover[there] * (1 - patch.cover) + patch.cover
        shadow[there] = np.maximum(shadow[there], patch.shadow)
    return Patch(left, top, colour, cover, shadow)
