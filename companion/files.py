"""Files put in place so that a power cut leaves the old one or the new one, never half of one.

Law: write beside it, sync, rename, sync the folder; in this order, for every file that is replaced or moved. A folder
that is made is synced into the one around it, or all that is kept in it would be lost with its name.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_HERE, _BOTH_WAYS = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux


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


def exchange(path: Path, other: Path) -> bool:
    """Lets two files or folders change places in one step, so that neither name is ever missing. False where this
    system can't: nothing has changed then.
    """
    import ctypes

    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    done: int = renameat2(_HERE, os.fsencode(path), _HERE, os.fsencode(other), _BOTH_WAYS)
    return done == 0


def make_folder(folder: Path) -> None:
    """Makes a folder and those around it, for good, where they aren't there. Raises OSError."""
    if folder.is_dir():
        return
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """What the folder lists is on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
