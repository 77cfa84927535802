"""The one writer: what is wished of the game is decided, kept, carried out and told, in that order, always.

Law: a refusal leaves everything as it was. Nobody is told what the journal doesn't have (or has said that it can't
keep). The session knows no room and no thread; the table's thread alone calls it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from companion.errors import Refused
from companion.page import Alarm, Around, lamps, page, with_alarm
from companion.ports import Journal, SavedGame, Standing
from companion.rules.commands import Command
from companion.rules.diagram import diagram
from companion.rules.game import Game
from companion.rules.score import points
from companion.rules.setup import Setup
from companion.rules.words import write_word
from companion.sentences import say
from companion.snapshot import Snapshot

Listener = Callable[[Snapshot], None]

_log = logging.getLogger(__name__)

_VERSIONS_A_START = 1 << 20
"""Versions go on growing over a restart, so that a phone never takes the older state for the newer."""


class Session:
    """The game that is on, folded from the journal. `wall`: the wall clock, for what people read only."""

    def __init__(
        self, journal: Journal, listeners: Sequence[Listener] = (), wall: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._journal = journal
        self._listeners = listeners
        self._wall = wall
        self._around = Around()
        self._not_saved: Alarm | None = None
        self._remarks: tuple[str, ...] = ()
        self.number: int | None = None
        self.game: Game | None = None
        self._fold(journal.last())
        self._latest = self._snapshot(journal.starts * _VERSIONS_A_START)

    @property
    def latest(self) -> Snapshot:
        """The table as it was told last."""
        return self._latest

    @property
    def starts(self) -> int:
        """How often the program was started with this journal."""
        return self._journal.starts

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about what was found wrong with the journal, oldest first."""
        return self._remarks + self._journal.remarks

    def begin(self, setup: Setup) -> Snapshot:
        """A new game takes the place of the one that was on."""
        game = Game.new(setup)
        self.number = self._journal.begin(setup)
        self.game = game
        return self._tell()

    def handle(self, command: Command) -> Snapshot:
        """Carry out a wish; Refused with a sentence, and nothing has changed, where the rules don't allow it."""
        if self.game is None or self.number is None:
            raise Refused(say("No game is on: start one first."))
        decided = self.game.handle(command)
        self._journal.add(self.number, command, _standing(decided))
        self.game = decided
        if _log.isEnabledFor(logging.INFO):
            _log.info("game %d: %s -> %s", self.number, write_word(command), diagram(decided.position))
        return self._tell()

    def forget(self, number: int) -> Snapshot:
        """A past game is told no more; Refused where it is on. If it was shown as the last one, none is shown now."""
        if number == self.number and self.game is not None and not self.game.position.is_over:
            raise Refused(say("Game {number} is on: finish or stop it first, then delete it.", number=number))
        self._journal.forget(number)
        _log.info("game %d: deleted", number)
        if number == self.number:
            self.number = self.game = None
        return self._tell()

    def bring(self, game: Game, begun: float | None) -> Snapshot:
        """A game from a file is kept among the past ones; what is played here goes on. `begun`: wall seconds."""
        number = self._journal.bring(game.setup, game.log, begun, _standing(game))
        _log.info("game %d: brought in from a file", number)
        return self._tell()

    def show(self, around: Around) -> Snapshot:
        """What stands around the game is this now; told only where it differs."""
        if around == self._around:
            return self._latest
        self._around = around
        return self._tell()

    def retry(self) -> None:
        """Write what could not be written yet, if anything, and tell when that has changed."""
        if self._journal.trouble is not None:
            self._journal.retry()
        if (self._journal.trouble is None) != (self._not_saved is None):
            self._tell()

    def close(self) -> None:
        """Let the journal go."""
        self._journal.close()

    def announce(self) -> None:
        """Tell the table as it stands, changed or not: lamps and pages come up as they were."""
        for listener in self._listeners:
            listener(self._latest)

    def _tell(self) -> Snapshot:
        self._latest = self._snapshot(self._latest.version + 1)
        self.announce()
        return self._latest

    def _snapshot(self, version: int) -> Snapshot:
        around = with_alarm(self._around, self._saving())
        return Snapshot(version, page(version, self.number, self.game, around), lamps(self.game, around))

    def _saving(self) -> Alarm | None:
        """The alarm while the journal can't write; it keeps its time."""
        trouble, before = self._journal.trouble, self._not_saved
        if trouble is None:
            self._not_saved = None
        elif before is None or before.say != trouble:
            self._not_saved = Alarm("not-saving", trouble, before.since if before else self._wall())
        return self._not_saved

    def _fold(self, saved: SavedGame | None) -> None:
        """The game as it was. An entry that these rules refuse is left out: the same each time, so what follows it
        counts.
        """
        if saved is None:
            return
        game = Game.new(saved.setup)
        for number, command in enumerate(saved.log, 1):
            try:
                game = game.handle(command)
            except Refused as why:
                remark = say(
                    "Entry {number} of the game ({word}) can't be followed any more and is left out: {why}",
                    number=number,
                    word=write_word(command),
                    why=str(why),
                )
                self._remarks += (remark,)
        self.number, self.game = saved.id, game


def _standing(game: Game) -> Standing:
    return Standing(game.position.status.value, points(game.position))
