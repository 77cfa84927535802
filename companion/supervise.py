"""What is done when something breaks: exceptions become a sentence, a status and a log line; what broke is begun again,
with limits.

Law: no exception ends a thread that the table needs, and none is swallowed without its line in the log.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.errors import CompanionError, InTheWay, Refused, Unreadable
from companion.sentences import say

LOG = logging.getLogger("companion")

REFUSED, UNREADABLE, BROKEN, NOT_NOW = 409, 400, 500, 503
_Told = TypeVar("_Told")


@dataclass(frozen=True, slots=True)
class Complaint:
    """An exception as people are told it: `say` a sentence, `status` as in HTTP, `line` for the log (one line)."""

    say: str
    status: int
    line: str


def complaint(error: BaseException) -> Complaint:
    """What to tell of any exception."""
    said, status = _said(error)
    return Complaint(said, status, f"{type(error).__name__}: {error}".replace("\n", " ").replace("\r", " "))


def _said(error: BaseException) -> tuple[str, int]:
    match error:
        case Refused():
            return str(error), REFUSED
        case Unreadable():
            return str(error), UNREADABLE
        case InTheWay() | CompanionError():
            return str(error), NOT_NOW
        case OSError():
            reason = error.strerror or str(error)
            if error.filename:
                return f"{error.filename}: {reason}.", NOT_NOW
            return say("The system says: {reason}.", reason=reason), NOT_NOW
        case _:
            return say("Something went wrong inside ({error}); the log says where.", error=type(error).__name__), BROKEN


def tell_log(error: BaseException, where: str) -> Complaint:
    """The exception's line in the log, with its traceback where nobody raised it on purpose."""
    told = complaint(error)
    LOG.error("%s: %s", where, told.line, exc_info=error if told.status == BROKEN else None)
    return told


def shielded(where: str, do: Callable[[], object], broke: Callable[[Exception], None] = lambda error: None) -> bool:
    """Does it; True where it went well. Whatever it raises ends here: in the log, and in `broke`."""
    try:
        do()
    except Exception as error:  # noqa: BLE001 because this is the one place where everything ends that nobody foresaw
        tell_log(error, where)
        broke(error)
        return False
    return True


def guarded(where: str, listen: Callable[[_Told], None]) -> Callable[[_Told], None]:
    """A listener that can't hurt who tells it."""

    def listened(told: _Told) -> None:
        shielded(where, lambda: listen(told))

    return listened


class Limit:
    """So often within so long, and no oftener. Times are monotonic seconds."""

    def __init__(self, times: int = 5, within_s: float = 60.0) -> None:
        self.times = times
        self._within_s = within_s
        self._taken: deque[float] = deque()

    def allows(self, at: float) -> bool:
        """Whether it may be done now."""
        while self._taken and at - self._taken[0] >= self._within_s:
            self._taken.popleft()
        return len(self._taken) < self.times

    def take(self, at: float) -> bool:
        """Do it now, if it may be done."""
        if not self.allows(at):
            return False
        self._taken.append(at)
        return True
