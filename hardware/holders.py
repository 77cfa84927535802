"""Which other program holds a device just now, as far as the system tells this user."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from companion.holders import who_has


def who_holds(devices: Collection[Path], processes: Path = Path("/proc")) -> str:
    """Such as `cheese (process 1234)`; nothing where no other program does, or nothing is told of it."""
    return who_has({str(device.resolve()) for device in devices}, processes, but=os.getpid())
