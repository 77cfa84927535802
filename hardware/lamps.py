"""Which of the lamps are lit at a moment: steady, blinking, winking for a question, refusing, counting the address.

Law: a pure function of what is to be shown and of the time; nothing is remembered from call to call.

    clue lamps    as many as tokens are available, from lamp 1; where fewer are wired, the first ones
    fuse lamps    as many as mistakes were made, from lamp 1; where fewer are wired, the last blinks for those beyond it
    final round   on; on the last turn it blinks
    a question    the final-round lamp winks every two seconds: a short flash where it is off, a short gap where it
                  is on (on the last turn it just goes on blinking)
    a refusal     whatever is lit goes out twice; where nothing is lit, the clue lamps flash twice (all there are, where
                  no clue lamp is wired)
    the address   counted out as `hardware.address` says, instead of all this
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from companion.ports import Lamps
from hardware.pins import Pins
from hardware.steps import Steps

BLINK_S = 0.25  # on the last turn: on so long, off so long
WINK_S, WINK_EVERY_S = 0.2, 2.0
REFUSAL_S = 0.15  # a phase of three: out, on, out; then as before

Lit = tuple[bool, ...]
"""Which lamps are lit: the clue lamps that there are, the fuse lamps, the final-round lamp."""


@dataclass(frozen=True, slots=True)
class LampSet:
    """Which lamps are wired: so many of each row."""

    clues: int = 8
    fuses: int = 3
    final: int = 1

    @classmethod
    def of(cls, pins: Pins) -> LampSet:
        """Those of a wiring."""
        return cls(len(pins.clues), len(pins.fuses), 0 if pins.final is None else 1)

    @property
    def dark(self) -> Lit:
        """None of them lit."""
        return (False,) * (self.clues + self.fuses + self.final)


FULL = LampSet()


@dataclass(frozen=True, slots=True)
class Display:
    """What is to be shown. `refused`: when a press was refused last, in monotonic seconds; `counts`: the address being
    counted out.
    """

    lamps: Lamps = field(default_factory=Lamps)
    refused: float | None = None
    counts: Steps[Lit] = field(default_factory=Steps)
    wired: LampSet = FULL

    def lit(self, at: float) -> Lit:
        """Clue lamps, fuse lamps, final-round lamp at this time."""
        counted = self.counts.at(at)
        if counted is not None:
            return counted
        steady = (*row(self.lamps.clues, self.wired.clues), *self._fuses(at), *(self._final(at),) * self.wired.final)
        phases_over = sum(at >= time for time in self._phases())
        if self.refused is None or at < self.refused or phases_over not in (0, 2):
            return steady
        dark = self.wired.dark
        if any(steady):
            return dark
        return (
            (*row(8, self.wired.clues), *dark[self.wired.clues :])
            if self.wired.clues
            else tuple(not one for one in dark)
        )

    def changes(self, at: float) -> float | None:
        """When it may next look different by itself, None: never."""
        times = self._phases()
        if self.lamps.final == "blink" or self._has_more_fuses:
            times.append((math.floor(at / BLINK_S) + 1) * BLINK_S)
        if self.lamps.asks and self.lamps.final != "blink":
            cycle = math.floor(at / WINK_EVERY_S) * WINK_EVERY_S
            times += [cycle + WINK_S, cycle + WINK_EVERY_S]
        if (counted := self.counts.changes(at)) is not None:
            times.append(counted)
        return min((time for time in times if time > at), default=None)

    @property
    def _has_more_fuses(self) -> bool:
        """Whether more mistakes were made than there are lamps for them."""
        return 0 < self.wired.fuses < self.lamps.fuses

    def _fuses(self, at: float) -> Lit:
        lit = row(self.lamps.fuses, self.wired.fuses)
        return (*lit[:-1], _is_on(at)) if self._has_more_fuses else lit

    def _final(self, at: float) -> bool:
        if self.lamps.final == "blink":
            return _is_on(at)
        winks = self.lamps.asks and at < math.floor(at / WINK_EVERY_S) * WINK_EVERY_S + WINK_S
        return (self.lamps.final == "on") != winks

    def _phases(self) -> list[float]:
        """When each phase of the refusal ends; both `lit` and `changes` ask here, so that no rounding parts them."""
        return [] if self.refused is None else [self.refused + phase * REFUSAL_S for phase in (1, 2, 3)]


def _is_on(at: float) -> bool:
    """Whether a blinking lamp is on."""
    return math.floor(at / BLINK_S) % 2 == 0


def row(lit: int, of: int) -> Lit:
    """So many lamps of a row lit, from the first."""
    return tuple(number < lit for number in range(of))
