"""How a folder of photos becomes a taught deck: named, located, trained, and judged.

Law: a deck is taught whole or not at all; whatever is wrong with a photo is said by the photo's name.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import companion
from companion.errors import Unreadable
from companion.pictures import read_picture
from companion.rules.cards import Card
from companion.sight.agreement import agreed
from companion.sight.correlation import correlation
from companion.sight.locate import located, whole
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import BACK, NOTHING, Taught
from companion.sight.teach import plate, taught
from models.edition import AlikePair, Edition, blank_faces, missing_faces
from models.ocr import ranks_read
from models.photographs import is_overexposed
from models.selftest import clearly_read

PICTURES = (".jpg", ".jpeg", ".png")
_AREA_MM2 = 5350.0
_LEAST_SIDE = 60
_SAME = 0.97
_NONE_NAMED = "{} holds no picture named by its card: call them R1.jpg or red1.png, and so on."


class Unteachable(Unreadable):
    """Photos that no deck can be learned from."""


def photos_in(folder: Path) -> dict[str, Picture]:
    """The photos of a whole deck in a folder by card code (`R1`, or `back`). Raises Unteachable, naming the file."""
    paths = _named(folder)
    if not set(paths) - {BACK}:
        raise Unteachable(_NONE_NAMED.format(folder))
    gaps = missing_faces(paths)
    if gaps:
        raise Unteachable(f"{folder} lacks {', '.join(gaps)}: a suit has the ranks 1 to 5, photograph these too.")
    return {code: _picture(path) for code, path in paths.items()}


def named_photos(folder: Path) -> dict[str, Picture]:
    """Whatever photos of single cards a folder holds, one or more, by code. Raises Unteachable, naming the file."""
    paths = _named(folder)
    if not paths:
        raise Unteachable(_NONE_NAMED.format(folder))
    return {code: _picture(path) for code, path in paths.items()}


def _named(folder: Path) -> dict[str, Path]:
    """The pictures' files by code."""
    if folder.is_file():
        raise Unteachable(f"{folder} is one picture: say with --rows R,Y,G,B,W which suits lie in it, from the top.")
    if not folder.is_dir():
        raise Unteachable(f"There is no folder {folder}: name one with a picture a card (R1.jpg, ... and back.jpg).")
    found: dict[str, Path] = {}
    for path in sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES and not p.name.startswith(".")):
        code = _code(path)
        if code in found:
            raise Unteachable(f"{found[code].name} and {path.name} in {folder} are both {code}: keep one.")
        found[code] = path
    return found


def _code(path: Path) -> str:
    if path.stem.lower() == BACK:
        return BACK
    try:
        return str(Card.parse(path.stem))
    except Unreadable:
        raise Unteachable(f"{path} names no card: call it by its code, R1.jpg or red1.png, or back.jpg.") from None


def _picture(path: Path) -> Picture:
    picture = read_picture(path)
    height, width = picture.shape[:2]
    if min(height, width) < _LEAST_SIDE:
        raise Unteachable(f"{path} is too small ({width} x {height}): a face needs {_LEAST_SIDE} pixels a side.")
    return picture


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo, and the corners of the one card in it that is meant, in its pixels."""

    photo: Picture
    quad: Quad


def teach(name: str, photos: Mapping[str, Picture], card_mm: tuple[float, float] | None = None) -> Edition:
    """The deck in these photos, code to picture. Raises Unteachable where a card isn't found or two don't differ."""
    return teach_shots(name, shots_of(photos), card_mm, photos=len(photos))


def shots_of(photos: Mapping[str, Picture]) -> dict[str, Shot]:
    """Each photo with the corners of its one card. Raises Unteachable with the names of those that show none."""
    quads = located(photos)
    lost = [code for code, quad in quads.items() if quad is None]
    bright = [code for code in lost if is_overexposed(photos[code])]
    if bright:
        raise Unteachable(
            f"The pictures of {', '.join(bright)} are overexposed, and no card is found in so much white: dim the "
            "lamp, or lower the camera's exposure, and take them again."
        )
    if lost:
        raise Unteachable(
            f"No card is found in the pictures of {', '.join(lost)}: photograph it whole on a plain table."
        )
    there = {code: quad for code, quad in quads.items() if quad is not None}
    if not all(np.array_equal(quad, whole(photos[code])) for code, quad in there.items()):
        there = agreed(photos, there)
    return {code: Shot(photos[code], quad) for code, quad in there.items()}


def teach_shots(
    name: str, shots: Mapping[str, Shot], card_mm: tuple[float, float] | None = None, *, photos: int
) -> Edition:
    """The deck of these located cards, out of so many photos. Raises Unteachable where two don't differ."""
    plates = {code: plate(shot.photo, shot.quad) for code, shot in shots.items()}
    return teach_plates(name, plates, card_mm or _size_of([shot.quad for shot in shots.values()]), photos=photos)


