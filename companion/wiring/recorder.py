"""A live table on record: its frames, presses and games, handed to whoever writes the recording."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable
from companion.messages import ButtonPressed, Message, Press, Wish
from companion.rules.agreement import write_setup
from companion.rules.commands import GiveClue, Undo
from companion.rules.setup import Setup
from companion.table.placements import Button
from hardware.film import refuse_used
from hardware.recorder import TableRecorder

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.wiring.live import Parts

_UNTIL_SAID = Setup(3)


def recorder_for(parts: Parts, folder: Path, setup: Setup | None) -> TableRecorder:
    """Records this table. `setup`: of the game that is likely to come. Raises Unreadable where it can't be recorded."""
    view = parts.settings.view
    if view.line is not None:
        raise Unreadable("A table without a mat can't be recorded: leave out --record, or set [view] corners.")
    refuse_used(folder)
    corners = parts.corners or view.corners
    head = {
        "setup": write_setup(setup or _UNTIL_SAID),
        "deck": parts.settings.deck or parts.edition.name,
        "mat": "markers" if corners is None else {"corners": [list(corner) for corner in corners]},
    }
    return TableRecorder(folder, head)


def heard(recorder: TableRecorder, message: Message) -> None:
    """A message that goes to the table: what a button would have said is recorded as that button."""
    match message:
        case ButtonPressed(button, at, held=False):
            recorder.press(button.value, at)
        case Wish(Press(button, held=False), at):
            recorder.press(button.value, at)
        case Wish(GiveClue(), at):
            recorder.press(Button.CLUE.value, at)
        case Wish(Undo(), at):
            recorder.press(Button.UNDO.value, at)
        case _:
            pass


def playing(recorder: TableRecorder, number: int | None, game: Game | None) -> None:
    """This game is on; perhaps another one than before."""
    if number is not None and game is not None:
        recorder.play(number, write_setup(game.setup))
