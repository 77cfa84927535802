"""The suits' signs: one outline each, told apart by shape alone, so that no one needs to see colours.

Each is a polygon (or several, the later ones cut out) in a box from -1 to 1, y down.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.drawing.canvas import Floats, Mask

Outline = tuple[tuple[Floats, bool], ...]


def _polar(radii: Callable[[Floats], Floats], count: int = 120) -> Floats:
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False, dtype=np.float32)
    radius = radii(angle)
    return np.asarray(np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1), np.float32)


def _spikes(points: int, inner: float) -> Floats:
    angle = np.arange(points * 2) * np.pi / points
    radius = np.where(np.arange(points * 2) % 2 == 0, 1.0, inner)
    return np.asarray(np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1), np.float32)


def _disc(x: float, y: float, radius: float) -> Floats:
    return _polar(lambda a: np.full_like(a, radius), 60) + np.asarray([x, y], np.float32)


def _flame() -> Outline:
    half = [(0.05, -1.0), (0.42, -0.45), (0.66, 0.0), (0.72, 0.45), (0.5, 0.85), (0.0, 1.0)]
    other = [(-0.5, 0.85), (-0.72, 0.4), (-0.6, -0.1), (-0.38, -0.35), (-0.3, 0.0), (-0.1, -0.45)]
    return ((np.asarray(half + other, np.float32), True), (_disc(0.05, 0.55, 0.24), False))


def _clover() -> Outline:
    leaves = [_disc(0, -0.5, 0.46), _disc(-0.5, 0.15, 0.46), _disc(0.5, 0.15, 0.46)]
    stem = np.asarray([(-0.1, 0.0), (0.1, 0.0), (0.28, 1.0), (-0.05, 1.0)], np.float32)
    return tuple((part, True) for part in (*leaves, stem))


def _drop() -> Outline:
    tip = np.asarray([(0, -1.0), (0.56, 0.1), (-0.56, 0.1)], np.float32)
    return ((_disc(0, 0.36, 0.62), True), (tip, True), (_disc(-0.2, 0.42, 0.16), False))


def _pinwheel() -> Outline:
    blade = np.asarray([(0, 0), (0.0, -1.0), (0.62, -0.62), (0.5, -0.2)], np.float32)
    turned = []
    for quarter in range(4):
        c, s = np.cos(quarter * np.pi / 2), np.sin(quarter * np.pi / 2)
        turned.append((blade @ np.asarray([[c, s], [-s, c]], np.float32), True))
    return tuple(turned)


def _wave() -> Outline:
    x = np.linspace(-1, 1, 40, dtype=np.float32)
    bands = []
    for level in (-0.5, 0.05, 0.6):
        y = level + 0.2 * np.sin(x * 2 * np.pi)
        bands.append((np.concatenate([np.stack([x, y - 0.15], 1), np.stack([x, y + 0.15], 1)[::-1]]), True))
    return tuple(bands)


def _leaf() -> Outline:
    t = np.linspace(-1, 1, 30, dtype=np.float32)
    wide = 0.62 * (1 - t**2)
    blade = np.concatenate([np.stack([wide, t], 1), np.stack([-wide, t], 1)[::-1]])
    vein = np.asarray([(-0.06, -0.5), (0.06, -0.5), (0.06, 1.0), (-0.06, 1.0)], np.float32)
    return ((blade, True), (vein, False))


def _flake() -> Outline:
    arms = []
    for turn in range(3):
        c, s = np.cos(turn * np.pi / 3), np.sin(turn * np.pi / 3)
        rotate = np.asarray([[c, s], [-s, c]], np.float32)
        arms.append((np.asarray([(-0.13, -1), (0.13, -1), (0.13, 1), (-0.13, 1)], np.float32) @ rotate, True))
        for end in (-1, 1):
            barb = np.asarray(
                [(-0.4, -0.9), (0, -0.55), (0.4, -0.9), (0.4, -0.68), (0, -0.33), (-0.4, -0.68)], np.float32
            )
            arms.append((barb * end @ rotate, True))
    return tuple(arms)


def _petals(angle: Floats) -> Floats:
    return np.asarray(0.72 + 0.28 * np.cos(6 * angle), np.float32)


SIGNS: dict[str, Callable[[], Outline]] = {
    "flame": _flame,
    "star": lambda: ((_spikes(5, 0.42), True),),
    "clover": _clover,
    "drop": _drop,
    "sparkle": lambda: ((_spikes(4, 0.26), True),),
    "pinwheel": _pinwheel,
    "crescent": lambda: ((_disc(0, 0, 0.95), True), (_disc(0.42, -0.18, 0.78), False)),
    "diamond": lambda: ((np.asarray([(0, -1), (0.66, 0), (0, 1), (-0.66, 0)], np.float32), True),),
    "sun": lambda: ((_spikes(12, 0.62), True), (_disc(0, 0, 0.3), False)),
    "leaf": _leaf,
    "wave": _wave,
    "flake": _flake,
    "flower": lambda: ((_polar(_petals), True), (_disc(0, 0, 0.26), False)),
    "ring": lambda: ((_disc(0, 0, 0.95), True), (_disc(0, 0, 0.55), False)),
}


def put_sign(mask: Mask, sign: str, centre: tuple[float, float], radius_mm: float, grow: float = 1.0) -> None:
    """Draw `sign` about `centre`; with `grow` over 1 it is drawn larger and without its holes, as an outline."""
    for polygon, filled in SIGNS[sign]():
        if filled or grow == 1.0:
            mask.polygon(polygon * radius_mm * grow + np.asarray(centre, np.float32), 1.0 if filled else 0.0)