def teach_plates(
    name: str, plates: Mapping[str, Picture], card_mm: tuple[float, float], *, photos: int, version: int = 1
) -> Edition:
    """The deck of these straightened faces, code to plate. Raises Unteachable where one is blank or two are alike."""
    _refuse_flat(plates)
    with ThreadPoolExecutor(max_workers=1) as beside:  # tesseract works on the other core meanwhile
        reading = beside.submit(ranks_read, plates)
        deck = taught(plates)
        _refuse_same(deck)
        clearly = clearly_read(deck, plates)
        ranks = reading.result()
    return Edition(
        name=name,
        taught_on=datetime.date.today().isoformat(),
        card_mm=card_mm,
        plates=plates,
        taught=deck,
        alike=most_alike(deck),
        ranks_read=ranks,
        version=version,
        software=companion.__version__,
        photos=photos,
        clearly=clearly,
    )


def _refuse_flat(plates: Mapping[str, Picture]) -> None:
    flat = blank_faces(plates)
    if flat:
        raise Unteachable(f"The pictures of {', '.join(flat)} show nothing: photograph these cards again.")


def _refuse_same(deck: Taught) -> None:
    """One picture under two names: no reader could tell these cards apart."""
    for i, code in enumerate(deck.codes):
        for j in range(i):
            if correlation(deck.reliefs[i], deck.reliefs[j]) > _SAME:
                raise Unteachable(f"{deck.codes[j]} and {code} show the same face: check the names of their pictures.")


def most_alike(deck: Taught, most: int = 5) -> tuple[AlikePair, ...]:
    """The pairs of faces nearest to each other, nearest first."""
    means = deck.discriminant.means[[k for k, code in enumerate(deck.codes) if code != NOTHING]]
    apart = np.sqrt(((means[:, None] - means[None]) ** 2).sum(axis=2))
    doubt = np.sqrt(means.shape[1])
    pairs = sorted((float(apart[i, j] / doubt), i, j) for i in range(len(means)) for j in range(i))
    return tuple(AlikePair(deck.codes[j], deck.codes[i], round(margin, 2)) for margin, i, j in pairs[:most])


def _size_of(quads: list[Quad]) -> tuple[float, float]:
    """Millimetres of a card by its proportions: cards differ in shape more than in area."""
    sides = np.array([[np.linalg.norm(q[1] - q[0]), np.linalg.norm(q[2] - q[1])] for q in quads])
    aspect = float(np.median(sides[:, 0] / sides[:, 1]))
    width = (_AREA_MM2 * aspect) ** 0.5
    return round(float(width), 1), round(float(width / aspect), 1)


def card_size(text: str) -> tuple[float, float]:
    """`63x88` as (63.0, 88.0). Raises Unteachable."""
    width, _, height = text.lower().partition("x")
    try:
        size = float(width), float(height)
    except ValueError:
        size = (0.0, 0.0)
    if not 30 <= size[0] < size[1] <= 150:
        raise Unteachable(f"{text!r} is no card's size: write width x height in millimetres, as in 63x88.")
    return size
