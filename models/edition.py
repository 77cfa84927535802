"""A taught deck as a folder of plain files, and back: `deck.toml`, `faces/CODE.png`, `reader.npz`.

Law: what is loaded is checked, so that a damaged or foreign folder is named in one sentence and never half used.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.errors import Unreadable
from companion.rules.cards import RANKS, Suit
from companion.sight.correlation import relief
from companion.sight.discriminant import Discriminant
from companion.sight.pixels import CARD_H, CARD_W, Picture
from companion.sight.reader import BACK, Reader, Taught
from companion.sight.teach import small

FORMAT = 1


class NoDeck(Unreadable):
    """The folder holds no deck that was taught, or one that can't be used."""


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two faces that are hard to tell apart; `margin`: how far apart they are, in times the doubt of one."""

    one: str
    other: str
    margin: float


@dataclass(frozen=True, slots=True)
class Edition:
    """A taught deck. `card_mm`: width and height; `plates`: code to the located face, 2 CARD_H x 2 CARD_W x 3."""

    name: str
    taught_on: str
    card_mm: tuple[float, float]
    plates: Mapping[str, Picture] = field(repr=False)
    taught: Taught = field(repr=False)
    alike: tuple[AlikePair, ...] = ()
    ranks_read: Mapping[str, str] = field(default_factory=dict)

    @property
    def suits(self) -> str:
        """Letters of the suits it has, in the order of the piles."""
        return "".join(s.letter for s in Suit if f"{s.letter}1" in self.plates)

    def reader(self) -> Reader:
        """A reader of this deck."""
        return Reader(self.taught)


def missing_faces(codes: Mapping[str, object]) -> list[str]:
    """The faces that a deck with these suits should have and hasn't."""
    suits = [s.letter for s in Suit if any(code.startswith(s.letter) for code in codes if code != BACK)]
    return [f"{letter}{rank}" for letter in suits for rank in RANKS if f"{letter}{rank}" not in codes]


def save(edition: Edition, folder: Path) -> None:
    """Writes the deck's folder; OSError where it can't be written."""
    faces = folder / "faces"
    faces.mkdir(parents=True, exist_ok=True)
    for old in faces.glob("*.png"):
        if old.stem not in edition.plates:
            old.unlink()
    for code, plate in edition.plates.items():
        (faces / f"{code}.png").write_bytes(cv2.imencode(".png", plate)[1].tobytes())
    np.savez(
        folder / "reader.npz",
        codes=np.array(edition.taught.codes),
        projection=edition.taught.discriminant.projection,
        means=edition.taught.discriminant.means,
    )
    (folder / "deck.toml").write_text(_toml(edition), encoding="utf-8")


def load(folder: Path) -> Edition:
    """Reads a deck's folder. Raises NoDeck with a sentence."""
    try:
        facts = tomllib.loads((folder / "deck.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoDeck(f"{folder} holds no taught deck (deck.toml is missing): run companion teach first.") from None
    except (OSError, ValueError) as why:
        raise NoDeck(f"{folder / 'deck.toml'} can't be read ({why}): teach the deck again.") from None
    if facts.get("format") != FORMAT:
        raise NoDeck(f"{folder} was taught by another version of the companion: teach the deck again.")
    try:
        with np.load(folder / "reader.npz", allow_pickle=False) as stored:
            codes = tuple(str(code) for code in stored["codes"])
            discriminant = Discriminant(stored["projection"].astype(np.float32), stored["means"].astype(np.float32))
        plates = {code: _plate(folder / "faces" / f"{code}.png") for code in codes}
        width, height = (float(v) for v in facts["card_mm"])
        alike = tuple(AlikePair(str(a), str(b), float(m)) for a, b, m in facts.get("alike", []))
        name, taught_on = str(facts["name"]), str(facts["taught_on"])
        ranks_read = {str(k): str(v) for k, v in facts.get("ranks_read", {}).items()}
    except (OSError, ValueError, KeyError, TypeError, EOFError) as why:
        raise NoDeck(f"{folder} is damaged ({why}): teach the deck again.") from None
    gaps = missing_faces(plates)
    if gaps or not plates:
        raise NoDeck(f"{folder} lacks the faces {', '.join(gaps) or 'of any card'}: teach the deck again.")
    reliefs = np.stack([relief(small(plates[code])) for code in codes])
    return Edition(name, taught_on, (width, height), plates, Taught(codes, discriminant, reliefs), alike, ranks_read)


def _plate(path: Path) -> Picture:
    plate = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if plate is None or plate.shape != (2 * CARD_H, 2 * CARD_W, 3):
        raise ValueError(f"{path.name} is no face")
    return np.asarray(plate, np.uint8)


def _toml(edition: Edition) -> str:
    width, height = edition.card_mm
    alike = "".join(f'    ["{p.one}", "{p.other}", {p.margin:.2f}],\n' for p in edition.alike)
    ranks = "".join(f'{code} = "{text}"\n' for code, text in edition.ranks_read.items())
    name = edition.name.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f"# A deck as companion teach wrote it. card_mm: width and height of a card.\n"
        f'format = {FORMAT}\nname = "{name}"\ntaught_on = "{edition.taught_on}"\nsuits = "{edition.suits}"\n'
        f"card_mm = [{width:.1f}, {height:.1f}]\n\n"
        f"# The pairs of faces most alike, and how many times the doubt of one they are apart.\nalike = [\n{alike}]\n\n"
        f"# What OCR read of each rank while the deck was taught.\n[ranks_read]\n{ranks}"
    )
