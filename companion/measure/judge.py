"""What the eyes' own steps make of one arrival in a single look: right, wrong, asked, or no mat, and what each step
took.

Law: the judge sees the two frames and nothing else; the truth is compared afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from companion.eyes.belief import Belief
from companion.eyes.examine import Examined, examine
from companion.eyes.stillness import Stillness
from companion.measure.arrivals import Arrival
from companion.sight.mat import markers, mat_from_markers
from companion.sight.motion import small_table
from companion.sight.outlines import Size
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Reader

T = TypeVar("T")


class Outcome(Enum):
    """How one arrival came out."""

    RIGHT = "right"
    WRONG = "wrong"
    ASKED = "asked"
    NO_MAT = "no mat"


@dataclass(frozen=True, slots=True)
class Judged:
    """`said`: what was named; `stages`: milliseconds by the step's name."""

    arrival: str
    disturbance: str
    card: str
    said: tuple[str, ...]
    outcome: Outcome
    stages: dict[str, float]


def judged(reader: Reader, card_mm: tuple[float, float], arrival: Arrival) -> Judged:
    """One look at one arrival."""
    stages: dict[str, float] = {}

    def timed(name: str, step: Callable[[], T]) -> T:
        began = time.perf_counter()
        result = step()
        stages[name] = stages.get(name, 0.0) + (time.perf_counter() - began) * 1000
        return result

    def told(said: tuple[str, ...], outcome: Outcome) -> Judged:
        return Judged(arrival.name, arrival.disturbance, arrival.card, said, outcome, stages)

    mat = timed("find the mat", lambda: mat_from_markers(markers(arrival.before)))
    if mat is None:
        return told((), Outcome.NO_MAT)
    whole = (0.0, 0.0, *mat.size_mm)
    small = small_table(arrival.before, mat)
    still = Stillness(small, 0.0)
    belief = Belief(small, mat.table(arrival.before, PX_PER_MM, whole))
    now = timed("gate: small table", lambda: small_table(arrival.after, mat))
    timed("gate: motion", lambda: still.watch(now, 1.0))
    places = timed("gate: places", lambda: still.places(now, belief.small, 1.0))
    table = timed("flatten", lambda: mat.table(arrival.after, PX_PER_MM, whole))
    size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
    found = timed("read", lambda: [examine(reader, belief, table, place, size) for place in places])
    return told(*_outcome(arrival.card, found))


def _outcome(card: str, found: list[Examined]) -> tuple[tuple[str, ...], Outcome]:
    """Right where this card and no other was named; any other name is wrong, and silence asks."""
    said = tuple(match.code for one in found for match in (*one.new, *(match for _, match in one.moved)))
    if any(code != card for code in said):
        return said, Outcome.WRONG
    return said, Outcome.RIGHT if said == (card,) else Outcome.ASKED
