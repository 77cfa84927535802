"""Whether the last starts came up: a flag that is laid at every start and taken away once the table is up and stable.

Law: whatever kills a start, the flag stays; so a start that fails is counted by the next one. Three in a row, and the
next is a safe one: no camera, no pins, the page with the reason, and the settings that came up last.

                begin                     up (stable for half a minute), or ended on purpose
    no flag ────────────▶ flag, failed 1 ───────────────────────────────────────────────────▶ no flag
                              │ dies                                                            ▲
                              ▼ begin                                                           │
                          flag, failed 2 ─ ... ─▶ failed 3: the next is safe ── stood_by ──▶ failed 2: one more try

A machine that was switched off while its page was up is no start that failed; one that went down while camera and pins
were put together is: a weak supply gives way just then.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.files import replace_file, sync_folder
from companion.sentences import say

FLAG, GOOD = "starting.json", "settings.good.toml"
FAILED_STARTS = 3
STABLE_S = 30.0

_PUT_TOGETHER = say("while its pins, camera and page were put together")
_JUST_UP = say("within half a minute after its page was up")
_WHERE = {str(where): where for where in (_PUT_TOGETHER, _JUST_UP)}


@dataclass(frozen=True, slots=True)
class Failures:
    """How many starts in a row didn't come up before this one, and where the last of them ended."""

    count: int = 0
    where: str = ""

    @property
    def is_enough(self) -> bool:
        """Whether to try no more."""
        return self.count >= FAILED_STARTS

    @property
    def say(self) -> str:
        """The reason, in a sentence."""
        where = _WHERE.get(self.where, self.where) or _PUT_TOGETHER
        return say("The last {n} starts failed, the last one {where}.", n=self.count, where=where)


class Starts:
    """The starts on one data folder. What can't be written is not counted; that is no reason not to start.

    `settings`: the text that this one is made of, None where it has none.
    """

    def __init__(self, folder: Path, settings: str | None = None, boot: Callable[[], str] | None = None) -> None:
        self._folder, self._settings = folder, settings
        self._boot = boot or _boot
        self._before = Failures()
        self._has_begun = False

    def before(self) -> Failures:
        """What became of the last starts; of a flag that can't be read only that there was one."""
        try:
            kept = json.loads((self._folder / FLAG).read_text(encoding="utf-8"))
            was_switched_off = kept["up_in"] not in (None, self._boot())
            return Failures(max(0, int(kept["failed"]) - was_switched_off), str(kept["where"]))
        except OSError:
            return Failures()
        except (ValueError, TypeError, KeyError):
            return Failures(1)

    def begin(self) -> None:
        """This start has begun: until it is up it counts as failed."""
        self._before, self._has_begun = self.before(), True
        self._lay(self._before.count + 1, _PUT_TOGETHER)

    def page_is_up(self) -> None:
        """It came so far."""
        self._lay(self._before.count + 1, _JUST_UP, up_in=self._boot())

    def up(self) -> None:
        """It is up and stable: its settings are the last good ones."""
        self._take_away()
        if self._settings is not None and self._settings != self.good():
            self._write(GOOD, self._settings)

    def ended(self) -> None:
        """It ended on purpose, or for a reason told in a sentence, before it was stable: all is as before."""
        if not self._has_begun:
            return
        if self._before.count:
            self._lay(self._before.count, self._before.where)
        else:
            self._take_away()

    def stood_by(self) -> None:
        """The safe start is up; the next one may try once more."""
        self._lay(FAILED_STARTS - 1, self.before().where)

    def good(self) -> str | None:
        """The settings that came up last, as they were written; None where none did."""
        try:
            return (self._folder / GOOD).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None

    def _lay(self, failed: int, where: str, *, up_in: str | None = None) -> None:
        """`up_in`: during which run of the machine the page was up, None before it was."""
        self._write(FLAG, json.dumps({"failed": failed, "where": where, "up_in": up_in}))

    def _write(self, name: str, text: str) -> None:
        with contextlib.suppress(OSError):
            replace_file(self._folder / name, text)

    def _take_away(self) -> None:
        with contextlib.suppress(OSError):
            (self._folder / FLAG).unlink()
            sync_folder(self._folder)


def _boot() -> str:
    """What the kernel calls this run of the machine; empty where it doesn't."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
