"""A taught deck as a folder of plain files, and back: `deck.toml`, `faces/CODE.png`, `reader.npz`.

Law: what is loaded is checked, so that a damaged or foreign folder is named in one sentence and never half used. All
that was written goes into one checksum (a deck of before has none): a flipped bit in a picture would be a worse reader.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np

from companion.errors import Unreadable
from companion.pictures import read_picture
from companion.rules.cards import RANKS, Card, Suit
from companion.sight.cells import LENGTH
from companion.sight.discriminant import Discriminant
from companion.sight.pixels import CARD_H, CARD_W, Picture
from companion.sight.reader import BACK, NOTHING, Reader, Taught
from companion.sight.teach import assembled
from models.writing import DECK_FILE, FACES, READER_FILE

FORMAT = 2
_BLANK = 6.0
_SEAL = re.compile(r'^checksum = "([^"]*)"\n', re.MULTILINE)
_PLATE = (2 * CARD_H, 2 * CARD_W, 3)
# What a damaged file makes its readers raise; Unreadable is a ValueError.
_DAMAGE = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)


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
    """A taught deck. `card_mm`: width and height; `plates`: code to the located face, 2 CARD_H x 2 CARD_W x 3.

    `version`: how often it was taught, 1 at first; `software`: the companion's version that taught it; `photos`: out of
    how many; `clearly`: the share of tries in which each face was clearly read in light that it wasn't trained in.
    """

    name: str
    taught_on: str
    card_mm: tuple[float, float]
    plates: Mapping[str, Picture] = field(repr=False)
    taught: Taught = field(repr=False)
    alike: tuple[AlikePair, ...] = ()
    ranks_read: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    software: str = ""
    photos: int = 0
    clearly: Mapping[str, float] = field(default_factory=dict)

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


def blank_faces(plates: Mapping[str, Picture]) -> list[str]:
    """The faces that show nothing."""
    return [code for code, face in plates.items() if float(face.std(axis=(0, 1)).max()) < _BLANK]


def save(edition: Edition, folder: Path) -> None:
    """Writes the deck's files into a folder; OSError where it can't be written. The deck's own file comes last."""
    faces = folder / FACES
    faces.mkdir(parents=True, exist_ok=True)
    for code, plate in edition.plates.items():
        (faces / f"{code}.png").write_bytes(cv2.imencode(".png", plate)[1].tobytes())
    np.savez(
        folder / READER_FILE,
        codes=np.array(edition.taught.codes),
        projection=edition.taught.discriminant.projection,
        means=edition.taught.discriminant.means,
    )
    text = _toml(edition)
    seal = f'checksum = "{_checksum(folder, text)}"\n'
    (folder / DECK_FILE).write_text(text.replace("\nname = ", f"\n{seal}name = ", 1), encoding="utf-8")


def load(folder: Path) -> Edition:
    """Reads a deck's folder. Raises NoDeck with a sentence."""
    facts = _facts(folder)
    try:
        codes, discriminant = _trained(folder / READER_FILE)
        edition = _edition(folder, facts, codes, discriminant)
    except _DAMAGE as why:
        raise NoDeck(f"The deck in {folder} is damaged ({_reason(why)}): teach it again.") from None
    gaps = missing_faces(edition.plates)
    if gaps:
        raise NoDeck(f"The deck in {folder} lacks {', '.join(gaps)}: teach it again.")
    blank = blank_faces(edition.plates)
    if blank:
        raise NoDeck(f"The deck in {folder} has a blank face for {', '.join(blank)}: teach it again.")
    if not _is_as_written(folder):
        raise NoDeck(f"The deck in {folder} is damaged (its checksum is another one): teach it again.")
    return edition


def _checksum(folder: Path, text: str) -> str:
    """Of deck.toml without its seal, of what the reader learned, and of every face."""
    told = hashlib.sha256(text.encode())
    for path in (folder / READER_FILE, *sorted((folder / FACES).glob("*.png"))):
        told.update(f"{path.name} {path.stat().st_size}\n".encode())
        told.update(path.read_bytes())
    return told.hexdigest()


def _is_as_written(folder: Path) -> bool:
    try:
        text = (folder / DECK_FILE).read_text(encoding="utf-8")
        seal = _SEAL.search(text)
        return seal is None or seal[1] == _checksum(folder, _SEAL.sub("", text, count=1))
    except OSError:
        return False


