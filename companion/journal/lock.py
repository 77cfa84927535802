"""Who has a data folder: one program at a time, by a lock that the system lets go when its holder dies.

Law: the lock is the system's, not the file's: a file left behind by a killed program locks nobody out.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from companion.errors import AlreadyRunning

NAME = "companion.lock"


class FolderLock:
    """The lock on a data folder, held until `release`. Without a place to write, nothing is held: nothing can be
    spoilt.
    """

    def __init__(self, folder: Path, command: str) -> None:
        self._handle: int | None = None
        path = folder / NAME
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as why:
            if why.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                return  # a file system without locks
            holder = _holder(self._handle)
            self.release()
            raise AlreadyRunning(
                f"{holder} has the games in {folder} open already: end it first, or name another folder with --data."
            ) from why
        _sign(self._handle, command)

    def release(self) -> None:
        """Let others in."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _sign(handle: int, command: str) -> None:
    """Leave word of who holds it; a full disk is no reason to stop."""
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()} {command}\n".encode(), 0)
    except OSError:
        pass


def _holder(handle: int) -> str:
    """Who signed it."""
    pid, _, command = os.pread(handle, 300, 0).decode(errors="replace").strip().partition(" ")
    return f"Another copy (process {pid}: {command})" if pid.isdigit() else "Another copy"
