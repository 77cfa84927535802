"""What the eyes' own steps make of one arrival: in a single look, and with several looks that vote for two seconds.

Law: the judge sees frames, the cards known before, and nothing else; the truth is compared afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

import cv2
import numpy as np

from companion.eyes.belief import Lying
from companion.eyes.examine import Examined
from companion.eyes.mat_keeper import MatKeeper
from companion.measure.arrivals import NOTHING, Arrival
from companion.measure.lookout import Lookout, flat
from companion.ports import Frame
from companion.sight.mat import Mat
from companion.sight.motion import small_table
from companion.sight.pixels import Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Reader

T = TypeVar("T")

EACH_S = 0.2
"""Seconds between two looks that vote."""
UNTIL_S = 2.0
_CAME_AT = 1.0
_STIRRED_MM = 25.0
_HIDDEN = 0.5


class Outcome(Enum):
    """How one arrival came out. ASKED: something is known to be there, and people are asked; MISSED: nothing is."""

    RIGHT = "right"
    WRONG = "wrong"
    ASKED = "asked"
    MISSED = "missed"
    NO_MAT = "no mat"


@dataclass(frozen=True, slots=True)
class Heard:
    """What is told of one arrival. `said`: codes named, `gone R2` and `moved R2` for a card that never went; `guesses`:
    the first two of what wasn't clear; `looks`: how many it took."""

    outcome: Outcome
    said: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    looks: int = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """`single`: after one look; `voted`: after several, None where they weren't wanted; `stages`: milliseconds by the
    step's name."""

    arrival: str
    disturbance: str
    card: str
    single: Heard
    voted: Heard | None
    stages: dict[str, float]

    @property
    def table(self) -> str:
        """The drawn table, which other arrivals share."""
        return self.arrival.rpartition("-")[0]


def judged(reader: Reader, card_mm: tuple[float, float], arrival: Arrival, *, votes: bool = False) -> Judged:
    """One look at one arrival, and with `votes` those that follow it."""
    stages: dict[str, float] = {}

    def timed(name: str, step: Callable[[], T]) -> T:
        began = time.perf_counter()
        result = step()
        stages[name] = (time.perf_counter() - began) * 1000
        return result

    keeper = MatKeeper()
    before = timed("find the mat", lambda: keeper.look(Frame(arrival.before, 0.0, 0)))
    if before is None:
        lost = Heard(Outcome.NO_MAT)
        return Judged(arrival.name, arrival.disturbance, arrival.card, lost, lost if votes else None, stages)
    mat = _held(keeper, arrival.after) or before
    lookout = Lookout(reader, card_mm, arrival.before, before, arrival.lying)
    small = timed("gate: small table", lambda: small_table(arrival.after, mat))
    light = timed("light", lambda: lookout.light(small))
    places = timed("gate: places", lambda: lookout.gate(light.undone(small, lookout.belief.small), _CAME_AT))
    table = timed("flatten", lambda: light.undone(flat(arrival.after, mat), lookout.belief.table))
    found = timed("read", lambda: [lookout.read(table, place) for place in places])
    single = _heard(arrival.card, [_believable(one) for one in found], lookout, 1)
    voted = _voted(lookout, mat, arrival) if votes else None
    return Judged(arrival.name, arrival.disturbance, arrival.card, single, voted, stages)


def _held(keeper: MatKeeper, after: Picture) -> Mat | None:
    """The mat as the eyes hold it once they believe a change: if it has moved, two looks at its markers agreed."""
    for at in (_CAME_AT, _CAME_AT + 0.5):
        keeper.check(Frame(after, at, 1), soon=True)
    return keeper.mat


def _believable(found: Examined) -> Examined:
    """A look as the eyes would believe it: no card has gone while something is left unexplained."""
    return found if found.is_explained else replace(found, gone=())


def _voted(lookout: Lookout, mat: Mat, arrival: Arrival) -> Heard:
    """Looks as the eyes take them, until all places are understood or time is up."""
    looks = 0
    for frame in _frames(arrival):
        lookout.vote(frame, mat, _CAME_AT + looks * EACH_S)
        looks += 1
        if not lookout.is_open:
            break
    return _heard(arrival.card, lookout.told, lookout, looks, is_open=lookout.is_open)


def _frames(arrival: Arrival) -> Iterator[Picture]:
    yield arrival.after
    if arrival.later is not None:
        for step in range(1, round(UNTIL_S / EACH_S) + 1):
            yield arrival.later(step)


def _heard(card: str, found: Sequence[Examined], lookout: Lookout, looks: int, *, is_open: bool = False) -> Heard:
    """Right where this card and no other was named; any other name is wrong, and so is a card that is said to have
    gone."""
    new = [match for one in found for match in one.new]
    said = tuple(match.code for match in new) + tuple(_said_of_others(found, lookout, new))
    unsure = [one.unsure for one in found if one.unsure is not None]
    guesses = (unsure[0].code, unsure[0].runner_up) if unsure else ()
    if any(what != card for what in said) or len(said) > 1:
        return Heard(Outcome.WRONG, said, guesses, looks)
    if card == NOTHING:
        return Heard(Outcome.ASKED if unsure else Outcome.RIGHT, said, guesses, looks)
    if said == (card,):
        return Heard(Outcome.ASKED if unsure else Outcome.RIGHT, said, guesses, looks)
    noticed = unsure or is_open or any(not (one.is_explained or one.only_light) for one in found)
    return Heard(Outcome.ASKED if noticed else Outcome.MISSED, said, guesses, looks)


def _said_of_others(found: Sequence[Examined], lookout: Lookout, new: Sequence[Match]) -> Iterator[str]:
    """Cards said to have gone that no new one hides, or to lie far from where they lay: none of them did."""
    for one in found:
        for card_id in one.gone:
            card = lookout.lying.get(card_id)
            if card is not None and not any(_covers(match.quad, card) for match in new):
                yield f"gone {card.code}"
        for card_id, match in one.moved:
            card = lookout.lying.get(card_id)
            if (
                card is not None
                and float(np.linalg.norm(match.quad.mean(axis=0) - card.centre)) > _STIRRED_MM * PX_PER_MM
            ):
                yield f"moved {card.code}"


def _covers(quad: Quad, card: Lying) -> bool:
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(quad), np.ascontiguousarray(card.quad))
    return float(shared) > _HIDDEN * float(cv2.contourArea(card.quad))
