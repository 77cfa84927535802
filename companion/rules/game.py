"""One game as a log of what was accepted: where it stands, and what happened last.

Law: nothing is ever deleted. `log` keeps every accepted command, undos and corrections too, and folding it again gives
the same game. Handling a command looks at the last position only; undo steps back; only a correction plays again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.errors import Refused
from companion.rules.commands import Command, Correct, Move, Undo
from companion.rules.decide import decide
from companion.rules.events import Corrected, Ending, Event, Fact, TakenBack
from companion.rules.evolve import evolve_all
from companion.rules.mending import mended
from companion.rules.position import Position, starting
from companion.rules.setup import Setup
from companion.sentences import say


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history: the `n`-th that stands, whose it was, what it made, and where that led."""

    n: int
    player: int
    command: Move
    events: tuple[Fact, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Conflict:
    """A later line that a correction made impossible. `event`: the number that it had before the correction."""

    event: int
    command: Move
    why: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game; a new value with every accepted command.

    `log`: every accepted command. `history`: the steps that stand. `events`: of the last accepted command.
    `conflicts`: of that command if it was a correction, else None. `undoable`: what the next undo takes back. `was`:
    the position before that command, None before any.
    """

    setup: Setup
    log: tuple[Command, ...] = ()
    history: tuple[Step, ...] = ()
    events: tuple[Event, ...] = ()
    conflicts: tuple[Conflict, ...] | None = None
    undoable: Command | None = None
    was: Position | None = field(default=None, repr=False, compare=False)
    _before: Game | None = field(default=None, repr=False, compare=False)

    @classmethod
    def new(cls, setup: Setup) -> Game:
        """A game of which nothing has been played."""
        return cls(setup)

    @classmethod
    def replay(cls, setup: Setup, log: Iterable[Command]) -> Game:
        """The game of a log; Refused where the log was not written by these rules."""
        game = cls.new(setup)
        for command in log:
            game = game.handle(command)
        return game

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.history[-1].position if self.history else starting(self.setup)

    def handle(self, command: Command) -> Game:
        """The game after this command; Refused with a sentence, and this game unchanged, where it may not be."""
        match command:
            case Undo():
                return self._taken_back(command)
            case Correct():
                return self._corrected(command)
            case _:
                step = _stepped(self.position, command, len(self.history) + 1)
                return self._followed(command, (*self.history, step), step.events)

    def _followed(
        self,
        command: Command,
        history: tuple[Step, ...],
        events: tuple[Event, ...],
        conflicts: tuple[Conflict, ...] | None = None,
    ) -> Game:
        log = (*self.log, command)
        return Game(self.setup, log, history, events, conflicts, undoable=command, was=self.position, _before=self)

    def _taken_back(self, command: Undo) -> Game:
        if self.undoable is None or self._before is None:
            raise Refused(say("There is nothing left to take back."))
        log, told = (*self.log, command), (TakenBack(self.undoable),)
        return replace(self._before, log=log, events=told, conflicts=None, was=self.position)

    def _corrected(self, wish: Correct) -> Game:
        at = wish.event - 1
        if not 0 <= at < len(self.history):
            raise Refused(
                say(
                    "There is no event {event} to mend: the history has {last}.",
                    event=wish.event,
                    last=len(self.history),
                )
            )
        kept, later = self.history[:at], self.history[at + 1 :]
        history = list(kept)
        for command in mended(self.history[at].command, wish):
            history.append(_stepped(_at(self.setup, history), command, len(history) + 1))
        conflicts = _played_again(history, later)
        return self._followed(wish, tuple(history), (Corrected(wish.event), *_news(self, history)), conflicts)


def _at(setup: Setup, history: Sequence[Step]) -> Position:
    return history[-1].position if history else starting(setup)


def _stepped(position: Position, command: Move, n: int) -> Step:
    facts = decide(position, command)
    return Step(n, position.player, command, facts, evolve_all(position, facts))


def _played_again(history: list[Step], later: Sequence[Step]) -> tuple[Conflict, ...]:
    """Append what came later, as far as it is still possible, and answer what isn't."""
    conflicts: list[Conflict] = []
    for step in later:
        try:
            history.append(_stepped(history[-1].position, step.command, len(history) + 1))
        except Refused as why:
            conflicts.append(Conflict(step.n, step.command, str(why)))
    return tuple(conflicts)


def _news(game: Game, history: Sequence[Step]) -> tuple[Event, ...]:
    """The end of the game, where only the correction brought it."""
    if game.position.is_over or not history[-1].position.is_over:
        return ()
    return tuple(fact for fact in history[-1].events if isinstance(fact, Ending))
