"""Which of the twelve lamps are lit at a moment: steady, blinking, winking for a question, or refusing.

Law: a pure function of what is to be shown and of the time; nothing is remembered from call to call.

    clue lamps    as many as tokens are available, from lamp 1
    fuse lamps    as many as mistakes were made, from lamp 1
    final round   on; on the last turn it blinks
    a question    the final-round lamp winks every two seconds: a short flash where it is off, a short gap where it
                  is on (on the last turn it just goes on blinking)
    a refusal     whatever is lit goes out twice; where nothing is lit, the clue lamps flash twice
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from companion.ports import Lamps

CLUES, FUSES = 8, 3
BLINK_S = 0.25  # on the last turn: on so long, off so long
WINK_S, WINK_EVERY_S = 0.2, 2.0
REFUSAL_S = 0.15  # a phase of three: out, on, out; then as before

Lit = tuple[bool, ...]
DARK: Lit = (False,) * (CLUES + FUSES + 1)


@dataclass(frozen=True, slots=True)
class Display:
    """What is to be shown. `refused`: when a press was refused last, in monotonic seconds."""

    lamps: Lamps = field(default_factory=Lamps)
    refused: float | None = None

    def lit(self, at: float) -> Lit:
        """Clue lamps, fuse lamps, final-round lamp at this time."""
        steady = (*_row(self.lamps.clues, CLUES), *_row(self.lamps.fuses, FUSES), self._final(at))
        phases_over = sum(at >= time for time in self._phases())
        if self.refused is None or at < self.refused or phases_over not in (0, 2):
            return steady
        return DARK if any(steady) else (*_row(CLUES, CLUES), *DARK[CLUES:])

    def changes(self, at: float) -> float | None:
        """When it may next look different by itself, None: never."""
        times = self._phases()
        if self.lamps.final == "blink":
            times.append((math.floor(at / BLINK_S) + 1) * BLINK_S)
        elif self.lamps.asks:
            cycle = math.floor(at / WINK_EVERY_S) * WINK_EVERY_S
            times += [cycle + WINK_S, cycle + WINK_EVERY_S]
        return min((time for time in times if time > at), default=None)

    def _final(self, at: float) -> bool:
        if self.lamps.final == "blink":
            return math.floor(at / BLINK_S) % 2 == 0
        winks = self.lamps.asks and at < math.floor(at / WINK_EVERY_S) * WINK_EVERY_S + WINK_S
        return (self.lamps.final == "on") != winks

    def _phases(self) -> list[float]:
        """When each phase of the refusal ends; both `lit` and `changes` ask here, so that no rounding parts them."""
        return [] if self.refused is None else [self.refused + phase * REFUSAL_S for phase in (1, 2, 3)]


def _row(lit: int, of: int) -> Lit:
    return tuple(number < lit for number in range(of))
