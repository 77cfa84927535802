"""What is amiss with the data folder as a whole: another copy that has it, and what was left lying in it.

Law: a check looks and changes nothing: the lock is read off the system's list, never tried.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn
from companion.journal.lock import NAME

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class Holder:
    """The program that has the folder. `process`: its number; `command`: what it was started as, as far as it said."""

    process: int
    command: str


def holder(folder: Path, locks: Path = _LOCKS) -> Holder | None:
    """Who has the folder just now; None where nobody does, or nothing is told of it."""
    try:
        number = (folder / NAME).stat().st_ino
        signed, _, command = (folder / NAME).read_bytes()[:300].decode(errors="replace").strip().partition(" ")
        rows = [line.split() for line in locks.read_text(encoding="ascii").splitlines()]
    except (OSError, ValueError):
        return None
    held = [row[4] for row in rows if len(row) > 5 and row[1] == "FLOCK" and row[5].rpartition(":")[2] == str(number)]
    if signed in held:
        return Holder(int(signed), command or "the companion")
    return None


def folder(data: Path, who: Holder | None, listener: str | None = None) -> Check:
    """Has nobody else the data folder, and is nothing left over in it? `who`: its holder; `listener`: where a table
    runs on the port that is looked at its program, empty if that isn't told; else None."""
    if data.is_dir() and not os.access(data, os.R_OK | os.X_OK):
        mend = "Ask as the user who runs the table: sudo -u hanabi-companion companion doctor --data DIR."
        return warn("folder", f"This user may not look into {data}.", mend)
    is_that_one = who is not None and listener is not None and (not listener or f"(process {who.process})" in listener)
    if who is not None and not is_that_one:
        mend = f"End that one first (kill {who.process}), or name another folder: --data DIR."
        return fail(
            "folder", f"Another copy (process {who.process}: {who.command}) has the games in {data} open.", mend
        )
    seen = f"{data} is held by the running table." if is_that_one else f"Nobody has {data} open."
    left = [*_cut_restore(data), *_bad_settings(data)]
    if not left:
        return ok("folder", seen)
    facts, mends = zip(*left, strict=True)
    return warn("folder", " ".join((seen, *facts)), " ".join(mends))


def _cut_restore(data: Path) -> Iterator[tuple[str, str]]:
    """What a restore that was killed has left, with the mend."""
    if any(data.glob(".restoring*")):
        yield (
            "A restore was cut short while it put the backup in place.",
            "Start the table: it puts back what was there before. Then restore again: companion restore FILE.",
        )
    elif any(data.glob(".restore-*")):
        yield (
            "A restore was cut short before it changed anything.",
            "Restore again (companion restore FILE): that clears away what it left.",
        )


def _bad_settings(data: Path) -> Iterator[tuple[str, str]]:
    aside = sorted(path.name for path in data.glob("settings.toml.bad.*"))
    if aside:
        yield (
            f"Settings with which the table didn't come up were set aside: {', '.join(aside[-3:])}.",
            "Take over by hand what you miss of them into settings.toml, then delete them.",
        )
