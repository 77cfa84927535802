"""A whole deck as pictures: in memory, or as the folder that `companion teach --from` reads."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import cv2
import numpy as np

from models.drawing.canvas import Image
from models.drawing.face import draw_back, draw_face
from models.drawing.style import Style


def card_codes(style: Style) -> tuple[str, ...]:
    """Every different card of the deck, suit by suit."""
    return tuple(f"{suit}{rank}" for suit in style.suits for rank in range(1, 6))


def draw_deck(
    style: Style, size: tuple[int, int] | None = None, suits: tuple[str, ...] | None = None
) -> dict[str, Image]:
    """Code to face, and `"back"`. `suits` limits what is drawn."""
    wanted = suits or style.suits
    faces = {code: draw_face(style, code, size) for code in card_codes(style) if code[0] in wanted}
    return faces | {"back": draw_back(style, size)}


def write_deck(style: Style, folder: Path, size: tuple[int, int] | None = None) -> list[Path]:
    """Write `R1.png` … `back.png` into `folder`, which is made where it is missing; answers the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, picture in draw_deck(style, size).items():
        path = folder / f"{name}.png"
        if not cv2.imwrite(str(path), picture):
            raise OSError(f"could not write {path}")
        written.append(path)
    return written


def draw_sheet(style: Style, card_width: int = 180, gap: int = 14) -> Image:
    """The whole deck on one picture, a column a suit, ranks downwards, on a dark ground with round corners."""
    width, height = card_width, round(card_width * style.card_mm[1] / style.card_mm[0])
    columns = len(style.suits)
    sheet = np.full((5 * (height + gap) + gap, columns * (width + gap) + gap, 3), (34, 26, 24), np.float32)
    corner = round(width * 3.0 / style.card_mm[0])
    cover = np.zeros((height, width), np.uint8)
    for x, y in product((corner, width - 1 - corner), (corner, height - 1 - corner)):
        cv2.circle(cover, (x, y), corner, (255,), -1, cv2.LINE_AA)
    cv2.rectangle(cover, (corner, 0), (width - 1 - corner, height - 1), (255,), -1)
    cv2.rectangle(cover, (0, corner), (width - 1, height - 1 - corner), (255,), -1)
    share = cover[..., None].astype(np.float32) / 255
    for (column, suit), rank in product(enumerate(style.suits), range(1, 6)):
        x, y = gap + column * (width + gap), gap + (rank - 1) * (height + gap)
        face = cv2.resize(draw_face(style, f"{suit}{rank}"), (width, height), interpolation=cv2.INTER_AREA)
        there = sheet[y : y + height, x : x + width]
        there[:] = there * (1 - share) + face * share
    return np.asarray(sheet.round(), np.uint8)
