"""Small things that the table keeps in its data folder: the PIN, how often it was tried, and what lay on the mat.

Law: written whole or not at all; what can't be read is begun anew, what can't be written is kept in memory.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.errors import CompanionError
from companion.eyes.first import KeptCard
from companion.files import replace_file
from companion.rules.cards import Card
from companion.sight.sighting import Corners
from web.gate import PIN_DIGITS, new_pin

_log = logging.getLogger(__name__)


def kept_pin(data: Path) -> str:
    """The table's PIN: the one kept there, or a new one, kept from now on."""
    path = data / "pin"
    with contextlib.suppress(OSError, ValueError):
        pin = path.read_text(encoding="ascii").strip()
        if len(pin) == PIN_DIGITS and pin.isdigit():
            return pin
    pin = new_pin()
    try:
        replace_file(path, pin + "\n", mode=0o600)
    except OSError as why:
        _log.warning("The PIN can't be kept in %s (%s): it will be another one after the next start.", path, why)
    return pin


class TableStore:
    """What lay on the table when it was last watched: codes and outlines in millimetres, no picture."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> list[KeptCard]:
        """What was kept last; nothing where it can't be read."""
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, CompanionError):
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            return [KeptCard(str(Card.parse(row["card"])), _corners(row["corners"])) for row in rows]
        return []

    def save(self, cards: Sequence[KeptCard]) -> None:
        """Keeps these in place of what was kept before."""
        rows = [{"card": card.code, "corners": card.corners_mm} for card in cards]
        try:
            replace_file(self._path, json.dumps(rows))
        except OSError as why:
            _log.warning("%s can't be written: %s", self._path, why)


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
        with contextlib.suppress(OSError, ValueError):
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return kept if isinstance(kept, dict) else None
        return None

    def save(self, kept: Mapping[str, object]) -> None:
        """Keeps this in place of what was kept before."""
        try:
            replace_file(self._path, json.dumps(kept), mode=0o600)
        except OSError as why:
            _log.warning("%s can't be written: %s", self._path, why)
