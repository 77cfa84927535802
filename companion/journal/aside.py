"""Where damaged journals go.

Law: nothing is deleted; what lies beside the file and belongs to it goes with it, so that it can still be opened and
studied.
"""

from __future__ import annotations

import time
from pathlib import Path

from companion.files import sync_folder


def move_aside(path: Path, wall: float) -> Path:
    """Give a damaged journal, and what belongs to it, a dated name. Nothing is deleted."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(wall))
    aside = path.with_name(f"{path.name}.damaged.{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged.{stamp}-{number}")
    for suffix in ("", "-wal"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    for suffix in ("-shm", "-tip"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    sync_folder(path.parent)
    return aside
