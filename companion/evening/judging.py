"""The tracker and the umpire of the game that is on, driven together: sightings, presses and answers in; rulings
carried out.

Law: a `Do` goes through the session, which keeps it before it is told; questions and alarms go to their boards. A fresh
pair of tracker and umpire serves each game, and each start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from companion.errors import Refused
from companion.evening.alarms import PASSING_S, Alarms
from companion.evening.questions import Questions
from companion.session import Session
from companion.sight.sighting import Seen
from companion.table.layout import DEFAULT_ZONES, Area
from companion.table.patience import Patience
from companion.table.placements import Heard, Pressed, Zone
from companion.table.rulings import Ask, Calm, Decline, Do, Ruling, Settle, Warn
from companion.table.tracker import Told, Tracker
from companion.table.umpire import Umpire


class Judging:
    """Who watches this game. `declined` are the refusals since they were last taken."""

    def __init__(
        self,
        session: Session,
        questions: Questions,
        alarms: Alarms,
        *,
        zones: Mapping[Zone, Area] = DEFAULT_ZONES,
        patience: Patience | None = None,
        wall: Callable[[], float],
    ) -> None:
        self._session = session
        self._questions = questions
        self._alarms = alarms
        self._zones = zones
        self._patience = patience
        self._wall = wall
        self._declined: list[Decline] = []
        self.tracker = Tracker(zones)
        self.umpire = Umpire(patience)

    def start_afresh(self, *, keep_table: bool = False) -> None:
        """Another game, or another start: of the umpire's nothing is remembered but where arms came from, of the table
        nothing unless it is kept."""
        if not keep_table:
            self.tracker = Tracker(self._zones)
        self.umpire = Umpire(self._patience, earlier=self.umpire.arms)
        self._questions.drop_umpires()
        self._alarms.calm_all("umpire")
        self._declined.clear()

    def rezone(self, zones: Mapping[Zone, Area]) -> None:
        """The zones lie elsewhere from now on, and whoever watches begins afresh."""
        self._zones = zones
        self.start_afresh()

    def see(self, seen: Seen) -> tuple[Told, ...]:
        """What the sightings mean; the umpire hasn't heard of it yet."""
        return self.tracker.see(seen)

    def hear(self, *messages: Heard) -> None:
        """Tell the umpire, and carry out what it rules."""
        for message in messages:
            self.umpire.hear(message)
        self.rule()

    def hear_seen(self, told: Sequence[Told], seen: Seen) -> None:
        """Tell the umpire what came of one frame."""
        self.hear(*told, self.tracker.waited(seen))

    def still_waits(self, pressed: Pressed) -> bool:
        """Whether a press hasn't been decided yet."""
        return self.umpire.still_waits(pressed)

    def end(self, at: float) -> None:
        """No more frames will come: what waits is decided."""
        told = self.tracker.close(at)
        self.umpire.close(at)
        self.hear(*told)

    def rule(self) -> None:
        """Carry out what can be decided in the game that is on."""
        while self._session.game is not None and (ruling := self.umpire.rule(self._session.game)) is not None:
            self._carry_out(ruling)

    def take_declined(self) -> list[Decline]:
        """The refusals since they were last taken."""
        taken, self._declined = self._declined, []
        return taken

    def _carry_out(self, ruling: Ruling) -> None:
        match ruling:
            case Do():
                self._do(ruling)
            case Ask(question):
                self._questions.ask(question)
            case Settle(number):
                self._questions.settle(number)
            case Warn(what, say, at, card_id):
                ends_at = at + PASSING_S if card_id is None else None
                self._alarms.raise_(("umpire", what, card_id), what, say, self._wall(), ends_at)
            case Calm(what, _, card_id):
                self._alarms.calm(("umpire", what, card_id))
            case Decline():
                self._declined.append(ruling)
            case _:
                assert_never(ruling)

    def _do(self, do: Do) -> None:
        try:
            self._session.handle(do.command)
        except Refused as why:  # tried before it was ruled; kept for what nobody foresaw
            self._declined.append(Decline(str(why), do.at))
