"""A folder of photos that are named by the card they show: a deck is taught from some, and the others are read.

Law: no photo is read that the deck was taught from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import Unreadable
from companion.measure.judge import Heard, Judged, Outcome
from companion.pictures import read_picture
from companion.rules.cards import Card
from companion.sight.locate import located
from companion.sight.look import look
from companion.sight.pixels import Picture
from companion.sight.reader import Reader
from models.edition import Edition
from models.photographs import coarse
from models.teaching import PICTURES, teach

_CODE = re.compile(r"([A-Za-z]+-?[1-5])(?![0-9])")


@dataclass(frozen=True, slots=True)
class Photos:
    """`by_card`: each card's photos, in the order of their names."""

    folder: Path
    by_card: Mapping[str, tuple[Path, ...]]

    @property
    def most(self) -> int:
        """How many photos the card with the most has."""
        return max(len(paths) for paths in self.by_card.values())

    def numbered(self, numbers: Sequence[int]) -> Iterator[tuple[str, Path]]:
        """The cards' photos with these numbers, from 0; a card that has fewer is left out."""
        for number in numbers:
            for code, paths in self.by_card.items():
                if number < len(paths):
                    yield code, paths[number]


def photos_by_card(folder: Path) -> Photos:
    """The pictures in a folder, or in folders in it that are named by a card. Raises Unreadable where none is named."""
    found: dict[str, list[Path]] = {}
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in PICTURES):
        code = _code(path.stem) or _code(path.parent.name)
        if code is not None:
            found.setdefault(code, []).append(path)
    if not found:
        raise Unreadable(
            f"{folder} holds neither a recording nor pictures named by their card: call them R1_0.jpg, R1_1.jpg, ..."
        )
    return Photos(folder, {code: tuple(paths) for code, paths in sorted(found.items())})


def _code(name: str) -> str | None:
    match = _CODE.match(name)
    if match is None:
        return None
    try:
        return str(Card.parse(match[1]))
    except ValueError:
        return None


def taught_from(photos: Photos, numbers: Sequence[int]) -> tuple[Edition, frozenset[Path]]:
    """A deck taught from one photo a card, and those photos: each card's first of these numbers in which it is found
    and not too small, as people would take another. Raises Unreadable where no deck can be learned."""
    chosen: dict[str, tuple[Path, Picture]] = {}
    small: dict[str, tuple[Path, Picture]] = {}
    poor = set(photos.by_card)
    for number in numbers:
        chosen |= {code: (path, read_picture(path)) for code, path in photos.numbered([number]) if code in poor}
        quads = located({code: photo for code, (_, photo) in chosen.items()})
        found = {code: quad for code, quad in quads.items() if quad is not None}
        lost, far = set(quads) - set(found), set(coarse(found))
        small = {code: chosen[code] for code in far} | small
        poor = lost | far
        chosen |= {code: small[code] for code in poor & set(small)}
        if not poor:
            break
    edition = teach(photos.folder.name.lower(), {code: photo for code, (_, photo) in chosen.items()})
    return edition, frozenset(path for path, _ in chosen.values())


def read_photos(
    edition: Edition, photos: Photos, numbers: Sequence[int], but: frozenset[Path] = frozenset()
) -> Iterator[Judged]:
    """What a single look makes of each of the photos with these numbers, but those."""
    reader, faces = edition.reader(), list(edition.plates.values())
    for code, path in photos.numbered(numbers):
        if path in but:
            continue
        yield _read(reader, edition.card_mm, faces, code, path)


def _read(reader: Reader, card_mm: tuple[float, float], faces: Sequence[Picture], code: str, path: Path) -> Judged:
    found = look(reader, read_picture(path), card_mm, faces)
    said = tuple(match.code for match in found.clear)
    guesses = (found.unsure[0].code, found.unsure[0].runner_up) if found.unsure else ()
    return Judged(path.name, path.stem, code, Heard(_outcome(code, said, guesses), said, guesses), None, {})


def _outcome(code: str, said: tuple[str, ...], guesses: tuple[str, ...]) -> Outcome:
    if any(other != code for other in said):
        return Outcome.WRONG
    if said:
        return Outcome.RIGHT
    return Outcome.ASKED if guesses else Outcome.MISSED
