"""Pretend fingers on gpiozero's mock pins: what a drawn game presses goes the same way as a person's press."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.ports import Camera, Frame
from companion.table.placements import Button
from hardware.debounce import SETTLED_S
from hardware.pinpanel import PinPanel

LONG_ENOUGH_S = SETTLED_S + 0.02


class Fingers:
    """Presses the pins of a pretend panel."""

    def __init__(self, panel: PinPanel) -> None:
        if panel.kind != "mock":
            raise ValueError("Pretend fingers can't press real buttons.")
        self._panel = panel
        self._one_at_a_time = threading.Lock()

    def press(self, button: Button, seconds: float = LONG_ENOUGH_S) -> None:
        """Down, held so long, up; comes back when the panel has posted it. Nothing, where the button isn't wired."""
        if button not in self._panel.pins.buttons:
            return
        pin = self._panel.factory.pin(self._panel.pins.button(button))
        with self._one_at_a_time:
            pin.drive_low()
            time.sleep(seconds)
            pin.drive_high()
            self._panel.rest()


class Pressing(Protocol):
    """A camera that knows what the people in its pictures press, as a drawn and a recorded one do."""

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...

    def pressed(self, since: int) -> list[tuple[float, str]]:
        """The presses from number `since` on that have been made by now: (at, button)."""
        ...


class FingeredCamera:
    """A camera whose people press buttons: each press is made, in full, before the frame of its moment."""

    def __init__(
        self, camera: Camera, pressed: Callable[[int], list[tuple[float, str]]], press: Callable[[Button], object]
    ) -> None:
        self._camera, self._pressed, self._press = camera, pressed, press

    def frames(self) -> Iterator[Frame]:
        """The frames; the presses come in between."""
        made = 0
        for frame in self._camera.frames():
            for _, button in self._pressed(made):
                made += 1
                self._press(Button(button))
            yield frame

    def close(self) -> None:
        """No frame comes after this."""
        self._camera.close()
