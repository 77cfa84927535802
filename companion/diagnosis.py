"""A check as `companion doctor` tells it: what it saw, and the mend.

Law: a check looks and changes nothing; one that breaks is a failed check, never a traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum


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
