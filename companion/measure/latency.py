"""How long a phone waits: from the frame in which a hand has left the drawn table, to the change on the phone.

Law: the table is the live one, with all its threads; only the drawn table's truth says when a hand had left.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.measure.phone import Phone, State
from companion.ports import Frame
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts
from hardware.drawn import DrawnCamera, DrawnEvening
from hardware.rehearsal.manners import CALM

if TYPE_CHECKING:
    from models.edition import Edition

BRISK = replace(CALM, think_s=(0.1, 0.4))
AN_ACTION_S = 20.0


@dataclass(frozen=True, slots=True)
class Waited:
    """One action. `real_s`: what a clock on the wall says; `table_s`: the same in the table's time, which stands still
    while a busy machine is late with its frames. 0 where the phone knew before the hand passed over the card again.
    """

    do: str
    real_s: float
    table_s: float


class _Timed:
    """A drawn camera that notes when each frame is handed out, and the table's time at the first one."""

    def __init__(self, camera: DrawnCamera, clock: Callable[[], float]) -> None:
        self.camera, self._clock = camera, clock
        self.handed: list[float] = []
        self.began = 0.0

    def frames(self) -> Iterator[Frame]:
        for frame in self.camera.frames():
            if not self.handed:
                self.began = self._clock()
            due = self.handed[-1] + 1 / self.camera.fps if self.handed else -math.inf
            self.handed.append(max(due, time.monotonic()))  # as PacedCamera hands it out, at speed 1
            yield frame

    def pressed(self, since: int) -> list[tuple[float, str]]:
        return self.camera.pressed(since)

    def close(self) -> None:
        self.camera.close()

    def waited(self, number: int, came: tuple[float, float]) -> Waited:
        """For the game's line of this number, which came at these times, the wall's and the table's."""
        truth = self.camera.truth[number - 1]
        left = int(str(truth["frame"]))
        real_s, table_s = came[0] - self.handed[left], came[1] - self.began - left / self.camera.fps
        return Waited(str(truth["do"]), max(0.0, real_s), max(0.0, table_s))


def waits(edition: Edition, data: Path, actions: int, seed: int = 1) -> list[Waited]:
    """Plays so many actions at the speed of life, with one phone on the stream."""
    evening = DrawnEvening(seed=seed, manners=BRISK, is_endless=True)
    timed = _Timed(DrawnCamera(edition.plates, edition.card_mm, evening), lambda: table.clock())
    settings = Settings(camera="simulated", panel="mock", host="127.0.0.1", port=0)
    table = LiveTable(Parts(settings, edition, data, lambda: timed, Setup(evening.players), command="companion bench"))
    came: list[tuple[float, float]] = []
    table.start()
    with Phone(table.server.port) as phone:
        while len(came) <= actions and phone.wait(_has_line(len(came) + 1), AN_ACTION_S):
            came.append((phone.states[-1][0], table.clock()))
        table.stop()
    return [
        timed.waited(number, at) for number, at in enumerate(came[:-1], 1)
    ]  # the last one's hand may still be there


def _has_line(number: int) -> Callable[[State], bool]:
    return lambda state: lines(state) >= number


def lines(state: State) -> int:
    """How many lines a state's history has."""
    history = state.get("history")
    return len(history) if isinstance(history, list) else 0


def p95(seconds: Sequence[float]) -> float:
    """The value that 95 of 100 don't exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, math.ceil(0.95 * len(ordered)) - 1)]
