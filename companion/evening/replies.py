"""Who waits for an answer: wishes with their replies, and presses that are not decided yet.

Law: every reply is given exactly once: the state after it, or the reason why nothing happened.
"""

from __future__ import annotations

from concurrent.futures import Future

from companion.errors import CompanionError, Refused
from companion.evening.judging import Judging
from companion.snapshot import Snapshot
from companion.table.placements import Pressed

Reply = Future[Snapshot]


class Replies:
    """The replies owed. A press without a reply came from the panel: its refusal is told to everybody."""

    def __init__(self) -> None:
        self._owed: list[tuple[Pressed | None, Reply | None]] = []
        self._refused: list[str] = []

    def expect(self, pressed: Pressed | None, reply: Reply | None) -> None:
        """The answer is due once the press is decided (at once without one)."""
        self._owed.append((pressed, reply))

    def refuse(self, pressed: Pressed, reply: Reply | None, why: CompanionError) -> None:
        """The press is refused."""
        if reply is None:
            self._refused.append(str(why))
        else:
            self.fail(reply, why)

    def fail(self, reply: Reply, why: Exception) -> None:
        """The wish is refused."""
        if not reply.done():
            reply.set_exception(why)

    def settle(self, judging: Judging, latest: Snapshot) -> list[str]:
        """Answer what is decided; gives the refusals that nobody waits for."""
        declined = judging.take_declined()
        due = [owed for owed in self._owed if owed[0] is None or not judging.still_waits(owed[0])]
        self._owed = [owed for owed in self._owed if owed not in due]
        for pressed, reply in due:
            mine = None
            if pressed is not None and reply is not None:
                mine = next((d for d in declined if d.at == pressed.at), None)
            if mine is not None:
                declined.remove(mine)
            if reply is not None and not reply.done():
                _give(reply, latest, mine.say if mine else None)
        told, self._refused = [*self._refused, *(d.say for d in declined)], []
        return told


def _give(reply: Reply, latest: Snapshot, why_not: str | None) -> None:
    if why_not is None:
        reply.set_result(latest)
    else:
        reply.set_exception(Refused(why_not))
