"""The panel's sixteen pins as gpiozero opens them: lamps as outputs, buttons as inputs with their pull-ups.

Law: all sixteen or none; the pin that can't be had is named. gpiozero is not asked to debounce: it swallows edges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import NoPins
from companion.table.placements import Button
from hardware.lamps import Lit
from hardware.pins import Pins

Changed = Callable[[Button, bool, float], None]


class Wires:
    """Opens the pins. `changed(button, is_down, ticks)` is called in gpiozero's thread at every edge. Raises NoPins.

    `is_own`: the factory is nobody else's, and is closed with the pins.
    """

    def __init__(self, factory: Any, pins: Pins, changed: Changed, *, is_own: bool = False) -> None:
        from gpiozero import LED, InputDevice

        self._factory, self._is_own = factory, is_own
        self._opened: list[Any] = []
        self._lamps = [self._open(LED, pin, factory) for pin in pins.lamps]
        self._buttons = {
            button: self._open(InputDevice, pins.button(button), factory, pull_up=True) for button in Button
        }
        # gpiozero keeps no strong reference to who is to be told: these do.
        self._edges = [_Edges(button, device, changed) for button, device in self._buttons.items()]

    def down(self) -> dict[Button, bool]:
        """Which buttons are down at this moment."""
        return {button: bool(device.is_active) for button, device in self._buttons.items()}

    def light(self, lit: Lit, was: Lit) -> None:
        """Sets the lamps that differ."""
        for lamp, on, was_on in zip(self._lamps, lit, was, strict=True):
            if on != was_on:
                lamp.value = on

    def close(self) -> None:
        """Lamps off, then everything let go, whatever fails of it."""
        for lamp in self._lamps:
            _try(lamp.off)
        self._let_go()
        if self._is_own:
            _try(self._factory.close)

    def _let_go(self) -> None:
        for device in self._opened:
            _try(device.close)
        self._opened.clear()

    def _open(self, kind: Any, pin: int, factory: Any, **how: object) -> Any:
        try:
            device = kind(pin, pin_factory=factory, **how)
        except Exception as why:  # lgpio.error is nothing but an Exception
            self._let_go()  # but not the factory: all of gpiozero's real ones share their pins with one another
            raise NoPins(
                f"Pin {pin} can't be had ({why}): is another copy of the companion, or an overlay in "
                "/boot/firmware/config.txt, using it? Or play without pins: --panel none."
            ) from why
        self._opened.append(device)
        return device


class _Edges:
    """Hears the edges of one button."""

    def __init__(self, button: Button, device: Any, changed: Changed) -> None:
        self._button, self._changed = button, changed
        device.pin.when_changed = self.edge

    def edge(self, ticks: float, state: int) -> None:
        """The pin is high or low now; a pressed button pulls it low."""
        self._changed(self._button, not state, ticks)


def _try(let_go: Callable[[], object]) -> None:
    try:
        let_go()
    except Exception:  # noqa: BLE001 - the chip may be gone; the other pins are still to be let go
        return
