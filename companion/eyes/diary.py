"""What the eyes decided, a line each: for the log, and for whoever wants to know why.

Law: a line a decision, with its frame and place; looks are told to those alone who ask for everything (DEBUG), and a
frame on which nothing happens is told to nobody.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.eyes.belief import Belief
from companion.eyes.examine import Examined
from companion.eyes.stillness import Place, Stillness
from companion.sight.pixels import Floats, Picture
from companion.sight.reader import Match
from companion.sight.reading import Reading
from companion.sight.sighting import PlaceSeen

LOG = logging.getLogger("companion.eyes")

MOST_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Looked:
    """One look at a settled place, and what came of it. `story`: what all looks at this place found, this one last;
    `verdict`: None where another look is wanted."""

    index: int
    at: float
    place: Place
    found: Examined
    verdict: Examined | None
    story: Sequence[Examined]

    @property
    def where(self) -> str:
        """The frame and the place."""
        left, top, right, bottom = self.place.area_mm
        x, y = self.place.centre_mm
        return f"frame {self.index}, {x:.0f},{y:.0f} mm ({right - left:.0f} x {bottom - top:.0f})"


class Notes(Protocol):
    """Whoever wants to know what each look at a place found."""

    def looked(self, look: Looked, belief: Belief, table: Picture, small: Picture, still_s: Floats) -> None:
        """One look at a settled place. `belief`: as before the verdict; `table`: as now, around the places looked at;
        `still_s`: the seconds since each bit of the `small` table picture moved."""
        ...

    def decided(self, look: Looked, seen: PlaceSeen, names: Mapping[int, str]) -> None:
        """What came of the look just told."""
        ...


def look_line(look: Looked) -> str:
    """What one look found."""
    found = look.found
    said = [_read(match) for match in (*found.new, *(match for _, match in found.moved))]
    said += [f"unsure, {match_words(found.unsure)}"] if found.unsure is not None else []
    said += [f"card {k} gone" for k in found.gone]
    said += ["only the light"] if found.only_light else [] if said else ["no card"]
    return f"{look.where}: look {len(look.story)}: {'; '.join(said)}; unexplained {found.residue:.2f} of a card"


def decision_line(look: Looked, seen: PlaceSeen, names: Mapping[int, str]) -> str:
    """What is believed of a place from now on. `names`: the cards that lay on the table before, by their numbers."""
    assert look.verdict is not None
    verdict = look.verdict
    voted = bool(verdict.new) and not look.found.new
    said = [f"{'voted' if voted else 'new'}: {match_words(match)}" for match in verdict.new]
    said += [f"asked: {match_words(verdict.unsure)}"] if verdict.unsure is not None else []
    said += [f"card {k} moved: {match_words(match)}" for k, match in verdict.moved]
    said += [f"card {k} gone ({names.get(k, '?')})" for k in verdict.gone]
    said += ["something that is no card"] if seen.odd is not None else []
    said += [] if said else ["only the light" if verdict.only_light else "as it was"]
    took = look.at - look.place.moved_at
    return f"{look.where}: {'; '.join(said)} [{len(look.story)} looks, {took:.1f} s after the hand]"


def match_words(match: Match) -> str:
    """A match in figures."""
    return (
        f"{match.code} (distance {match.distance:.0f}, margin {match.margin:.2f} to {match.runner_up}, "
        f"alike {match.alike:.2f}, lead {match.lead:.2f})"
    )


class Diary:
    """Tells looks and decisions to the log, and to `notes` if anybody takes them."""

    def __init__(self, notes: Notes | None) -> None:
        self._notes = notes

    def looked(self, look: Looked, belief: Belief, table: Picture, small: Picture, still: Stillness) -> None:
        """One look, before anything is believed by it."""
        if LOG.isEnabledFor(logging.DEBUG):
            LOG.debug("%s", look_line(look))
        if self._notes is not None:
            self._notes.looked(look, belief, table, small, still.since_moved(look.at))

    def decided(self, look: Looked, seen: PlaceSeen, names: Mapping[int, str]) -> None:
        """One decision. `names`: the cards that lay on the table before, by their numbers."""
        if LOG.isEnabledFor(logging.INFO):
            LOG.info("%s", decision_line(look, seen, names))
        if self._notes is not None:
            self._notes.decided(look, seen, names)


def read_at_last(index: int, card_id: int, match: Match) -> None:
    """A card that couldn't be read before."""
    LOG.info("frame %d: card %d read at last: %s", index, card_id, match_words(match))


def first_seen(index: int, readings: Sequence[Reading]) -> None:
    """What lay there when the table was first seen still."""
    cards = ", ".join(str(reading.card or "?") for reading in readings) or "no card"
    LOG.info("frame %d: the table as first seen: %s", index, cards)


def _read(match: Match) -> str:
    return f"{'clear' if match.is_clear else 'unsure'}, {match_words(match)}"


class Sparing(logging.Filter):
    """Lets so many lines a minute through, so that a lamp that flickers all night fills no disk."""

    def __init__(self, most: int = MOST_A_MINUTE, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._clock = most, clock
        self._told: deque[float] = deque()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is told; the last one of a minute says that it is."""
        now = self._clock()
        while self._told and self._told[0] <= now - 60:
            self._told.popleft()
        if len(self._told) >= self._most:
            return False
        self._told.append(now)
        if len(self._told) == self._most:
            record.msg, record.args = f"{record.getMessage()} (more in this minute is not told)", ()
        return True
