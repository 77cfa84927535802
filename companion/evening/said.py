"""What a clue said, told after it was pressed: the button counts a clue, and its details are noted at leisure.

Law: only the clue given last, and only where clues are noted at all; the game is refused or stands as if the clue had
been told whole.
"""

from __future__ import annotations

from companion.errors import Refused
from companion.messages import Said
from companion.rules.commands import Command, GiveClue, Undo
from companion.rules.game import Game
from companion.rules.options import Talk
from companion.sentences import say


def told_after(game: Game | None, said: Said) -> tuple[Command, ...]:
    """The commands that put the whole clue in place of the bare one; Refused where that can't be."""
    last = game.history[-1] if game is not None and game.history else None
    if game is None or last is None or last.n != said.event or not isinstance(last.command, GiveClue):
        raise Refused(say("Only what the last clue said can still be noted."))
    if game.setup.options.talk is not Talk.REMINDER:
        raise Refused(say("At this table nobody notes what clues said."))
    if last.command != GiveClue() or game.undoable is not last.command:
        raise Refused(say("What that clue said is noted already: take it back first."))
    commands = (Undo(), said.clue)
    for command in commands:  # refused here, nothing has changed
        game = game.handle(command)
    return commands
