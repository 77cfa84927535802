"""The wiring as data: which lamp and which button hangs on which pin, by BCM number.

Law: a wiring that exists is sound: no pin twice, and none that serves something else on a Pi. What is not wired is left
out, never wired to nothing.

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
from companion.sentences import say
from companion.settings import Wired
from companion.table.placements import Button

TAKEN: Mapping[int, str] = {
    **dict.fromkeys((0, 1), say("the ID chip of boards set on top")),
    **dict.fromkeys((2, 3), "I2C"),
    4: "1-wire",
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), say("the serial line (UART)")),
}

# The place on the header of each free pin: BCM number to what the board's print counts.
PLACES: Mapping[int, int] = {
    5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 17: 11, 18: 12, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


# A buzzer beside the full set has none of those left: it may have a pin of SPI that is dark while the Pi starts.
BUZZER_PLACES: Mapping[int, int] = {9: 21, 10: 19, 11: 23}

MOST_CLUES, MOST_FUSES = 8, 3
_ROWS = {"clues": MOST_CLUES, "fuses": MOST_FUSES}


class ImpossibleWiring(Unreadable):
    """A wiring that names a pin twice, or one that serves something else. `key`: what is wrong, as settings name it."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers. Lamps and buzzer are on when their pin is high; buttons pull theirs to ground.

    None, or a shorter row: not wired. Raises ImpossibleWiring.
    """

    clues: tuple[int, ...] = (5, 6, 12, 13, 16, 17, 18, 19)
    fuses: tuple[int, ...] = (20, 21, 22)
    final: int | None = 23
    clue: int | None = 24
    fuse: int | None = 25
    undo: int | None = 26
    ok: int | None = 27
    buzzer: int | None = None

    def __post_init__(self) -> None:
        for key, most in _ROWS.items():
            if (count := len(getattr(self, key))) > most:
                raise ImpossibleWiring(
                    key,
                    say(
                        "The wiring names {n} {kind} lamps: there are {most} at most.",
                        n=count,
                        kind=key[:-1],
                        most=most,
                    ),
                )
        used: dict[int, str] = {}
        for key, what, pin in self._named():
            _refuse_taken(key, what, pin)
            if pin in used:
                why = say(
                    "Pin {pin} is named twice, for {one} and for {other}: give each its own.",
                    pin=pin,
                    one=used[pin],
                    other=what,
                )
                raise ImpossibleWiring(key, why)
            used[pin] = what

    @classmethod
    def of(cls, said: Mapping[str, Wired]) -> Pins:
        """The usual wiring, but for what the settings say. Raises ImpossibleWiring."""
        names = [one.name for one in fields(cls)]
        for name, value in said.items():
            if name not in names:
                raise ImpossibleWiring(
                    name, say("There is no wire {name!r}: say one of {choices}.", name=name, choices=", ".join(names))
                )
            if isinstance(value, tuple) is not (name in _ROWS):
                wanted = "a list of pins" if name in _ROWS else "one pin"
                raise ImpossibleWiring(name, f"{name} should be {wanted}.")
        return cls(**said)  # type: ignore[arg-type]  # just checked, name by name

    @property
    def lamps(self) -> tuple[int, ...]:
        """The lamps' pins in order: clues, fuses, final round."""
        return (*self.clues, *self.fuses, *(() if self.final is None else (self.final,)))

    @property
    def buttons(self) -> dict[Button, int]:
        """The pins of the buttons that are wired."""
        return {button: pin for button in Button if (pin := getattr(self, button.value)) is not None}

    def button(self, button: Button) -> int:
        """The pin of a button. KeyError where it isn't wired."""
        return self.buttons[button]

    def wires(self) -> list[tuple[str, int]]:
        """What hangs where: lamp by lamp, button by button, the buzzer."""
        return [(what, pin) for _, what, pin in self._named()]

    def _named(self) -> list[tuple[str, str, int]]:
        """The same, each with its key in the settings."""
        return [
            *(("clues", say("clue lamp {number}", number=number), pin) for number, pin in enumerate(self.clues, 1)),
            *(("fuses", say("fuse lamp {number}", number=number), pin) for number, pin in enumerate(self.fuses, 1)),
            *([] if self.final is None else [("final", say("the final-round lamp"), self.final)]),
            *((button.value, say("button {name}", name=button.name), pin) for button, pin in self.buttons.items()),
            *([] if self.buzzer is None else [("buzzer", BUZZER, self.buzzer)]),
        ]


BUZZER = say("the buzzer")


def _refuse_taken(key: str, what: str, pin: int) -> None:
    if pin in PLACES or (what == BUZZER and pin in BUZZER_PLACES):
        return
    if pin in TAKEN:
        raise ImpossibleWiring(
            key, say("Pin {pin} can't be {what}: it is kept free for {bus}.", pin=pin, what=what, bus=TAKEN[pin])
        )
    raise ImpossibleWiring(
        key, say("Pin {pin} can't be {what}: a Pi's header has the pins 5 to 27, by BCM number.", pin=pin, what=what)
    )


def place_of(pin: int) -> int:
    """Where a BCM number is on the header, as the board's print counts."""
    return PLACES[pin] if pin in PLACES else BUZZER_PLACES[pin]


def wiring_table(pins: Pins) -> str:
    """The wiring as a table in markdown, as `hardware/README.md` shows it."""
    rows = [f"| {what} | {pin} | {place_of(pin)} |" for what, pin in pins.wires()]
    return "\n".join(("| what | pin (BCM) | place on the header |", "|---|---|---|", *rows))


DEFAULT = Pins()
