"""A check as `companion doctor` tells it: what it saw, and the mend.

Law: a check looks and changes nothing; one that breaks is a failed check, never a traceback.
"""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.jsontext import read_json


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
        except ImportError as why:
            yield fail(
                name, f"A library that it needs can't be loaded ({why}).", "Mend what is said of libraries first."
            )
        except Exception as why:  # noqa: BLE001 - a doctor that falls ill helps nobody
            yield fail(name, f"The check itself broke ({type(why).__name__}: {why}).", "Please tell the authors.")


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
