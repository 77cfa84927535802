"""Which program listens at a port of this machine, as far as the system tells this user."""

from __future__ import annotations

from pathlib import Path

from companion.holders import who_has

_LISTENS = "0A"


def who_listens(port: int, processes: Path = Path("/proc")) -> str:
    """Such as `python3 (process 812)`; empty where nobody does, or nothing is told of it."""
    inodes = [inode for name in ("tcp", "tcp6") for inode in _inodes(processes / "net" / name, port)]
    return who_has({f"socket:[{inode}]" for inode in inodes}, processes)


def _inodes(table: Path, port: int) -> list[str]:
    """The sockets that listen at this port, by the kernel's table: `sl local remote state ... inode`."""
    try:
        rows = [line.split() for line in table.read_text(encoding="ascii").splitlines()[1:]]
    except (OSError, ValueError):
        return []
    here = f"{port:04X}"
    return [row[9] for row in rows if len(row) > 9 and row[3] == _LISTENS and row[1].rpartition(":")[2] == here]
