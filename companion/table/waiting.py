"""In which order things are decided, and which of them must still wait.

Law: what hands and fingers did is decided in the order in which they left, never in the order in which it was told.
A thing waits while something that may come before it isn't settled, and no longer than `Patience` says.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field, replace

from companion.table.patience import Patience
from companion.table.placements import Heard, Laid, Lifted, Moved, Named, Pressed, Waited

Matter = Laid | Named | Moved | Lifted | Pressed
"""What waits in line to be decided."""


def time_of(heard: Heard) -> float:
    """When it happened at the table."""
    return heard.left_at if isinstance(heard, Laid | Moved | Lifted) else heard.at


@dataclass(slots=True)
class Line:
    """The matters not decided yet, earliest first, and what is known of the time."""

    patience: Patience
    now: float = float("-inf")
    looked_at: float = float("-inf")
    unsettled_since: float | None = None
    is_closed: bool = False
    matters: list[Matter] = field(default_factory=list)

    def note_time(self, heard: Heard) -> None:
        """Learn from any message how late it is, and from `Waited` what lies still."""
        self.now = max(self.now, time_of(heard))
        if isinstance(heard, Waited) and heard.at >= self.looked_at:
            self.looked_at, self.unsettled_since = heard.at, heard.unsettled_since

    def close(self, at: float) -> None:
        """Nothing more will come: nothing waits any longer."""
        self.now, self.is_closed = max(self.now, at), True

    def join(self, matter: Matter) -> None:
        """Stand in line by the time it happened; news about a card still in line is taken into it instead."""
        if isinstance(matter, Named | Moved) and (laid := self.laid(matter.card_id)) is not None:
            self._amend(laid, matter)
        else:
            insort(self.matters, matter, key=time_of)

    def leave(self, matter: Matter) -> None:
        """It is decided (or was already)."""
        if matter in self.matters:
            self.matters.remove(matter)

    def laid(self, card_id: int) -> Laid | None:
        """The arrival of this card, if it is still in line."""
        return next((m for m in self.matters if isinstance(m, Laid) and m.card_id == card_id), None)

    def _amend(self, laid: Laid, news: Named | Moved) -> None:
        place = self.matters.index(laid)
        if isinstance(news, Named):
            self.matters[place] = replace(laid, reading=news.reading)
        else:
            self.matters[place] = replace(laid, zone=news.zone)
            self.matters = [m for m in self.matters if not (isinstance(m, Lifted) and m.card_id == laid.card_id)]

    def returns(self, lifted: Lifted) -> bool:
        """Is it told already that the lifted card came down again?"""
        return any(
            isinstance(m, Moved) and m.card_id == lifted.card_id and m.left_at >= lifted.left_at for m in self.matters
        )

    def must_wait(self, matter: Matter) -> bool:
        """May something that isn't told yet come before this matter?"""
        if self.is_closed:
            return False
        match matter:
            case Pressed(at=at):
                return self._is_unseen(at) or self._is_disturbed(at, self.patience.settling)
            case Laid(left_at=at):
                return self._is_disturbed(at, self.patience.card_settling)
            case Lifted(left_at=at):
                return not self.has_passed(at, self.patience.reappear) and not self.returns(matter)
            case Named() | Moved():
                return False

    def has_passed(self, since: float, span: float) -> bool:
        """Has so much time gone by (or will no more time come)?"""
        return self.is_closed or self.now - since >= span

    def _is_unseen(self, at: float) -> bool:
        """A button is quicker than sight: only a look not older than the press can tell that the table lay still."""
        return self.looked_at < at and not self.has_passed(at, self.patience.settling)

    def _is_disturbed(self, at: float, limit: float) -> bool:
        """Something has been changing since before `at`, not for so long that it is a cup or an elbow."""
        since = self.unsettled_since
        if since is None or since > at:
            return False
        return not self.has_passed(since, self.patience.settling) and not self.has_passed(at, limit)
