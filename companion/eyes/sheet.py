"""A sheet of labelled pictures on a dark ground, for people who want to see what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.pixels import Grey, Picture, Quad

Colour = tuple[int, int, int]
"""Blue, green, red."""

GREEN, RED, YELLOW = (90, 220, 90), (70, 70, 240), (60, 220, 240)
WHITE, GREY, GROUND = (235, 235, 235), (170, 170, 170), (32, 30, 30)

_WIDE = 1500
_GAP = 14
_LINE = 20
_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture under its label, with lines of text in colours below the label."""

    label: str
    picture: Picture
    lines: tuple[tuple[str, Colour], ...] = ()


def page(title: str, panels: Sequence[Panel]) -> Picture:
    """The panels side by side, in as many rows as they need, under a title."""
    rows: list[list[Picture]] = [[]]
    for tile in [_tile(panel) for panel in panels]:
        if rows[-1] and sum(t.shape[1] + _GAP for t in rows[-1]) + tile.shape[1] > _WIDE:
            rows.append([])
        rows[-1].append(tile)
    heads = [_texts([(line, WHITE)], 0.5) for line in _wrapped(title, 150)]
    stripes = [_beside(row) for row in rows if row]
    width = max(part.shape[1] for part in (*heads, *stripes))
    return np.asarray(cv2.vconcat([_padded(part, width) for part in (*heads, *stripes)]), np.uint8)


def scaled(picture: Picture, factor: float) -> Picture:
    """A copy of another size."""
    size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8).copy()


def with_quads(picture: Picture, quads: Sequence[tuple[Quad, Colour]], factor: float, width: int) -> Picture:
    """The picture, itself, with outlines drawn on it, their corners given before it was scaled by `factor`."""
    for quad, colour in quads:
        corners = np.round((quad + 0.5) * factor - 0.5).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, width, cv2.LINE_AA)
    return picture


def with_mask(picture: Picture, mask: Grey) -> Picture:
    """The picture dark and blue where a mask of any size is 0."""
    there = cv2.resize(mask, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    night = picture // 6 + np.array([60, 20, 20], np.uint8)
    return np.where(there[:, :, None], picture, night)


def _tile(panel: Panel) -> Picture:
    picture = cv2.copyMakeBorder(panel.picture, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=GREY)
    if panel.picture.any():
        parts = [_texts([(panel.label, WHITE)], 0.45), _texts(panel.lines, 0.42, across=True), picture]
    else:
        parts = [_texts([(panel.label, WHITE)], 0.45), *(_texts([line], 0.45) for line in panel.lines)]
    parts = [part for part in parts if part.shape[0]]
    width = max(part.shape[1] for part in parts)
    return np.asarray(cv2.vconcat([_padded(np.asarray(part, np.uint8), width) for part in parts]), np.uint8)


def _texts(lines: Sequence[tuple[str, Colour]], size: float, *, across: bool = False) -> Picture:
    """One line of texts; empty where there are none."""
    widths = [cv2.getTextSize(text, _FONT, size, 1)[0][0] + 12 for text, _ in lines]
    strip = np.full((_LINE if lines else 0, sum(widths), 3), GROUND, np.uint8)
    x = 0
    for (text, colour), width in zip(lines, widths, strict=True):
        cv2.putText(strip, text, (x, _LINE - 6), _FONT, size, colour, 1, cv2.LINE_AA)
        x += width
    return strip


def _beside(tiles: Sequence[Picture]) -> Picture:
    height = max(tile.shape[0] for tile in tiles) + _GAP
    columns = [
        cv2.copyMakeBorder(tile, 0, height - tile.shape[0], 0, _GAP, cv2.BORDER_CONSTANT, value=GROUND)
        for tile in tiles
    ]
    return np.asarray(cv2.hconcat(columns), np.uint8)


def _padded(part: Picture, width: int) -> Picture:
    room = width - part.shape[1]
    return np.asarray(cv2.copyMakeBorder(part, 0, 0, 0, room, cv2.BORDER_CONSTANT, value=GROUND), np.uint8)


def _wrapped(text: str, most: int) -> list[str]:
    lines: list[str] = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