def _facts(folder: Path) -> dict[str, object]:
    try:
        facts: dict[str, object] = tomllib.loads((folder / DECK_FILE).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise NoDeck(f"{folder} holds no taught deck (no {DECK_FILE}): run companion teach first.") from None
    except (OSError, ValueError) as why:
        raise NoDeck(f"{folder / DECK_FILE} can't be read ({_reason(why)}): teach the deck again.") from None
    if facts.get("format") != FORMAT:
        raise NoDeck(f"{folder} was taught by another version of the companion: teach the deck again.")
    return facts


def _trained(path: Path) -> tuple[tuple[str, ...], Discriminant]:
    """The classes and what tells them apart. Raises ValueError and others where they don't fit together."""
    # from memory: numpy leaves a file open that turns out to be damaged
    with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as stored:
        codes = tuple(str(code) for code in stored["codes"])
        projection, means = (stored[name].astype(np.float32) for name in ("projection", "means"))
    if len(set(codes)) != len(codes) or not all(_is_class(code) for code in codes):
        raise ValueError(f"{path.name} names strange faces")
    fits = projection.ndim == 2 and projection.shape[0] == LENGTH and means.shape == (len(codes), projection.shape[1])
    if not fits or len(codes) < len(RANKS) or not (np.isfinite(projection).all() and np.isfinite(means).all()):
        raise ValueError(f"{path.name} doesn't fit this deck")
    return codes, Discriminant(projection, means)


def _is_class(code: str) -> bool:
    return code in (BACK, NOTHING) or str(Card.parse(code)) == code


def _edition(folder: Path, facts: Mapping[str, object], codes: tuple[str, ...], told_by: Discriminant) -> Edition:
    plates = {code: _plate(folder / FACES / f"{code}.png") for code in codes if code != NOTHING}
    return Edition(
        name=str(facts["name"]),
        taught_on=str(facts["taught_on"]),
        card_mm=_size(facts["card_mm"]),
        plates=plates,
        taught=assembled(codes, told_by, plates),
        alike=_pairs(facts.get("alike", [])),
        ranks_read=_ranks(facts.get("ranks_read", {})),
        version=int(str(facts.get("version", 1))),
        software=str(facts.get("software", "")),
        photos=int(str(facts.get("photos", 0))),
        clearly={code: float(share) for code, share in _ranks(facts.get("clearly_read", {})).items()},
    )


def _size(said: object) -> tuple[float, float]:
    if not isinstance(said, list):
        raise TypeError("card_mm is no pair")
    width, height = (float(mm) for mm in said)
    if not 0 < width < height < 1000:
        raise ValueError(f"no card measures {width:g} x {height:g} mm")
    return width, height


def _pairs(said: object) -> tuple[AlikePair, ...]:
    rows = said if isinstance(said, list) else []
    return tuple(AlikePair(str(one), str(other), float(margin)) for one, other, margin in rows)


def _ranks(said: object) -> dict[str, str]:
    return {str(code): str(text) for code, text in said.items()} if isinstance(said, dict) else {}


def _plate(path: Path) -> Picture:
    plate = read_picture(path)
    if plate.shape != _PLATE:
        raise ValueError(f"{path.name} is no face")
    return plate


def _reason(why: Exception) -> str:
    """The reason within a sentence: without the stop at its end, and never empty."""
    if isinstance(why, OSError) and why.filename and why.strerror:
        return f"{Path(why.filename).name}: {why.strerror}"
    return str(why).rstrip(".") or type(why).__name__


def _toml(edition: Edition) -> str:
    width, height = edition.card_mm
    alike = "".join(f'    ["{p.one}", "{p.other}", {p.margin:.2f}],\n' for p in edition.alike)
    ranks = "".join(f'{code} = "{text}"\n' for code, text in edition.ranks_read.items())
    clearly = "".join(f"{code} = {share:.2f}\n" for code, share in edition.clearly.items())
    return (
        f"# A deck as companion teach wrote it. card_mm: width and height of a card.\n"
        f"format = {FORMAT}\nname = {json.dumps(edition.name, ensure_ascii=False)}\n"
        f"version = {edition.version}\n"
        f'taught_on = "{edition.taught_on}"\nsoftware = "{edition.software}"\nphotos = {edition.photos}\n'
        f'suits = "{edition.suits}"\n'
        f"card_mm = [{width:.1f}, {height:.1f}]\n\n"
        f"# The pairs of faces most alike, and how many times the doubt of one they are apart.\nalike = [\n{alike}]\n\n"
        f"# What OCR read of each rank while the deck was taught.\n[ranks_read]\n{ranks}\n"
        f"# In what share of tries each face was clearly read in light that it wasn't trained in.\n"
        f"[clearly_read]\n{clearly}"
    )
