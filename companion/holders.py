"""Which program has a file, a device or a socket open just now, as far as the system tells this user."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from pathlib import Path


def who_has(handles: Collection[str], processes: Path = Path("/proc"), *, but: int | None = None) -> str:
    """Such as `cheese (process 1234)`; empty where no program does, or nothing is told of it.

    `handles`: as /proc shows what is open: a path, or `socket:[77]`; `but`: a process that doesn't count.
    """
    for process in sorted(processes.glob("[0-9]*")) if handles else ():
        if process.name != str(but) and _has(process, handles):
            return f"{_name(process)} (process {process.name})"
    return ""


def _has(process: Path, handles: Collection[str]) -> bool:
    with contextlib.suppress(OSError):  # another user's, or it has just ended
        for handle in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                if os.readlink(handle) in handles:
                    return True
    return False


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a program"
    except OSError:
        return "a program"
