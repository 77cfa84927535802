"""The rows of the journal: what is written of each event, and the checksum that chains it to the one before.

    seq  game  at             clock_set  line                            crc
    1    1     1764480000.5   1          {"setup": {"players": 3, ...}}  crc32(of this row, from 0)
    2    1     1764480031.0   1          {"do": "play", "card": "R1"}    crc32(of this row, from the crc before)
    3    1     1764490000.0   1          {"gone": true}                  the game is forgotten: told no more

Law: a line is what `companion referee` reads, but for a game that came from a file (`{"brought": true, "setup": ...}`)
or is forgotten. A row changed, missing or out of order breaks the chain from there on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from companion.errors import CompanionError
from companion.jsontext import read_json
from companion.ports import SavedGame, Standing
from companion.rules.agreement import read_setup, write_setup
from companion.rules.commands import Command
from companion.rules.notation import read_command, write_command
from companion.rules.setup import Setup

BEFORE_2025 = 1_735_689_600.0
"""A wall clock that shows less was never set."""

GONE = '{"gone": true}'
"""The line of a game that is forgotten."""

FORGOTTEN = "forgotten"
"""How such a game stands in the list of games."""

_BROUGHT = {"brought": True}
_BEGINS_BROUGHT = '{"brought": true'


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be kept of one event: `at` wall seconds, `line` as `referee` reads it, `standing` after it."""

    game: int
    at: float
    line: str
    standing: Standing

    @property
    def clock_set(self) -> bool:
        """Whether the time can be believed."""
        return self.at >= BEFORE_2025


@dataclass(frozen=True, slots=True)
class Tip:
    """The last row: its number and checksum. The chain begins at (0, 0)."""

    seq: int = 0
    crc: int = 0

    def then(self, entry: Entry) -> Tip:
        """The tip after one more row."""
        return Tip(self.seq + 1, checksum(self.crc, self.seq + 1, entry))


BEGINNING = Tip()


def checksum(before: int, seq: int, entry: Entry) -> int:
    """The checksum of a row, chained to the one before."""
    return crc32(f"{seq}|{entry.game}|{entry.at!r}|{int(entry.clock_set)}|{entry.line}".encode(), before)


def game_checksum(game: int, begun: float, setup: str, standing: Standing, ended: float | None) -> int:
    """The checksum of a row in the list of games."""
    return crc32(f"{game}|{begun!r}|{setup}|{standing.status}|{standing.points}|{ended!r}".encode())


def setup_line(setup: Setup, *, brought: bool = False) -> str:
    """The line that begins a game. `brought`: it came from a file."""
    return json.dumps((_BROUGHT if brought else {}) | {"setup": write_setup(setup)})


def command_line(command: Command) -> str:
    """The line of a command."""
    return json.dumps(write_command(command))


def read_line(line: str) -> Setup | Command:
    """What a line tells. Unreadable where it is none."""
    value = read_json(line)
    if isinstance(value, dict) and "setup" in value:
        return read_setup(value["setup"])
    return read_command(value)


def fold(entries: Iterable[Entry]) -> list[SavedGame]:
    """The games of these entries that aren't forgotten, in order. A line that these rules can't read at all is left
    out.
    """
    games: dict[int, SavedGame] = {}
    for entry in entries:
        if entry.line == GONE:
            games.pop(entry.game, None)
            continue
        told = _told(entry.line)
        if isinstance(told, Setup):
            games[entry.game] = SavedGame(entry.game, told, is_brought=_is_brought(entry))
        elif told is not None and entry.game in games:
            saved = games[entry.game]
            games[entry.game] = replace(saved, log=(*saved.log, told))
    return [games[number] for number in sorted(games)]


def begun_last(entries: Sequence[Entry]) -> int | None:
    """The number of the game that was begun last at this table itself, forgotten or not; None where there is none."""
    brought = {entry.game for entry in entries if _is_brought(entry)}
    return max((entry.game for entry in entries if entry.game not in brought), default=None)


def _is_brought(entry: Entry) -> bool:
    return entry.line.startswith(_BEGINS_BROUGHT)


def _told(line: str) -> Setup | Command | None:
    try:
        return read_line(line)
    except CompanionError:
        return None
