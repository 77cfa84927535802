"""Files put in place so that a power cut leaves the old one or the new one, never half of one.

Law: write beside it, sync, rename, sync the folder; in this order, for every file that is replaced or moved.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace_file(path: Path, content: bytes | str, *, mode: int = 0o644) -> None:
    """Puts this content in the file's place. OSError where it can't be; the old file is whole then, and nothing lies
    beside it.
    """
    data = content.encode() if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def move_file(path: Path, to: Path) -> None:
    """Renames a file within its folder, for good."""
    os.replace(path, to)
    sync_folder(to.parent)


def sync_folder(folder: Path) -> None:
    """What the folder lists is on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
