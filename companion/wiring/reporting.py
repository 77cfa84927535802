"""What somebody packs who reports that something went wrong: one zip file, made when asked for, sent to nobody.

Law: never the PIN, and no picture but the recording's, which shows the table's rectangle alone and exists only where
somebody switched it on. One at a time, within `PATIENCE_S`, `MOST_BYTES` at most.
"""

from __future__ import annotations

import json
import platform
import re
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import companion
from companion.errors import CompanionError, Refused
from companion.exporting import Format, exported
from companion.rules.agreement import write_setup
from companion.rules.game import Game
from companion.sentences import say

if TYPE_CHECKING:
    from companion.diagnosis import Check
    from companion.journal.past import PastGame
    from companion.settings import Settings

MOST_BYTES = 20_000_000
PATIENCE_S = 15.0
_DEVICES = ("camera", "panel", "alarms", "talk", "status", "version")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the parts come from. `secrets`: what never leaves (the PIN); `names`: of everybody who played here;
    `recording`: the folder being recorded to, None where nothing is; `findings`: doctor's, as far as they can be had
    beside a running table; `lines`: the log's last; `page`: the newest state; `game`: the one that is on, or was last.
    """

    settings: Settings
    data: Path
    secrets: Sequence[str]
    names: Callable[[], Sequence[str]]
    recording: Callable[[], Path | None]
    findings: Callable[[], Iterable[Check]]
    lines: Callable[[], str]
    page: Callable[[], Mapping[str, object]]
    game: Callable[[], PastGame | None]


class TableReports:
    """Packs one table's reports. `clock`: monotonic seconds."""

    def __init__(self, sources: Sources, clock: Callable[[], float] = time.monotonic) -> None:
        self._sources = sources
        self._clock = clock
        self._turn = threading.Lock()

    @property
    def has_recording(self) -> bool:
        """Whether the table is being recorded."""
        return self._sources.recording() is not None

    def pack(self, *, with_names: bool) -> BytesIO:
        """The zip file. Raises Refused while another one is being made."""
        if not self._turn.acquire(blocking=False):
            raise Refused(say("A report is being packed just now: wait a few seconds, then try again."))
        try:
            return self._packed(with_names=with_names)
        finally:
            self._turn.release()

    def _packed(self, *, with_names: bool) -> BytesIO:
        hidden, hidden_in_game = self._hidden(with_names=with_names), self._hidden(with_names=True)
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as report:
            for name, text in self._texts(with_names=with_names):
                report.writestr(name, hidden(text))
            report.writestr("game.txt", hidden_in_game(self._game(with_names=with_names)))
            for name, content in self._pictures(with_names=with_names):
                report.writestr(name, content, zipfile.ZIP_STORED)
        if packed.tell() > MOST_BYTES:
            raise Refused(say("The report is larger than it may be: stop the recording, then try again."))
        packed.seek(0)
        return packed

    def _hidden(self, *, with_names: bool) -> Callable[[str], str]:
        """What takes out of a text whatever it may not tell."""
        instead = dict.fromkeys(self._sources.secrets, "(PIN)")
        instead |= {str(self._sources.data): "(data)", str(Path.home()): "~"}
        if not with_names:
            instead |= {name: "(name)" for name in self._sources.names() if name.strip()}
        words = sorted((word for word in instead if word not in ("", "/")), key=len, reverse=True)
        if not words:
            return lambda text: text
        found = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words))
        return lambda text: found.sub(lambda one: instead[one[0]], text)

    def _texts(self, *, with_names: bool) -> Iterator[tuple[str, str]]:
        sources = self._sources
        yield "about.json", _json(self._about())
        yield "settings.json", _json(_settled(sources.settings, with_names=with_names))
        yield "doctor.jsonl", "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in self._findings())
        yield "log.txt", sources.lines()

    def _about(self) -> dict[str, object]:
        page = self._sources.page()
        return {
            "companion": companion.__version__,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.release()} {platform.machine()}",
            "packed": time.strftime("%Y-%m-%d %H:%M:%S"),
            **{key: page.get(key) for key in _DEVICES},
        }

    def _findings(self) -> Iterator[dict[str, str]]:
        until = self._clock() + PATIENCE_S
        for check in self._sources.findings():
            yield check.facts()
            if self._clock() > until:
                yield {"check": "the rest", "is": "warn", "seen": "It took too long.", "mend": "companion doctor"}
                return

    def _game(self, *, with_names: bool) -> str:
        try:
            one = self._sources.game()
        except CompanionError as why:
            return f"# {why}\n"
        if one is None:
            return "# There is no game.\n"
        if not with_names:
            game = Game.replay(replace(one.game.setup, names=()), one.game.log)
            one = replace(one, game=game)
        return exported(one, Format.TEXT)

    def _pictures(self, *, with_names: bool) -> Iterator[tuple[str, bytes]]:
        from hardware.lately import lately

        folder = self._sources.recording()
        clip = None if folder is None else lately(folder)
        if clip is None:
            return
        head = dict(clip.head)
        if not with_names and isinstance(setup := head.get("setup"), dict):
            head["setup"] = _nameless(setup)
        yield "recording/recording.json", _json(head).encode()
        for number, path in enumerate(clip.pictures):
            yield f"recording/{number:06d}.jpg", path.read_bytes()


def _settled(settings: Settings, *, with_names: bool) -> dict[str, object]:
    """The settings as JSON has them."""
    table = None if settings.table is None else write_setup(settings.table)
    if table is not None and not with_names:
        table = _nameless(table)
    plain = replace(settings, table=None, data=None)
    return {**asdict(plain), "table": table, "data": str(settings.data) if settings.data else None}


def _nameless(setup: Mapping[str, object]) -> dict[str, object]:
    """A setup's object with the number of players in place of their names."""
    players = setup.get("players")
    return {**setup, "players": len(players) if isinstance(players, list) else players}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"
