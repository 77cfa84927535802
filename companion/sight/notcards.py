"""What lies on a table and is no card of the deck, drawn while the deck is taught: the class that says "no card".

Law: nothing here is a card: where a face is used, half of it at most lies where it should.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import cv2
import numpy as np

from companion.sight.augment import PLATE_SCALE
from companion.sight.pixels import CARD_H, CARD_W, Floats, Picture

_W, _H = CARD_W * PLATE_SCALE, CARD_H * PLATE_SCALE
_Draw = Callable[[list[Picture], np.random.Generator], Picture]


def not_cards(plates: Mapping[str, Picture], seed: int, of_each: int) -> Iterator[tuple[str, Picture]]:
    """Kind and picture, at the size of a plate: `of_each` kind, some made of these faces."""
    faces = list(plates.values())
    for kind, (name, draw) in enumerate(_KINDS.items()):
        rng = np.random.default_rng((seed, kind))
        for _ in range(of_each):
            yield name, draw(faces, rng)


def _colour(rng: np.random.Generator) -> Floats:
    return np.asarray(np.clip(rng.uniform(10, 245) + rng.normal(0, 25, 3), 0, 255), np.float32)


def _picture(values: Floats) -> Picture:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def _plain(_: list[Picture], rng: np.random.Generator) -> Picture:
    """A smooth table, lighter to one side."""
    slope = np.linspace(1, rng.uniform(0.6, 1.4), _H, dtype=np.float32)[:, None, None]
    return _picture(np.asarray(np.broadcast_to(_colour(rng) * slope, (_H, _W, 3)), np.float32))


def _textured(_: list[Picture], rng: np.random.Generator) -> Picture:
    """Grain and weave: lumps of one size along and another across."""
    size = max(2, round(_W / rng.uniform(1, 12))), max(2, round(_H / rng.uniform(2, 80)))
    lumps = cv2.resize(rng.normal(0, 1, (size[1], size[0])).astype(np.float32), (_W, _H), interpolation=cv2.INTER_CUBIC)
    return _picture(np.asarray(_colour(rng) + lumps[:, :, None] * rng.uniform(5, 45, 3), np.float32))


def _checked(_: list[Picture], rng: np.random.Generator) -> Picture:
    """A tablecloth's squares."""
    pitch, x0, y0 = rng.uniform(24, 90), rng.uniform(0, 90), rng.uniform(0, 90)
    x = ((np.arange(_W) + x0) / pitch % 1 < 0.5).astype(np.float32)
    y = ((np.arange(_H) + y0) / pitch % 1 < 0.5).astype(np.float32)
    share = ((x[None, :] + y[:, None]) / 2)[:, :, None]
    return _picture(np.asarray(_colour(rng) * (1 - share) + _colour(rng) * share, np.float32))


def _framed(_: list[Picture], rng: np.random.Generator) -> Picture:
    """A blank card, a phone, a box: one colour with a rim of another."""
    card = np.broadcast_to(_colour(rng), (_H, _W, 3)).copy()
    rim = int(rng.integers(2, 18))
    card[rim:-rim, rim:-rim] = _colour(rng)
    return _picture(card)


def _written(_: list[Picture], rng: np.random.Generator) -> Picture:
    """Paper with lines of writing."""
    sheet = np.full((_H, _W, 3), rng.uniform(190, 250), np.float32)
    step, ink = int(rng.integers(8, 20)), rng.uniform(10, 90)
    for y in range(int(rng.integers(4, 14)), _H - 4, step):
        for x in range(8, _W - 8, 5):
            if rng.random() < 0.75:
                sheet[y : y + step // 3, x : x + int(rng.integers(2, 5))] = ink
    return _picture(sheet)


def _half_off(faces: list[Picture], rng: np.random.Generator) -> Picture:
    """A card of which the half lies outside, the table in its place."""
    face, table = faces[int(rng.integers(len(faces)))], np.broadcast_to(_colour(rng), (_H, _W, 3))
    by = rng.uniform(0.38, 0.62) * float(rng.choice([-1, 1]))
    x, y = (by * _W, 0.0) if rng.random() < 0.5 else (0.0, by * _H)
    moved = np.array([[1, 0, x], [0, 1, y]], np.float32)
    shown = cv2.warpAffine(face, moved, (_W, _H))
    there = cv2.warpAffine(np.ones((_H, _W), np.float32), moved, (_W, _H))[:, :, None]
    return _picture(np.asarray(shown * there + table * (1 - there), np.float32))


def _two_halves(faces: list[Picture], rng: np.random.Generator) -> Picture:
    """Half of one card and half of another, shifted as where they overlap."""
    one, other = (faces[int(i)] for i in rng.choice(len(faces), 2, replace=len(faces) < 2))
    shift = int(rng.uniform(0.35, 0.65) * _H)
    return np.ascontiguousarray(np.vstack([one[shift:], other[:shift]]))


_KINDS: Mapping[str, _Draw] = {
    "plain": _plain,
    "textured": _textured,
    "checked": _checked,
    "framed": _framed,
    "written": _written,
    "half off": _half_off,
    "two halves": _two_halves,
}
