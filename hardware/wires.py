"""The panel's pins as gpiozero opens them: lamps and buzzer as outputs, buttons as inputs with their pull-ups.

Law: all that are wired or none; the pin that can't be had is named, and who has it where the system tells. gpiozero is
not asked to debounce: it swallows edges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import NoPins
from companion.sentences import say
from companion.table.placements import Button
from hardware.busy import who_has
from hardware.lamps import Lit
from hardware.pins import Pins

_SOMEBODY = say("perhaps another copy of the companion has it, or an overlay in /boot/firmware/config.txt")

Changed = Callable[[Button, bool, float], None]


class Wires:
    """Opens the pins. `changed(button, is_down, ticks)` is called in gpiozero's thread at every edge. Raises NoPins.

    `is_own`: the factory is nobody else's, and is closed with the pins.
    """

    def __init__(self, factory: Any, pins: Pins, changed: Changed, *, is_own: bool = False) -> None:
        from gpiozero import LED, InputDevice

        self._factory, self._is_own = factory, is_own
        self._opened: list[Any] = []
        names = {pin: what for what, pin in pins.wires()}

        def opened(kind: Any, pin: int, **how: object) -> Any:
            return self._open(kind, pin, names[pin], **how)

        self._lamps = [opened(LED, pin) for pin in pins.lamps]
        self._buzzer = None if pins.buzzer is None else opened(LED, pins.buzzer)
        self._buttons = {button: opened(InputDevice, pin, pull_up=True) for button, pin in pins.buttons.items()}
        # gpiozero keeps no strong reference to who is to be told: these do.
        self._edges = self._heard(changed)

    def down(self) -> dict[Button, bool]:
        """Which buttons are down at this moment."""
        return {button: bool(device.is_active) for button, device in self._buttons.items()}

    def light(self, lit: Lit, was: Lit) -> None:
        """Sets the lamps that differ."""
        for lamp, on, was_on in zip(self._lamps, lit, was, strict=True):
            if on != was_on:
                lamp.value = on

    def sound(self, on: bool) -> None:
        """The buzzer, if there is one."""
        if self._buzzer is not None:
            self._buzzer.value = on

    def close(self) -> None:
        """Lamps and buzzer off, then everything let go, whatever fails of it."""
        for output in (*self._lamps, *([] if self._buzzer is None else [self._buzzer])):
            _try(output.off)
        self._let_go()
        if self._is_own:
            _try(self._factory.close)

    def _let_go(self) -> None:
        for device in self._opened:
            _try(device.close)
        self._opened.clear()

    def _heard(self, changed: Changed) -> list[_Edges]:
        """Who hears each button's edges. A library older than the kernel opens pins, and then can't watch them."""
        try:
            return [_Edges(button, device, changed) for button, device in self._buttons.items()]
        except Exception as why:  # lgpio.error is nothing but an Exception
            self._let_go()
            raise NoPins(
                say(
                    "The buttons can't be listened to ({why}): bring the Pi's system up to date (sudo "
                    "apt-get upgrade), or play without pins: --panel none.",
                    why=why,
                )
            ) from why

    def _open(self, kind: Any, pin: int, what: str, **how: object) -> Any:
        try:
            device = kind(pin, pin_factory=self._factory, **how)
        except Exception as why:  # lgpio.error is nothing but an Exception
            holder = who_has(self._factory, pin)
            self._let_go()  # but not the factory: all of gpiozero's real ones share their pins with one another
            raise NoPins(
                say(
                    "Pin {pin} can't be had ({why}) for {what}: {somebody}. End that, give {what} another "
                    "pin in [pins], or play without pins: --panel none.",
                    pin=pin,
                    why=why,
                    what=what,
                    somebody=holder or _SOMEBODY,
                )
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
