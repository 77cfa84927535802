"""Small things that the table keeps in its data folder: the PIN, how often it was tried, and what lay on the mat.

Law: written whole or not at all; what can't be written is kept in memory. What doesn't fit the checksum that it was
written with isn't believed: it is moved aside under a dated name, told in the log, and begun anew.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from companion.errors import CompanionError, Unreadable
from companion.eyes.first import KeptCard
from companion.files import replace_file
from companion.journal.aside import move_aside
from companion.jsontext import read_json
from companion.rules.cards import Card
from companion.sight.sighting import Corners
from web.gate import PIN_DIGITS, new_pin

_log = logging.getLogger(__name__)
_Told = TypeVar("_Told")


def kept_pin(data: Path) -> str:
    """The table's PIN: the one kept there, or a new one, kept from now on."""
    path = data / "pin"
    pin = _read(path, _pin_of)
    if pin is None:
        pin = new_pin()
        try:
            replace_file(path, _sealed(pin), mode=0o600)
        except OSError as why:
            _log.warning("The PIN can't be kept in %s (%s): it will be another one after the next start.", path, why)
    return pin


def pin_in(path: Path) -> str:
    """The PIN that this file holds; looks only. Raises OSError, and ValueError where it can't be believed."""
    return _pin_of(_believed(path))


def _pin_of(text: str) -> str:
    """Raises Unreadable, which doesn't tell what was there: it goes into the log."""
    pin = text.strip()
    if len(pin) != PIN_DIGITS or not (pin.isascii() and pin.isdigit()):
        raise Unreadable(f"it holds no PIN of {PIN_DIGITS} digits")
    return pin


class TableStore:
    """What lay on the table when it was last watched: codes and outlines in millimetres, no picture."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> list[KeptCard]:
        """What was kept last; nothing where it can't be read."""
        with contextlib.suppress(TypeError, ValueError, KeyError, CompanionError):
            rows: Any = _read(self._path, read_json)
            return [KeptCard(str(Card.parse(row["card"])), _corners(row["corners"])) for row in rows or []]
        return []

    def save(self, cards: Sequence[KeptCard]) -> None:
        """Keeps these in place of what was kept before."""
        rows = [{"card": card.code, "corners": card.corners_mm} for card in cards]
        _write(self._path, rows)


def _corners(said: object) -> Corners:
    """Four points of two numbers. Raises ValueError."""
    if not isinstance(said, list) or len(said) != 4:
        raise ValueError("a card has four corners")
    a, b, c, d = ((float(x), float(y)) for x, y in said)
    return a, b, c, d


class JsonStore:
    """One small object in one file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Mapping[str, object] | None:
        """What was saved last, None where there is nothing or it can't be read."""
        kept = _read(self._path, read_json)
        return kept if isinstance(kept, dict) else None

    def save(self, kept: Mapping[str, object]) -> None:
        """Keeps this in place of what was kept before."""
        _write(self._path, kept, mode=0o600)


def _write(path: Path, value: object, *, mode: int = 0o644) -> None:
    """A line of JSON, and a line with its checksum."""
    try:
        replace_file(path, _sealed(json.dumps(value)), mode=mode)
    except OSError as why:
        _log.warning("%s can't be written: %s", path, why)


def _read(path: Path, made_of: Callable[[str], _Told]) -> _Told | None:
    """What was written; None where there is nothing, or nothing that can be believed."""
    try:
        return made_of(_believed(path))
    except OSError:
        return None
    except ValueError as why:
        _set_aside(path, why)
        return None


def _believed(path: Path) -> str:
    """The line that was written. An older file has no checksum. Raises OSError, and ValueError for another checksum."""
    text, _, told = path.read_bytes().decode().partition("\n")
    if told.strip() not in ("", _sum(text)):
        raise Unreadable("its checksum is another one")
    return text


def _sealed(text: str) -> str:
    """The line, and one with its checksum."""
    return f"{text}\n{_sum(text)}\n"


def _sum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def _set_aside(path: Path, why: ValueError) -> None:
    try:
        aside = move_aside(path, time.time())
    except OSError:
        _log.warning("%s is damaged (%s) and is not used.", path, why)
    else:
        _log.warning("%s was damaged (%s): it lies in %s now, and is begun anew.", path, why, aside)
