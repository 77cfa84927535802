"""Sightings and presses in, commands and questions out: who did what at the table, as far as that can be known.

Law: never wrong comes before never asking. Nothing is asserted that another reading of the same arrivals and presses
would deny: such a thing counts as `?` with a question, or is told as an alarm. The umpire is a machine without a
clock: time comes in messages (`Waited`), and one `Umpire` serves one game.

The driver tells it everything (`hear`), then asks until it has nothing to say, carrying out what it says:

    umpire.hear(message)
    while (ruling := umpire.rule(game)) is not None:
        game = carry_out(game, ruling)

`earlier`: arms of the same players' game before this one. Left out for now: the tile `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.rules.game import Game
from companion.table.answers import hear_answer
from companion.table.arrivals import arrive, stand_by_held
from companion.table.desk import Desk
from companion.table.doubts import heed
from companion.table.leavings import lift, move, tell_what_is_missing
from companion.table.namings import name
from companion.table.patience import Patience
from companion.table.placements import Answered, Heard, Laid, Lifted, Moved, Named, Pressed, Waited
from companion.table.presses import press
from companion.table.rulings import Ruling
from companion.table.waiting import Line, Matter
from companion.table.witness import Arm


class Umpire:
    """Decides, one ruling at a time, what happened at the table."""

    def __init__(self, patience: Patience | None = None, earlier: Sequence[Arm] = ()) -> None:
        patience = patience or Patience()
        self._desk = Desk(patience, Line(patience), earlier=tuple(earlier))

    @property
    def arms(self) -> tuple[Arm, ...]:
        """From where the cards of this game were laid, for the umpire of the next one."""
        return self._desk.arms

    @property
    def laid(self) -> dict[int, int]:
        """Which card left which entry of the history: the entry's number to the card's id."""
        return {card.event: card.card_id for card in self._desk.ledger.cards.values() if card.event is not None}

    def hear(self, message: Heard) -> None:
        """Be told something; it is decided when `rule` is asked."""
        self._desk.line.note_time(message)
        if isinstance(message, Answered):
            self._desk.answers.append(message)
        elif not isinstance(message, Waited):
            self._desk.line.join(message)

    def still_waits(self, pressed: Pressed) -> bool:
        """Whether a press hasn't been decided yet."""
        return pressed in self._desk.line.matters

    def close(self, at: float) -> None:
        """Nothing more will come: what waits is decided as it stands."""
        self._desk.line.close(at)

    def rule(self, game: Game) -> Ruling | None:
        """The next thing that can be decided in this game; None when the umpire must wait for more."""
        desk = self._desk
        desk.see(game)
        while not desk.agenda and self._decide_next(game):
            pass
        return desk.give() if desk.agenda else None

    def _decide_next(self, game: Game) -> bool:
        """Decide on the next matter; False where there is none or it must wait."""
        desk = self._desk
        heed(desk, game)
        if desk.agenda:
            return True
        if desk.answers:
            hear_answer(desk, game, desk.answers.popleft())
            return True
        if desk.line.matters:
            return not desk.line.must_wait(desk.line.matters[0]) and self._decide(game, desk.line.matters[0])
        if desk.line.is_closed and stand_by_held(desk):
            return True
        tell_what_is_missing(desk, game)
        return bool(desk.agenda)

    def _decide(self, game: Game, matter: Matter) -> bool:
        """Decide on the first in line; False where it must still wait."""
        desk = self._desk
        match matter:
            case Laid():
                return self._arrive(game, matter)
            case Pressed():
                if press(desk, game, matter):
                    desk.line.leave(matter)
            case Named():
                desk.line.leave(matter)
                name(desk, game, matter)
            case Moved():
                desk.line.leave(matter)
                move(desk, game, matter)
            case Lifted():
                desk.line.leave(matter)
                lift(desk, game, matter)
            case _:
                assert_never(matter)
        return True

    def _arrive(self, game: Game, laid: Laid) -> bool:
        """A card that was laid here before, or one that was gone for a while, is the same card in a new place."""
        desk = self._desk
        if desk.ledger.get(laid.card_id) is None and not desk.recognise(laid):
            return arrive(desk, game, laid)
        desk.line.leave(laid)
        move(desk, game, Moved(laid.card_id, laid.zone, laid.left_at))
        return True
