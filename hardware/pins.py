"""The wiring as data: which lamp and which button hangs on which pin, by BCM number.

Law: a wiring that exists is sound: no pin twice, and none that serves something else on a Pi.

The header seen from above, the board's edge on the right (`ground` can be any of its eight):

    3.3 V   1 o o 2   5 V               o  left free: power, ground, and the pins below
    SDA     3 o o 4   5 V
    SCL     5 o o 6   ground
    1-wire  7 o o 8   serial TX
    ground  9 o o 10  serial RX
      17   11 x x 12    18              x  ours: all sixteen pins that serve nothing else
      27   13 x o 14  ground
      22   15 x x 16    23
    3.3 V  17 o x 18    24
    SPI    19 o o 20  ground
    SPI    21 o x 22    25
    SPI    23 o o 24  SPI
    ground 25 o o 26  SPI
    ID     27 o o 28  ID
       5   29 x o 30  ground
       6   31 x x 32    12
      13   33 x o 34  ground
      19   35 x x 36    16
      26   37 x x 38    20
    ground 39 o x 40    21
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from companion.errors import Unreadable
from companion.table.placements import Button

TAKEN: Mapping[int, str] = {
    **dict.fromkeys((0, 1), "the ID chip of boards set on top"),
    **dict.fromkeys((2, 3), "I2C"),
    4: "1-wire",
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial line (UART)"),
}

# The place on the header of each free pin: BCM number to what the board's print counts.
PLACES: Mapping[int, int] = {
    5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 17: 11, 18: 12, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


class ImpossibleWiring(Unreadable):
    """A wiring that names a pin twice, or one that serves something else."""


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers. Lamps light when their pin is high; buttons pull theirs to ground. Raises ImpossibleWiring."""

    clues: tuple[int, ...] = (5, 6, 12, 13, 16, 17, 18, 19)
    fuses: tuple[int, ...] = (20, 21, 22)
    final: int = 23
    clue: int = 24
    fuse: int = 25
    undo: int = 26
    ok: int = 27

    def __post_init__(self) -> None:
        if (len(self.clues), len(self.fuses)) != (8, 3):
            raise ImpossibleWiring(
                f"The wiring names {len(self.clues)} clue lamps and {len(self.fuses)} fuse lamps: 8 and 3 are wanted."
            )
        used: dict[int, str] = {}
        for what, pin in self.wires():
            _refuse_taken(what, pin)
            if pin in used:
                raise ImpossibleWiring(f"Pin {pin} is named twice, for {used[pin]} and for {what}: give each its own.")
            used[pin] = what

    @classmethod
    def of(cls, said: Mapping[str, int | tuple[int, ...]]) -> Pins:
        """The usual wiring, but for what the settings say. Raises ImpossibleWiring."""
        names = [one.name for one in fields(cls)]
        for name, value in said.items():
            if name not in names:
                raise ImpossibleWiring(f"There is no wire {name!r}: say one of {', '.join(names)}.")
            if isinstance(value, tuple) is not (name in ("clues", "fuses")):
                wanted = "one pin" if isinstance(value, tuple) else "a list of pins"
                raise ImpossibleWiring(f"{name} should be {wanted}.")
        return cls(**said)  # type: ignore[arg-type]  # just checked, name by name

    @property
    def lamps(self) -> tuple[int, ...]:
        """The twelve lamps' pins: clues, fuses, final round."""
        return (*self.clues, *self.fuses, self.final)

    def button(self, button: Button) -> int:
        """The pin of a button."""
        return {Button.CLUE: self.clue, Button.FUSE: self.fuse, Button.UNDO: self.undo, Button.OK: self.ok}[button]

    def wires(self) -> list[tuple[str, int]]:
        """What hangs where, lamp by lamp and button by button."""
        return [
            *((f"clue lamp {number}", pin) for number, pin in enumerate(self.clues, 1)),
            *((f"fuse lamp {number}", pin) for number, pin in enumerate(self.fuses, 1)),
            ("the final-round lamp", self.final),
            *((f"button {button.name}", self.button(button)) for button in Button),
        ]


def _refuse_taken(what: str, pin: int) -> None:
    if pin in TAKEN:
        raise ImpossibleWiring(f"Pin {pin} can't be {what}: it is kept free for {TAKEN[pin]}.")
    if pin not in PLACES:
        raise ImpossibleWiring(f"Pin {pin} can't be {what}: a Pi's header has the pins 5 to 27, by BCM number.")


def wiring_table(pins: Pins) -> str:
    """The wiring as a table in markdown, as `hardware/README.md` shows it."""
    rows = [f"| {what} | {pin} | {PLACES[pin]} |" for what, pin in pins.wires()]
    return "\n".join(("| what | pin (BCM) | place on the header |", "|---|---|---|", *rows))


DEFAULT = Pins()
