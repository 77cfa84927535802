"""The settings' pins as each room wants them: the panel a wiring, the page a drawing, the watchers counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.sentences import say
from hardware.pins import DEFAULT, Pins
from web import Pin

if TYPE_CHECKING:
    from companion.settings import Settings


def wiring_of(settings: Settings) -> Pins:
    """The contract's wiring, with what the settings change. Raises ImpossibleWiring."""
    return Pins.of(settings.pins) if settings.pins else DEFAULT


def drawn(pins: Pins) -> tuple[Pin, ...]:
    """What `/panel` draws: the lamps and buttons that are wired."""
    return (
        *(Pin("clue", str(number), bcm) for number, bcm in enumerate(pins.clues, 1)),
        *(Pin("fuse", str(number), bcm) for number, bcm in enumerate(pins.fuses, 1)),
        *(() if pins.final is None else (Pin("final", say("last round"), pins.final),)),
        *(Pin("button", button.value, bcm) for button, bcm in pins.buttons.items()),
    )


def lit_lamps(levels: Mapping[int, bool], pins: Pins) -> dict[str, float]:
    """How many lamps of each kind are lit, as the pins themselves say; nothing where there are no pins."""
    if not levels:
        return {}
    rows = {"clue": pins.clues, "fuse": pins.fuses, "final": () if pins.final is None else (pins.final,)}
    return {f"{name}_lamps": sum(levels[pin] for pin in row) for name, row in rows.items()}
