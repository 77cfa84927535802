"""What the rules cost as a game grows: microseconds an action, an undo, a correction, and a line read back.

Law: what is compared is time per step within one run: a game eight times as long must not cost more for each of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from companion.rules.commands import Adopt, Command, Correct, Undo
from companion.rules.game import Game
from companion.rules.script import read_script
from companion.rules.setup import Setup

LENGTHS = (50, 100, 200, 400)
ROUNDS = 10
MOST_GROWTH = 2.0
"""How much more a step of the longest game may cost than one of the shortest."""

_EVENING = read_script("R1 clue -B3 Y1 clue R2 -W1 clue G1 W4 clue -G3 Y2 clue B1 -W2 clue clue R3 -Y4")
_FORGOTTEN = Correct(1, after_clue=True)
_SETUP = Setup(3)
_EVERY = 10


@dataclass(frozen=True, slots=True)
class Cost:
    """Microseconds of the processor a step in a game of so many actions, the least of several runs.

    `corrected`: an action, where after every tenth an earlier one is mended, and that undone; `first_mended`: each
    action played again when a clue is put before the first.
    """

    actions: int
    played: float
    undone: float
    corrected: float
    first_mended: float
    read_back: float

    @property
    def figures(self) -> dict[str, float]:
        """By name."""
        return {name: getattr(self, name) for name in ("played", "undone", "corrected", "first_mended", "read_back")}


def costs() -> list[Cost]:
    """One for each length; the lengths take turns, so that what disturbs a while disturbs all."""
    runs = {actions: _runs(actions) for actions in LENGTHS}
    least = {actions: dict.fromkeys(these, float("inf")) for actions, these in runs.items()}
    for _ in range(ROUNDS):
        for actions, these in runs.items():
            for name, run in these.items():
                least[actions][name] = min(least[actions][name], _took(run) / actions * 1e6)
    return [Cost(actions, **us) for actions, us in least.items()]


def growth(measured: list[Cost]) -> dict[str, float]:
    """The longest game's cost a step to the shortest's, by name."""
    first, last = measured[0].figures, measured[-1].figures
    return {name: round(last[name] / first[name], 2) for name in first}


def sentences(measured: list[Cost]) -> list[str]:
    """For people."""
    lines = [
        "The rules, microseconds a step: played; undone; played with every tenth mended; played again after the first",
        "is mended; read back.",
    ]
    lines += [
        f"{cost.actions:>5} actions  " + "  ".join(f"{us:6.1f}" for us in cost.figures.values()) for cost in measured
    ]
    told = ", ".join(f"{name.replace('_', ' ')} {ratio}" for name, ratio in growth(measured).items())
    return [*lines, f"Per step, {LENGTHS[-1]} actions to {LENGTHS[0]}: {told} (1 is linear, at most {MOST_GROWTH})."]


def lines(measured: list[Cost]) -> Iterator[dict[str, object]]:
    """For programs."""
    for cost in measured:
        yield {"what": "rules", "actions": cost.actions, "us": {k: round(us, 2) for k, us in cost.figures.items()}}
    yield {"what": "rules", "growth": growth(measured), "most": MOST_GROWTH}


def _runs(actions: int) -> dict[str, Callable[[], object]]:
    """What is timed, by the name of its figure."""
    log = tuple(islice(_endless(), actions))
    game = Game.replay(_SETUP, log)
    mending = tuple(_mending(log))
    return {
        "played": lambda: _handled(Game.new(_SETUP), log),
        "undone": lambda: _handled(game, (Undo(),) * actions),
        "corrected": lambda: _handled(Game.new(_SETUP), mending),
        "first_mended": lambda: game.handle(_FORGOTTEN),
        "read_back": lambda: Game.replay(_SETUP, log),
    }


def _endless() -> Iterator[Command]:
    """An evening's actions, over and over: the table is laid anew in between, in the same game."""
    while True:
        yield from _EVENING
        yield Adopt()


def _mending(log: tuple[Command, ...]) -> Iterator[Command]:
    for number, command in enumerate(log, 1):
        yield command
        if number % _EVERY == 0:
            yield Correct(number - 2, after_clue=True)
            yield Undo()


def _handled(game: Game, commands: tuple[Command, ...]) -> Game:
    for command in commands:
        game = game.handle(command)
    return game


def _took(run: Callable[[], object]) -> float:
    """Seconds of the processor: what other programs take of it doesn't count."""
    began = time.process_time()
    run()
    return time.process_time() - began
