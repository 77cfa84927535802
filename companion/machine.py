"""What is amiss with the machine that the table runs on: its disk, clock, port, service and settings.

Law: a check looks and changes nothing; the file that tries the disk is gone again, and so is the port.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn
from companion.listeners import who_listens
from companion.running import is_running

_PLENTY, _ENOUGH = 500_000_000, 50_000_000
_SLOW_S, _TRIES = 0.25, 5  # every action is written and synced before anyone is told
_BUILT = 1_735_689_600  # 2025: no clock that was ever set shows less
_FAR = _BUILT + 25 * 31_557_600  # 2050: nor more
_UNIT = "companion.service"

Ask = Callable[[Sequence[str]], str | None]


def disk(
    folder: Path,
    free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    sync_s: Callable[[Path], float] | None = None,
) -> Check:
    """The data folder: may it be written, is there room, is it quick enough? It need not exist yet."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if existing.is_dir() and os.statvfs(existing).f_flag & os.ST_RDONLY:
        mend = "Start the machine anew; if it stays so its card is worn out: copy the games away and take another."
        return fail("disk", f"{existing} is on a disk that may only be read.", mend)
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        mend = f"Give it to this user (sudo chown {_user()} {existing}), or name another: --data DIR."
        return fail("disk", f"{folder} can't be written.", mend)
    left = free(existing)
    seen = f"{folder} can be written, {left // 1_000_000:,} MB free."
    if left < _ENOUGH:
        return fail("disk", seen, "Make room: games are not saved on a full disk.")
    try:
        took = (sync_s or _sync_s)(existing)
    except OSError as why:
        return fail("disk", f"{folder} can't be written ({why.strerror}), {left // 1_000_000:,} MB free.", _mend(why))
    if took > _SLOW_S:
        slow = f"{seen} It is slow: {took * 1000:.0f} ms to keep one line."
        return warn("disk", slow, "Use a better card (A1 or A2), or a USB disk: each press waits for this.")
    return ok("disk", seen) if left >= _PLENTY else warn("disk", seen, "Make room before it is full.")


def _sync_s(folder: Path) -> float:
    """How long it takes to keep a line for good: the median of some, in seconds. Raises OSError."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(_TRIES):
            began = time.perf_counter()
            file.write(b"a line of the journal\n" * 20)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took)


def _mend(why: OSError) -> str:
    """What to do where a line can't be kept."""
    match why.errno:
        case errno.ENOSPC:
            return "Delete files: no game is saved till there is room (df -h tells), also for more files (df -i tells)."
        case errno.EDQUOT:
            return "This user's share of the disk is used up: delete files, or have it enlarged (quota tells how much)."
        case errno.EIO:
            return "The card or its reader fails: copy the games away now (companion backup FILE), and take another."
        case errno.EROFS:
            return "The disk may only be read: start the machine anew; if it stays so, take another card."
        case _:
            return f"See that {_user()} may write there, or name another folder: --data DIR."


def clock(now: Callable[[], float] = time.time, ask: Ask | None = None) -> Check:
    """Whether the clock was set since the machine was switched on: a Pi has no battery for it."""
    at = now()
    seen = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))
    mend = "Connect it to the network, or set it: sudo date -s '2030-01-31 20:00'. Games keep their order anyhow."
    if at < _BUILT:
        return warn("clock", f"It shows {seen}.", mend)
    confirmed = (ask or _answer)(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if confirmed == "no":
        return warn("clock", f"It shows {seen}, and no time server has confirmed it.", mend)
    if at > _FAR and confirmed != "yes":
        return warn("clock", f"It shows {seen}, which is many years ahead.", mend)
    return ok("clock", f"It shows {seen}.")


def port(number: int) -> Check:
    """Whether the page can be served there. 0: any that is free."""
    if number == 0:
        return ok("port", "Any that is free.")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("", number))
    except OSError as why:
        if is_running(number):
            return ok("port", f"The companion is running, its page is on port {number}.")
        other = number + 1 if number < 65535 else 8080
        holder = who_listens(number)
        mend = f"End {holder or 'the program that has it'}, or say --port {other}."
        return fail(
            "port", f"Port {number} can't be had ({why.strerror}){f': {holder} has it' if holder else ''}.", mend
        )
    return ok("port", f"Port {number} is free.")


def service(ask: Ask | None = None) -> Check:
    """How the service is, where it is installed."""
    said = (ask or _answer)(["systemctl", "show", _UNIT, "--property=LoadState,ActiveState,SubState,NRestarts,Result"])
    state = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        return ok("service", "Not installed: sudo make install does that, on a Pi.")
    seen = f"It is {state.get('ActiveState')} ({state.get('SubState')})"
    again = int(state.get("NRestarts") or 0)
    if state.get("ActiveState") == "failed" or state.get("SubState") == "auto-restart":
        why = "This says why: journalctl -u companion -n 20. Then: sudo systemctl restart companion."
        return fail("service", f"{seen}, its last end: {state.get('Result')}.", why)
    if again:
        seen += f", and was begun anew {again} times since it was started"
        return warn(
            "service", f"{seen}.", "This says why: journalctl -u companion | grep -i -B 5 'main process exited'."
        )
    return ok("service", f"{seen}.")


def _answer(words: Sequence[str]) -> str | None:
    """What a program of the system says, None where there is none or it doesn't."""
    if shutil.which(words[0]) is None:
        return None
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _user() -> str:
    return os.environ.get("USER") or str(os.getuid())
