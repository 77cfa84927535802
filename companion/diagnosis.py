"""What is amiss with this machine as a table's companion: each check says what it saw, and the mend.

Law: a check looks and changes nothing; one that breaks is a failed check, never a traceback.
"""

from __future__ import annotations

import http.client
import os
import platform
import shutil
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from pathlib import Path

from companion.jsontext import read_json

_PLENTY, _ENOUGH = 500_000_000, 50_000_000
_BUILT = 1_735_689_600  # 2025: no clock that was ever set shows less


class Verdict(Enum):
    """How a check went. A warning is something to know, a failure something to mend."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: `seen`, and the `mend` where there is something to do."""

    name: str
    verdict: Verdict
    seen: str
    mend: str = ""

    def facts(self) -> dict[str, str]:
        """For JSON."""
        return {"check": self.name, "is": self.verdict.value, "seen": self.seen, "mend": self.mend}


def ok(name: str, seen: str) -> Check:
    """All is well."""
    return Check(name, Verdict.OK, seen)


def warn(name: str, seen: str, mend: str) -> Check:
    """Something to know."""
    return Check(name, Verdict.WARN, seen, mend)


def fail(name: str, seen: str, mend: str) -> Check:
    """Something to mend."""
    return Check(name, Verdict.FAIL, seen, mend)


def examined(checks: Iterable[tuple[str, Callable[[], Check]]]) -> Iterator[Check]:
    """The checks one by one; one that breaks has failed."""
    for name, check in checks:
        try:
            yield check()
        except Exception as why:  # noqa: BLE001 - a doctor that falls ill helps nobody
            yield fail(name, f"The check itself broke ({type(why).__name__}: {why}).", "Please tell the authors.")


def disk(folder: Path, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free) -> Check:
    """The data folder: may it be written, and is there room? It need not exist yet."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        mend = f"Give it to this user (sudo chown {_user()} {existing}), or name another: --data DIR."
        return fail("disk", f"{folder} can't be written.", mend)
    left = free(existing)
    seen = f"{folder} can be written, {left // 1_000_000:,} MB free."
    if left < _ENOUGH:
        return fail("disk", seen, "Make room: games are not saved on a full disk.")
    return ok("disk", seen) if left >= _PLENTY else warn("disk", seen, "Make room before it is full.")


def clock(now: Callable[[], float] = time.time) -> Check:
    """Whether the clock was set since the machine was switched on: a Pi has no battery for it."""
    at = now()
    seen = time.strftime("%Y-%m-%d %H:%M UTC.", time.gmtime(at))
    if at < _BUILT:
        mend = "Connect it to the network, or set it: sudo date -s '2030-01-31 20:00'. Games keep their order anyhow."
        return warn("clock", f"It shows {seen}", mend)
    return ok("clock", seen)


def port(number: int) -> Check:
    """Whether the page can be served there."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("", number))
    except OSError as why:
        if is_running(number):
            return ok("port", f"The companion is running, its page is on port {number}.")
        other = number + 1 if number < 65535 else 8080
        mend = f"End the program that has it, or say --port {other}."
        return fail("port", f"Port {number} can't be had ({why.strerror}).", mend)
    return ok("port", f"Port {number} is free.")


def is_running(number: int, patience_s: float = 1.0) -> bool:
    """Whether a companion answers on this port of this machine."""
    asking = http.client.HTTPConnection("127.0.0.1", number, timeout=patience_s)
    try:
        asking.request("GET", "/healthz")
        answer = read_json(asking.getresponse().read(10_000).decode())
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        asking.close()
    return isinstance(answer, dict) and "ok" in answer


def held_by_the_running_one(check: Check) -> Check:
    """What the running companion holds can't be tried by anyone else: no failure."""
    if check.verdict is not Verdict.FAIL:
        return check
    mend = "Its page says how that is; to try it here: sudo systemctl stop companion."
    return warn(check.name, "The running companion holds it.", mend)


def versions() -> Check:
    """What this program runs on; for whoever is asked for help."""
    names = {"opencv-python": "OpenCV", "numpy": "NumPy", "flask": "Flask", "gpiozero": "gpiozero"}
    found = {says: _version(name) for name, says in names.items()} | {
        says: version
        for name, says in (("picamera2", "picamera2"), ("lgpio", "lgpio"))
        if (version := _version(name)) is not None
    }
    seen = f"Python {platform.python_version()} on {platform.machine()}; "
    seen += ", ".join(f"{says} {version or 'missing'}" for says, version in found.items()) + "."
    missing = [says for says, version in found.items() if version is None]
    if missing:
        return fail("versions", seen, "Install the companion anew: make setup.")
    return ok("versions", seen)


def _version(package: str) -> str | None:
    for name in (package, f"{package}-headless"):  # OpenCV comes either way
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None


def _user() -> str:
    return os.environ.get("USER") or str(os.getuid())
