"""What lies behind the fireworks: sky, stars and a landscape, the same on every card of a deck."""

from __future__ import annotations

import cv2
import numpy as np

from models.drawing.canvas import Canvas, Floats, unit
from models.drawing.style import Style


def _ridge(rng: np.random.Generator, width: float, base: float, height: float, rough: int) -> Floats:
    x = np.linspace(-1, width + 1, 90, dtype=np.float32)
    y = np.zeros_like(x)
    for octave in range(1, rough + 1):
        y += np.sin(x / width * np.pi * (1.3 * octave**1.3) + rng.uniform(0, 6.28)) / octave
    y = base - height * (0.5 + 0.4 * y)
    return np.stack([x, y], 1).astype(np.float32)


def _fill_below(canvas: Canvas, line: Floats, bottom: float, colour: Floats, share: float = 1.0) -> Floats:
    mask = canvas.mask()
    mask.polygon(np.concatenate([line, [[line[-1, 0], bottom], [line[0, 0], bottom]]]))
    coverage = mask.map()
    canvas.paint(coverage * share, colour)
    return coverage


def paint_sky(canvas: Canvas, style: Style, rng: np.random.Generator) -> None:
    """A gradient of three colours with a breath of cloud, and stars of several sizes."""
    width, height = style.card_mm
    rows = np.linspace(0, 1, canvas.size[1], dtype=np.float32)
    stops = np.stack([unit(colour) for colour in style.sky])
    column = np.stack([np.interp(rows, (0, 0.5, 0.82), stops[:, c]) for c in range(3)], axis=1)
    canvas.pixels[:] = column[:, None, :]
    coarse = rng.normal(0, 1, (canvas.size[1] // 8, canvas.size[0] // 8)).astype(np.float32)
    cloud = cv2.resize(coarse, canvas.size, interpolation=cv2.INTER_CUBIC)
    cloud = cv2.GaussianBlur(cloud, (0, 0), canvas.size[0] / 18, sigmaY=canvas.size[0] / 40)
    share = np.asarray(cloud, np.float32) / (float(np.abs(cloud).max()) + 1e-6)
    canvas.pixels *= 1 + 0.22 * share[..., None]
    mask = canvas.mask()
    for _ in range(style.stars):
        at = (rng.uniform(1, width - 1), rng.uniform(1, height * 0.68))
        mask.disc(at, rng.choice([0.12, 0.16, 0.26]), rng.uniform(0.3, 0.9))
    stars = mask.map()
    canvas.shine(stars, (0.86, 0.90, 1.0), 0.9)
    canvas.shine(canvas.soften(stars, 0.4), (0.6, 0.7, 1.0), 0.6)


def paint_land(canvas: Canvas, style: Style, tint: Floats, rng: np.random.Generator) -> None:
    """The landscape in the lower third; `tint` is the suit's colour, which the water gives back."""
    width, height = style.card_mm
    ground = unit(style.ground)
    far = unit(style.sky[1]) * 0.55 + unit(style.sky[2]) * 0.35
    if style.scenery in ("lake", "hills"):
        _fill_below(canvas, _ridge(rng, width, height * 0.80, height * 0.09, 3), height, far)
        _fill_below(canvas, _ridge(rng, width, height * 0.82, height * 0.055, 5), height, far * 0.5 + ground * 0.5)
    if style.scenery == "lake":
        _lake(canvas, style, tint, rng)
    elif style.scenery == "hills":
        for level, share in ((0.84, 0.55), (0.89, 0.8), (0.95, 1.0)):
            _fill_below(
                canvas, _ridge(rng, width, height * level, height * 0.06, 2), height, far * (1 - share) + ground * share
            )
    elif style.scenery == "waves":
        for level in np.arange(0.80, 1.06, 0.05):
            x = np.linspace(-1, width + 1, 120, dtype=np.float32)
            y = height * level - 1.6 * np.abs(np.sin(x * 0.32 + level * 40))
            line = np.stack([x, y], 1).astype(np.float32)
            _fill_below(canvas, line, height, np.asarray(ground * 0.7 + far * 0.3, np.float32))
            mask = canvas.mask()
            mask.line(line, 0.35)
            canvas.paint(mask.map() * 0.5, far)
    elif style.scenery == "city":
        _city(canvas, style, tint, rng)


def _lake(canvas: Canvas, style: Style, tint: Floats, rng: np.random.Generator) -> None:
    """Water that mirrors the suit's colour, with paper lanterns afloat."""
    width, height = style.card_mm
    shore = height * 0.815
    flat = np.asarray([(-1, shore), (width + 1, shore)], np.float32)
    water = _fill_below(canvas, flat, height, unit(style.sky[0]) * 0.6 + unit(style.sky[1]) * 0.45)
    rows = (np.arange(canvas.size[1], dtype=np.float32) / canvas.scale - shore) / (height - shore)
    fall = np.clip(1 - rows * 0.9, 0, 1)[:, None] * water
    canvas.shine(fall, tint, 0.30)
    mask = canvas.mask()
    for _ in range(120):
        y = shore + (height - shore) * rng.uniform(0.02, 1) ** 1.4
        spread = width * (0.10 + 0.30 * (y - shore) / (height - shore))
        x, half = width / 2 + rng.normal(0, spread), rng.uniform(0.8, 3.2)
        mask.line([(x - half, y), (x + half, y)], 0.22, rng.uniform(0.3, 1))
    canvas.shine(mask.map(), tint * 0.75 + 0.18, 0.75)
    for x, y, size in (
        (0.30, 0.868, 2.0),
        (0.665, 0.885, 2.4),
        (0.475, 0.925, 3.1),
        (0.56, 0.845, 1.4),
        (0.39, 0.838, 1.1),
    ):
        _lantern(canvas, width * x, height * y, size)


def _lantern(canvas: Canvas, x: float, y: float, size: float) -> None:
    body = canvas.mask()
    body.polygon(
        [
            (x - size * 0.62, y - size),
            (x + size * 0.62, y - size),
            (x + size * 0.8, y + size * 0.7),
            (x - size * 0.8, y + size * 0.7),
        ]
    )
    boat = canvas.mask()
    boat.polygon(
        [
            (x - size * 1.15, y + size * 0.7),
            (x + size * 1.15, y + size * 0.7),
            (x + size * 0.7, y + size * 1.15),
            (x - size * 0.7, y + size * 1.15),
        ]
    )
    frame = canvas.mask()
    for side in (-0.71, 0.0, 0.71):
        frame.line([(x + side * size * 0.9, y - size), (x + side * size * 1.1, y + size * 0.7)], size * 0.09)
    mirror = canvas.mask()
    mirror.polygon(
        [
            (x - size * 0.7, y + size * 1.2),
            (x + size * 0.7, y + size * 1.2),
            (x + size * 0.4, y + size * 3.0),
            (x - size * 0.4, y + size * 3.0),
        ],
        0.6,
    )
    coverage = body.map()
    canvas.shine(canvas.soften(mirror.map(), size * 0.25), (1.0, 0.62, 0.2), 0.6)
    canvas.shine(canvas.soften(coverage, size * 1.1), (1.0, 0.55, 0.15), 0.9)
    canvas.paint(coverage, (1.0, 0.78, 0.38))
    heart = canvas.mask()
    heart.disc((x, y + size * 0.2), size * 0.5)
    canvas.shine(canvas.soften(heart.map(), size * 0.3) * coverage, (1.0, 0.95, 0.7), 0.9)
    canvas.paint(frame.map() * 0.7, (0.45, 0.16, 0.06))
    canvas.paint(boat.map(), (0.16, 0.07, 0.06))


def _city(canvas: Canvas, style: Style, tint: Floats, rng: np.random.Generator) -> None:
    width, height = style.card_mm
    houses, lights = canvas.mask(), canvas.mask()
    x = -1.0
    while x < width:
        wide, top = rng.uniform(3, 7), height * rng.uniform(0.76, 0.88)
        houses.polygon([(x, top), (x + wide, top), (x + wide, height), (x, height)])
        for wx in np.arange(x + 0.8, x + wide - 0.8, 1.4):
            for wy in np.arange(top + 1.2, height * 0.93, 2.0):
                if rng.random() < 0.45:
                    lights.polygon([(wx, wy), (wx + 0.7, wy), (wx + 0.7, wy + 1.0), (wx, wy + 1.0)])
        x += wide
    canvas.paint(houses.map(), unit(style.ground))
    canvas.shine(lights.map(), tint * 0.35 + np.asarray([0.65, 0.5, 0.2], np.float32), 0.8)
    quay = np.asarray([(-1, height * 0.93), (width + 1, height * 0.93)], np.float32)
    _fill_below(canvas, quay, height, unit(style.ground) * 0.6)
