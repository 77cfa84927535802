"""How a folder of photos becomes a taught deck: named, located, trained, and judged.

Law: a deck is taught whole or not at all; whatever is wrong with a photo is said by the photo's name.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.errors import Unreadable
from companion.rules.cards import Card
from companion.sight.locate import located
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import BACK, Taught
from companion.sight.teach import plate, taught
from models.edition import AlikePair, Edition, missing_faces
from models.ocr import ranks_read

PICTURES = (".jpg", ".jpeg", ".png")
_AREA_MM2 = 5350.0
_LEAST_SIDE = 60
_FLAT = 6.0


class Unteachable(Unreadable):
    """Photos that no deck can be learned from."""


def photos_in(folder: Path) -> dict[str, Picture]:
    """The photos in a folder by card code (`R1`, or `back`). Raises Unteachable, naming the file."""
    if not folder.is_dir():
        raise Unteachable(f"{folder} is no folder: name one with a picture a card (R1.jpg, ... and back.jpg).")
    found: dict[str, Picture] = {}
    for path in sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES):
        code = _code(path)
        if code in found:
            raise Unteachable(f"{folder} has two pictures of {code}: keep one.")
        found[code] = _picture(path)
    if not set(found) - {BACK}:
        raise Unteachable(f"{folder} holds no picture named by its card (R1.jpg or red1.png): name them so.")
    gaps = missing_faces(found)
    if gaps:
        raise Unteachable(f"{folder} lacks {', '.join(gaps)}: a suit has the ranks 1 to 5, photograph these too.")
    return found


def teach(name: str, photos: Mapping[str, Picture], card_mm: tuple[float, float] | None = None) -> Edition:
    """The deck in these photos, code to picture. Raises Unteachable where a card can't be located or faces don't differ."""
    quads = located(photos)
    lost = [code for code, quad in quads.items() if quad is None]
    if lost:
        raise Unteachable(
            f"The card's outline can't be found in the pictures of {', '.join(lost)}: photograph them whole on a plain table."
        )
    found = {code: quad for code, quad in quads.items() if quad is not None}
    plates = {code: plate(photos[code], quad) for code, quad in found.items()}
    flat = [code for code, face in plates.items() if float(face.std(axis=(0, 1)).max()) < _FLAT]
    if flat:
        raise Unteachable(f"The pictures of {', '.join(flat)} show nothing: photograph these cards again.")
    size = card_mm or _size_of([found[code] for code in found])
    trained = taught(plates)
    today = datetime.date.today().isoformat()
    return Edition(name, today, size, plates, trained, most_alike(trained), ranks_read(plates))


def most_alike(deck: Taught, most: int = 5) -> tuple[AlikePair, ...]:
    """The pairs of faces nearest to each other, nearest first."""
    means = deck.discriminant.means
    apart = np.sqrt(((means[:, None] - means[None]) ** 2).sum(axis=2))
    doubt = np.sqrt(means.shape[1])
    pairs = sorted((float(apart[i, j] / doubt), i, j) for i in range(len(means)) for j in range(i))
    return tuple(AlikePair(deck.codes[j], deck.codes[i], round(margin, 2)) for margin, i, j in pairs[:most])


def _size_of(quads: list[Quad]) -> tuple[float, float]:
    """Millimetres of a card by its proportions: cards differ in shape more than in area. The table corrects it later."""
    sides = np.array([[np.linalg.norm(q[1] - q[0]), np.linalg.norm(q[2] - q[1])] for q in quads])
    aspect = float(np.median(sides[:, 0] / sides[:, 1]))
    width = (_AREA_MM2 * aspect) ** 0.5
    return round(width, 1), round(width / aspect, 1)


def _code(path: Path) -> str:
    if path.stem.lower() == BACK:
        return BACK
    try:
        return str(Card.parse(path.stem))
    except Unreadable:
        raise Unteachable(f"{path.name} names no card: call it by its code, R1.jpg or red1.png, or back.jpg.") from None


def _picture(path: Path) -> Picture:
    try:
        picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        picture = None
    if picture is None:
        raise Unteachable(f"{path} can't be read as a picture: photograph that card again.")
    if min(picture.shape[:2]) < _LEAST_SIDE:
        raise Unteachable(f"{path} is too small ({picture.shape[1]} x {picture.shape[0]}): a face needs {_LEAST_SIDE} pixels a side.")
    return np.asarray(picture, np.uint8)


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
