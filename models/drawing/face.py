"""A card's picture from its code and the deck's style: scenery, fireworks, corners, border.

Law: deterministic. The same style and code give the same picture on every machine of one OpenCV version.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.drawing.canvas import Canvas, Floats, Image, unit
from models.drawing.fireworks import PLACES, SHAPES
from models.drawing.numerals import write_numeral
from models.drawing.scenery import paint_land, paint_sky
from models.drawing.signs import put_sign
from models.drawing.style import Style

SILVER = np.asarray([0.80, 0.78, 0.95], np.float32)


def _rainbow(canvas: Canvas, centre: tuple[float, float] | None = None) -> Floats:
    """A picture of hues: around `centre` (mm), or from the top down in each corner block where none is given."""
    height, width = canvas.pixels.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / canvas.scale
    hue = ys / 7.5 % 1.0 if centre is None else np.arctan2(ys - centre[1], xs - centre[0]) / (2 * np.pi) % 1.0
    hsv = np.stack([hue * 360, np.full_like(hue, 0.72), np.full_like(hue, 1.0)], axis=-1).astype(np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.float32)


def _burst(canvas: Canvas, style: Style, suit: str, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    body, core = canvas.mask(), canvas.mask()
    SHAPES[style.shapes[suit]](body, core, centre, radius, rng)
    coverage, hot = body.map(), core.map()
    at = (float(centre[0]), float(centre[1]))
    colour: Floats = _rainbow(canvas, at) if suit == "M" else unit(style.colours[suit])
    if suit == "K":
        halo = canvas.mask()
        halo.disc(at, radius * 0.80)
        canvas.shine(canvas.soften(halo.map(), radius * 0.22), SILVER, 0.62 * max(style.glow, 0.3))
        canvas.shine(canvas.soften(coverage, 0.5), SILVER, 0.9 * max(style.glow, 0.3))
        canvas.paint(coverage, colour)
        canvas.shine(hot, SILVER, 0.9)
        return
    if style.glow > 0:
        canvas.shine(canvas.soften(coverage, radius * 0.14), colour, 0.85 * style.glow)
        canvas.shine(canvas.soften(coverage, 0.5), colour, 0.5 * style.glow)
    elif style.outline_mm > 0:
        canvas.paint(
            np.clip(canvas.soften(coverage, 0.5) * 2.2, 0, 1) * (0.85 if suit != "W" else 0.0), unit(style.outline)
        )
        if suit == "W":
            canvas.paint(np.clip(canvas.soften(coverage, 0.5) * 2.2, 0, 1) * 0.75, (0.25, 0.35, 0.5))
    ys, xs = np.mgrid[0 : canvas.size[1], 0 : canvas.size[0]].astype(np.float32) / canvas.scale
    away = np.clip(np.hypot(xs - at[0], ys - at[1]) / radius, 0, 1)
    canvas.paint(coverage, np.clip(colour * (1.08 - 0.28 * away[..., None]), 0, 1))
    canvas.shine(np.clip(hot + canvas.soften(hot, 0.35) * 0.7, 0, 1), np.clip(colour + 0.55, 0, 1), 0.85)
    centre_light = canvas.mask()
    centre_light.disc(at, radius * 0.13)
    canvas.shine(canvas.soften(centre_light.map(), radius * 0.12), np.clip(colour + 0.5, 0, 1), 0.9 * style.glow)


def _corner_masks(canvas: Canvas, style: Style, suit: str, rank: int, grow: float) -> tuple[Floats, Floats]:
    """Numerals and signs of the upper two corners; the lower two are the upper half turned round."""
    width, _ = style.card_mm
    margin = max(style.border_mm + 1.6, 3.0)
    tall = style.numeral_mm
    wide = tall / 1.5
    numerals, signs = canvas.mask(), canvas.mask()
    radius = tall * 0.27
    for left in (True, False):
        x = margin if left else width - margin - wide
        write_numeral(numerals, rank, style.numerals, (x, margin), tall, grow)
        if style.sign_beside:
            sign_x = x + wide + radius + 1.0 if left else x - radius - 1.0
            centre = (sign_x, margin + tall * 0.32)
        else:
            centre = (x + wide / 2, margin + tall + radius + 1.5)
        put_sign(signs, style.signs[suit], centre, radius, 1.0 + grow / radius)
    pair = (numerals.map(), signs.map())
    return pair[0] + pair[0][::-1, ::-1], pair[1] + pair[1][::-1, ::-1]


def _write_corners(canvas: Canvas, style: Style, suit: str, rank: int) -> None:
    colour: Floats = _rainbow(canvas) if suit == "M" else unit(style.colours[suit])
    outline = SILVER if suit == "K" else unit(style.outline)
    if suit == "W" and sum(style.outline) > 600:
        outline = np.asarray([0.2, 0.28, 0.42], np.float32)
    grow = style.outline_mm if suit != "K" else max(style.outline_mm, 0.6)
    numerals, signs = _corner_masks(canvas, style, suit, rank, 0.0)
    if grow > 0:
        around = np.maximum(*_corner_masks(canvas, style, suit, rank, grow))
        canvas.paint(np.clip(canvas.soften(around, 0.8), 0, 1) * 0.55, outline if suit == "K" else outline * 0.6)
        canvas.paint(around, outline)
    canvas.paint(numerals, colour)
    canvas.paint(signs, colour if style.sign_colour is None or suit == "K" else unit(style.sign_colour))


def draw_face(style: Style, card_code: str, size: tuple[int, int] | None = None) -> Image:
    """The face of `card_code` ("R1" to "K5"), BGR; `size` is (width, height), by default 8 pixels a millimetre."""
    suit, rank = card_code[0], int(card_code[1])
    width, height = style.card_mm
    canvas = _canvas(style, size)
    paint_sky(canvas, style, np.random.default_rng([style.seed, 1]))
    tint = unit(style.colours[suit]) if suit != "K" else SILVER * 0.6
    paint_land(canvas, style, tint, np.random.default_rng([style.seed, 2]))
    rng = np.random.default_rng([style.seed, ord(suit), rank])
    middle = np.asarray([width / 2, height * 0.435], np.float32)
    box = np.asarray([width * 0.37, height * 0.265], np.float32)
    for x, y, share in PLACES[rank]:
        _burst(canvas, style, suit, middle + box * np.asarray([x, y], np.float32), share * width * 0.335, rng)
    _write_corners(canvas, style, suit, rank)
    _edge(canvas, style)
    return _sized(canvas.image(), size)


def _canvas(style: Style, size: tuple[int, int] | None) -> Canvas:
    """A canvas of the card's own proportions, as wide as asked for or 8 pixels a millimetre."""
    width, height = style.card_mm
    across = size[0] if size else round(width * 8)
    return Canvas((across, round(across * height / width)), width)


