"""What was felt at the buttons, in the table's words: presses to post, and how the panel is.

Law: one press is one message. CLUE, FUSE and UNDO speak when they go down. OK means two things, so it speaks when it is
let go (yes), or after three seconds (a new game); never both. A stuck button is told, then ignored until it is free.
"""

from __future__ import annotations

from companion.messages import ButtonPressed
from companion.table.placements import Button
from hardware.debounce import Down, Felt, Freed, Held, Stuck, Up

PRETEND = "The pins are pretend ones: lamps and buttons are on the page."


class Fingertips:
    """What each button's finger did since it came down."""

    def __init__(self, are_pretend: bool) -> None:
        self._are_pretend = are_pretend
        self._came_down: dict[Button, float] = {}
        self._stuck: dict[Button, None] = {}  # in the order in which they got stuck

    def touched(self, button: Button, at: float) -> None:
        """A finger may be coming down; `at` in the table's time."""
        self._came_down[button] = at

    def says(self, button: Button, felt: Felt, now: float) -> ButtonPressed | bool:
        """The message to post, or whether the panel's state is another now. `now` in the table's time."""
        match felt:
            case Down() if button is not Button.OK:
                return ButtonPressed(button, self._came_down.get(button, now))
            case Up(held=False) if button is Button.OK:
                return ButtonPressed(button, self._came_down.get(button, now))
            case Held() if button is Button.OK:
                return ButtonPressed(button, now, held=True)
            case Stuck():
                self._stuck[button] = None
                return True
            case Freed():
                self._stuck.pop(button, None)
                return True
            case _:
                return False

    def state(self) -> tuple[str, str]:
        """Up, down or pretend, and the sentence."""
        if self._stuck:
            names = " and ".join(button.name for button in self._stuck)
            are, its = ("are", "their") if len(self._stuck) > 1 else ("is", "its")
            return "down", f"Button {names} {are} stuck: look whether something lies on it, or at {its} wire to ground."
        return ("pretend", PRETEND) if self._are_pretend else ("up", "")
