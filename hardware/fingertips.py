"""What was felt at the buttons, in the table's words: presses to post, and how the panel is.

Law: one press is one message. CLUE and FUSE speak when they go down. OK and UNDO mean two things, so they speak when
they are let go (yes; take back), or after three seconds (a new game; the address on the lamps); never both. A stuck or
bouncing button is told, then ignored until it is free or calm.
"""

from __future__ import annotations

from enum import Enum

from companion.messages import ButtonPressed
from companion.sentences import Sentence, joined, listed, say, say_number
from companion.table.placements import Button
from hardware.debounce import Bouncing, Calmed, Down, Felt, Freed, Held, Stuck, Up

PRETEND = say("The pins are pretend ones: lamps and buttons are on the page.")

_SPEAK_UP = (Button.OK, Button.UNDO)


class Sign(Enum):
    """What follows from a finger besides presses."""

    STATE = "the panel's state is another now"
    ADDRESS = "the address is wanted on the lamps"


class Fingertips:
    """What each button's finger did since it came down."""

    def __init__(self, are_pretend: bool) -> None:
        self._are_pretend = are_pretend
        self._touched: dict[Button, float] = {}
        self._came_down: dict[Button, float] = {}
        self._silent: set[Button] = set()
        self._stuck: dict[Button, None] = {}  # in the order in which they got stuck
        self._bouncing: dict[Button, None] = {}

    def touched(self, button: Button, at: float) -> None:
        """A finger may be coming down, or a contact bouncing; `at` in the table's time."""
        self._touched[button] = at

    def keep_silent(self, button: Button) -> None:
        """This press has been heard otherwise: nothing is posted when it is let go."""
        self._silent.add(button)

    def says(self, button: Button, felt: Felt, now: float) -> ButtonPressed | Sign | None:
        """The message to post, or what else follows. `now` in the table's time."""
        match felt:
            case Down():
                self._came_down[button] = at = self._touched.get(button, now)
                return None if button in _SPEAK_UP else ButtonPressed(button, at)
            case Up(held=is_held):
                return self._let_go(button, now, is_held)
            case Held() if button in _SPEAK_UP and button not in self._silent:
                return Sign.ADDRESS if button is Button.UNDO else ButtonPressed(button, now, held=True)
            case Stuck():
                self._stuck[button] = None
            case Freed():
                self._stuck.pop(button, None)
                self._silent.discard(button)
            case Bouncing():
                self._bouncing[button] = None
                self._silent.discard(button)
            case Calmed():
                self._bouncing.pop(button, None)
            case _:
                return None
        return Sign.STATE

    def _let_go(self, button: Button, now: float, was_held: bool) -> ButtonPressed | None:
        is_silent = button in self._silent
        self._silent.discard(button)
        if was_held or is_silent or button not in _SPEAK_UP:
            return None
        return ButtonPressed(button, self._came_down.get(button, now))

    def state(self) -> tuple[str, str]:
        """Up, down or pretend, and the sentences."""
        said = []
        if self._stuck:
            said.append(
                say_number(
                    "Button {names} is stuck: look whether something lies on it, or at its wire to ground.",
                    "Button {names} are stuck: look whether something lies on it, or at their wire to ground.",
                    len(self._stuck),
                    names=_named(self._stuck),
                )
            )
        if self._bouncing:
            said.append(
                say_number(
                    "Button {names} is bouncing and left out until at rest: look for a loose wire at its pin.",
                    "Button {names} are bouncing and left out until at rest: look for a loose wire at their pin.",
                    len(self._bouncing),
                    names=_named(self._bouncing),
                )
            )
        if said:
            return "down", joined(said)
        return ("pretend", PRETEND) if self._are_pretend else ("up", "")


def _named(buttons: dict[Button, None]) -> Sentence:
    return listed([button.name for button in buttons])
