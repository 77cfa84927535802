"""One drawn game with forgotten and late presses, through tracker, umpire and page, and what came of it.

Law: the truth is the script's; what the table made of the game is compared with it only after the last frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.evening.evening import Evening
from companion.evening.games import TablePlan
from companion.journal.memory import MemoryJournal
from companion.measure.forgotten.honest import Honest
from companion.messages import ButtonPressed, DeviceState, Message, Press, TableSeen, Wish
from companion.ports import Lamps
from companion.rules.cards import Card
from companion.rules.commands import Command, Discard, GiveClue, Play
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.session import Session
from companion.sight.sighting import Seen
from companion.snapshot import state
from companion.table.placements import Button
from hardware.rehearsal.manners import CALM, Manners
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.scene import Scene
from hardware.rehearsal.script import Script
from hardware.rehearsal.seats import Seat

FORGETFUL = replace(
    CALM,
    think_s=(0.1, 1.2),
    move_s=(0.5, 0.9),
    forget_share=0.05,
    late_share=0.10,
    late_s=(0.9, 3.0),
    wait_share=0.0,
    lean_mm=60.0,
)
"""The manners of the trial: 5 % of clues never pressed, 10 % up to 3 s late while the others play on, so quickly that
one in four late presses comes after the next card."""

Look = Callable[[Scene, float, int], Seen]


@dataclass(frozen=True, slots=True)
class Table:
    """Which game: its seed, players, manners; `most` cuts it short; `seats` are elsewhere than evenly around."""

    seed: int
    players: int
    manners: Manners = FORGETFUL
    fps: float = 10.0
    most: int | None = None
    seats: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """`dropped`: clues never pressed, `early` of them before the second card, when nobody's side is known; `late`:
    presses that came late; `taps`: answers given, `false` of them to say that no clue was missing, `others` about
    something else; `added`: clues pressed at the end that no card had told of; `differs`: what is wrong at the end,
    (told, true)."""

    table: Table
    actions: int
    dropped: int
    early: int
    late: int
    taps: int
    false: int
    others: int
    added: int
    differs: Mapping[str, object]

    @property
    def is_right(self) -> bool:
        """Whether the game came out as it was, with at most one tap for each press that was forgotten or late."""
        return not self.differs and self.taps + self.added <= self.dropped + self.late


class _NoPanel:
    def show(self, lamps: Lamps) -> None:
        """Nobody looks."""

    def refuse(self) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Nothing to close."""


class _Played:
    """A table with its page, and an honest player before it."""

    def __init__(self, table: Table, wait_s: float) -> None:
        self.session = Session(MemoryJournal())
        self.evening = Evening(self.session, _NoPanel(), TablePlan(Setup(table.players)))
        self.honest = Honest(wait_s)
        self.hear(DeviceState("camera", "up", "", 0.0))

    @property
    def history(self) -> Sequence[Mapping[str, object]]:
        history = self.session.latest.page["history"]
        assert isinstance(history, list)
        return history

    def hear(self, message: Message) -> None:
        self.evening.hear(message)

    def tap(self, truth: Sequence[Mapping[str, object]], at: float) -> None:
        answer = self.honest.answer(self.session.latest.page, truth, at)
        if answer is not None:
            self.hear(Wish(answer, at))

    def press_on_the_page(self, button: Button, at: float) -> None:
        self.hear(Wish(Press(button), at))
        self.hear(TableSeen(Seen(at + 1, 0)))


def played(table: Table, look: Look) -> Outcome:
    """Plays the game to its end."""
    script = Script(
        play_game(table.players, table.seed, most=table.most),
        table.players,
        manners=table.manners,
        seed=table.seed,
        fps=table.fps,
        deck=deck_after_dealing(table.players),
        seats=table.seats,
    )
    here = _Played(table, float(np.random.default_rng(table.seed).uniform(1, 8)))
    heard, index, scene = 0, 0, Scene()
    for scene, at in script.frames():
        index = _frame(here, script, heard, look(scene, at, index), index)
        heard = len(script.presses)
    for _ in range(round(20 * table.fps)):
        index = _frame(here, script, heard, look(scene, index / table.fps, index), index)
    return _outcome(table, here, script, index / table.fps)


def _frame(here: _Played, script: Script, heard: int, seen: Seen, index: int) -> int:
    for press in script.presses[heard:]:
        here.hear(ButtonPressed(Button(press.button), press.frame / script.fps))
    here.hear(TableSeen(seen))
    here.tap(script.truth, seen.at)
    return index + 1


def _outcome(table: Table, here: _Played, script: Script, at: float) -> Outcome:
    game = here.session.game or Game.new(Setup(table.players))
    true = Game.replay(game.setup, [_command(row) for row in script.truth])
    added = max(0, _clues_at_the_end(script.truth) - _clues_at_the_end(here.history))
    for number in range(1, added + 1):
        here.press_on_the_page(Button.CLUE, at + 10 * number)
    now, then = state((here.session.game or game).position), state(true.position)
    second_card = [number for number, row in enumerate(script.truth) if row["do"] != "clue"][1]
    return Outcome(
        table,
        len(script.truth),
        dropped=len(script.forgotten),
        early=sum(number < second_card for number in script.forgotten),
        late=script.late,
        taps=here.honest.taps,
        false=here.honest.false,
        others=here.honest.others,
        added=added,
        differs={key: (now[key], then[key]) for key in now if now[key] != then[key]},
    )


def _clues_at_the_end(rows: Sequence[Mapping[str, object]]) -> int:
    count = 0
    for row in reversed(rows):
        if row["do"] != "clue":
            break
        count += 1
    return count


def _command(row: Mapping[str, object]) -> Command:
    match row["do"]:
        case "clue":
            return GiveClue()
        case "discard":
            return Discard(Card.parse(str(row["card"])))
        case _:
            return Play(Card.parse(str(row["card"])))