def _sized(image: Image, size: tuple[int, int] | None) -> Image:
    if size is None or (image.shape[1], image.shape[0]) == size:
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _edge(canvas: Canvas, style: Style) -> None:
    if style.border_mm <= 0:
        return
    width, height = style.card_mm
    b, r = style.border_mm, 2.0
    inner = canvas.mask()
    inner.polygon([(b + r, b), (width - b - r, b), (width - b - r, height - b), (b + r, height - b)])
    inner.polygon([(b, b + r), (width - b, b + r), (width - b, height - b - r), (b, height - b - r)])
    for x in (b + r, width - b - r):
        for y in (b + r, height - b - r):
            inner.disc((x, y), r)
    canvas.paint(1 - inner.map(), unit(style.border))


def draw_back(style: Style, size: tuple[int, int] | None = None) -> Image:
    """The back, the same for every card of the deck, BGR: a pattern that reads alike both ways round."""
    width, height = style.card_mm
    canvas = _canvas(style, size)
    canvas.pixels[:] = unit(style.sky[1]) * 0.55
    rng = np.random.default_rng([style.seed, 3])
    pattern, fine = canvas.mask(), canvas.mask()
    step = 9.0
    for row, y in enumerate(np.arange(-step, height + step, step * 0.62)):
        for x in np.arange(-step, width + step, step):
            at = (float(x + step / 2 * (row % 2)), float(y))
            if style.back == "waves":
                for r in (4.4, 3.2, 2.0):
                    fine.line([(at[0] + r * np.cos(a), at[1] - r * np.sin(a)) for a in np.linspace(0, np.pi, 18)], 0.35)
            elif style.back == "suns":
                put_sign(pattern, "sun", at, 2.0)
            else:
                pattern.polygon(
                    [
                        (at[0] - 1.0, at[1] - 1.7),
                        (at[0] + 1.0, at[1] - 1.7),
                        (at[0] + 1.5, at[1]),
                        (at[0] + 1.0, at[1] + 1.7),
                        (at[0] - 1.0, at[1] + 1.7),
                        (at[0] - 1.5, at[1]),
                    ]
                )
                fine.line([(at[0], at[1] - 3.0), (at[0], at[1] - 1.7)], 0.25)
    light = unit(style.sky[2])
    canvas.paint(fine.map() * 0.55, light)
    canvas.paint(pattern.map() * 0.42, light * 0.7 + unit(style.sky[0]) * 0.3)
    eye, body, core = canvas.mask(), canvas.mask(), canvas.mask()
    centre = np.asarray([width / 2, height / 2], np.float32)
    eye.disc((width / 2, height / 2), width * 0.33)
    canvas.paint(eye.map(), unit(style.sky[0]))
    SHAPES["dandelion"](body, core, centre, width * 0.29, rng)
    canvas.shine(canvas.soften(body.map(), 2.0), (1.0, 0.7, 0.35), 0.8)
    canvas.paint(body.map(), (1.0, 0.82, 0.5))
    canvas.shine(core.map(), (1.0, 0.95, 0.8), 0.9)
    rim = canvas.mask()
    rim.line(
        [
            (width / 2 + width * 0.33 * np.cos(a), height / 2 + width * 0.33 * np.sin(a))
            for a in np.linspace(0, 2 * np.pi, 90)
        ],
        0.6,
    )
    canvas.paint(rim.map(), (0.9, 0.72, 0.42))
    upper = canvas.pixels.copy()
    half = canvas.size[1] // 2
    canvas.pixels[-half:] = upper[:half][::-1, ::-1]
    _edge(canvas, style)
    return _sized(canvas.image(), size)
