"""A recording with truth, watched like any other, and then compared with its truth.

Law: the watching never sees the truth; it is read from the file only after the last frame.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import Unreadable
from companion.rules.agreement import read_setup
from companion.rules.cards import Card
from companion.rules.commands import Command, Discard, GiveClue, Play, Undo
from companion.rules.game import Game
from companion.snapshot import state_line
from companion.watching import Told
from companion.wiring.decks import find_deck
from companion.wiring.watched import watching
from hardware.recorded import RecordedCamera
from hardware.recording import read_recording


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a recording came out: cards told right, told wrongly or never laid, and asked; whether the end is as it
    should be."""

    name: str
    cards: int
    right: int
    wrong: int
    asked: int
    same_end: bool
    ms_a_frame: float


def replayed(folder: Path, deck: str | None = None) -> Replayed:
    """Watches a recording and compares. Raises Unreadable where it has no truth."""
    recording = read_recording(folder)
    edition = find_deck(deck or recording.deck or "lantern")
    table = watching(Game.new(read_setup(recording.setup)), edition, corners=recording.corners)
    told: list[Told] = []
    began, frames = time.perf_counter(), 0
    presses = [(press.frame / recording.fps, press.button) for press in recording.presses]
    table.play(RecordedCamera(recording), presses, told.extend)
    took = time.perf_counter() - began
    frames = table.frames_seen
    truth = _truth(folder)
    laid = Counter(_named(one) for one in truth if "card" in one)
    seen = Counter((one.event, one.card) for one in told if one.card is not None and one.card != "?")
    mended = Counter((one.event, one.card) for one in told if one.card is not None and one.number is not None)
    right = (laid & seen).total()
    wrong = (seen - laid - mended).total()
    end = state_line(table.game) | {"events": None}
    should = state_line(_played(recording.setup, truth)) | {"events": None}
    asked = laid.total() - right
    return Replayed(folder.name, laid.total(), right, wrong, asked, end == should, took * 1000 / max(1, frames))


def _truth(folder: Path) -> Sequence[Mapping[str, object]]:
    rows = json.loads((folder / "recording.json").read_text(encoding="utf-8")).get("truth")
    if not isinstance(rows, list) or not rows:
        raise Unreadable(f"{folder} has no truth to compare with: use companion watch to read it.")
    return rows


def _named(row: Mapping[str, object]) -> tuple[str, str]:
    return ("misplay" if row.get("misplay") else str(row["do"]), str(row["card"]))


def _played(setup: Mapping[str, object], truth: Sequence[Mapping[str, object]]) -> Game:
    """The game as it really went."""
    game = Game.new(read_setup(setup))
    for row in truth:
        game = game.handle(_command(row))
    return game


def _command(row: Mapping[str, object]) -> Command:
    match row["do"]:
        case "clue":
            return GiveClue()
        case "undo":
            return Undo()
        case "discard":
            return Discard(Card.parse(str(row["card"])))
        case _:
            return Play(Card.parse(str(row["card"])))
