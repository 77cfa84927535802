"""The panel that `--panel` names: on real pins, on pretend ones, or none.

Law: real pins that can't be had are NoPins; they are never replaced in silence.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.messages import DeviceState
from companion.ports import Lamps
from companion.sentences import say
from hardware.factory import Kind, kind_of_panel, open_pretend, open_real
from hardware.pinpanel import Clock, PinPanel, Post
from hardware.pins import Pins

__all__ = ["NoPanel", "PinPanel", "make"]


def make(
    spec: str, pins: Pins, post: Post, *, clock: Clock = time.monotonic, address: Callable[[], str] = lambda: ""
) -> PinPanel | NoPanel:
    """The panel that `--panel` names: auto, gpio, mock or none. `clock`: the table's time, for `at` in messages;
    `address`: the page's, for the lamps to count out.

    Raises NoPins where real pins are wanted and can't be had, Unreadable for another word.
    """
    kind = kind_of_panel(spec)
    if kind == "none":
        return NoPanel(clock)
    return PinPanel(kind, open_real() if kind == "gpio" else open_pretend(), pins, post, clock, address)


class NoPanel:
    """A table without pins: the page has the buttons."""

    kind: Kind = "none"

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock

    def show(self, lamps: Lamps) -> None:
        """Nothing to set."""

    def refuse(self) -> None:
        """Nothing to blink."""

    def state(self) -> DeviceState:
        """There is none, at this time of the table's."""
        return DeviceState("panel", "none", say("The table has no pins: the buttons are on the page."), self._clock())

    def levels(self) -> dict[int, bool]:
        """No pins."""
        return {}

    def close(self) -> None:
        """Nothing to let go."""
