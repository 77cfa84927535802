"""Several looks at one settled place, until they tell one story or patience ends.

Law: nothing is believed on one look. Two that agree and explain the place suffice; where none is clear, many that
name the same card without a rival do; and what then still can't be read is told as unread, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.eyes.belief import table_area
from companion.eyes.examine import Examined
from companion.eyes.stillness import Place
from companion.sight.light import FULL
from companion.sight.pixels import Floats, Picture, brightest
from companion.sight.place import PX_PER_MM
from companion.sight.reader import BACK, Match

_VOTES = 5
_STEADY = 4
_MARGIN_MM = 14.0
_ONE_SPOT_MM = 12.0
_AT_ONCE, _PAUSE_S = 3, 0.2


@dataclass(frozen=True, slots=True)
class LooksPatience:
    """Seconds: how long an unsure place is looked at, one where no card is found, and a card that hangs over the mat's
    edge: there it may still be in a hand."""

    unsure: float = 2.0
    odd: float = 3.0
    over_edge: float = 6.0


@dataclass(slots=True)
class Looks:
    """The looks at one place so far. `place` is as last seen."""

    place: Place
    first_at: float
    seen: list[Examined] = field(default_factory=list)
    total: Floats | None = None
    counts: Floats | None = None
    looked_at: float = -np.inf

    def is_early(self, at: float) -> bool:
        """Whether another look so soon would hardly tell anything new: what isn't clear at once takes long to read."""
        return len(self.seen) >= _AT_ONCE and at - self.looked_at < _PAUSE_S

    def averaged(self, table: Picture) -> Picture:
        """The table, with this place averaged over all looks so far: noise and flicker go, a card stays. A pixel counts
        where no mirrored lamp fills it, if it wasn't full in all looks: lamps and heads move.

        The table's own room is written on.
        """
        left, top, right, bottom = table_area(self.place.area_mm, _MARGIN_MM, table.shape)
        cut = table[top:bottom, left:right]
        seen = cv2.threshold(brightest(cut), FULL - 1, 1, cv2.THRESH_BINARY_INV)[1].astype(np.float32)[:, :, None]
        now = cut.astype(np.float32)
        if self.total is None or self.total.shape != now.shape:
            self.total, self.counts = now * seen, seen
            return table
        assert self.counts is not None
        self.total, self.counts = self.total + now * seen, self.counts + seen
        cut[:] = np.where(self.counts > 0, self.total / np.maximum(self.counts, 1) + np.float32(0.5), now)
        return table

    def verdict(self, found: Examined, at: float, patience: LooksPatience) -> Examined | None:
        """What to believe after this look; None where another is wanted."""
        agreed = bool(self.seen) and found.agrees_with(self.seen[-1])
        self.seen.append(found)
        self.looked_at = at
        if agreed and (found.only_light or (found.is_explained and found.cards_changed)):
            return found
        voted = self._voted()
        if voted is not None:
            return voted
        if self._is_steady():
            return in_part(found)
        waited = at - self.first_at
        if waited < patience.unsure:
            return None
        if found.has_arrivals:
            return in_part(found)
        if self.place.touches_edge:
            is_told = waited >= patience.over_edge and self._is_one_card()
        else:
            is_told = found.unsure is not None or waited >= patience.odd
        return replace(found, gone=()) if is_told else None

    def _is_one_card(self) -> bool:
        """Whether what lies over the mat's edge has looked like one card in one spot for a while, and nothing else
        comes in with it: an arm doesn't."""
        last = [one.unsure for one in self.seen[-_VOTES:]]
        quads = [match.quad / np.float32(PX_PER_MM) for match in last if match is not None]
        if len(quads) < _VOTES:
            return False
        middles = np.stack([quad.mean(axis=0) for quad in quads])
        left, top, right, bottom = self.place.area_mm
        low, high = quads[-1].min(axis=0) - _MARGIN_MM, quads[-1].max(axis=0) + _MARGIN_MM
        is_within = bool((low <= (left, top)).all() and (high >= (right, bottom)).all())
        return is_within and float(np.ptp(middles, axis=0).max()) < _ONE_SPOT_MM

    def _is_steady(self) -> bool:
        """Whether a card has been read the same way several times, though something else is in the way beside it."""
        last = self.seen[-_STEADY:]
        return len(last) == _STEADY and last[-1].has_arrivals and all(one.agrees_with(last[-1]) for one in last)

    def _voted(self) -> Examined | None:
        """The last look with its unsure match taken as clear, where enough looks named that card and none another."""
        unsure = [one.unsure for one in self.seen if one.unsure is not None]
        last = self.seen[-1]
        if last.unsure is None or last.unsure.code == BACK or last.new:
            return None
        if len(unsure) < _VOTES or not _is_unanimous(unsure[-2 * _VOTES :]):
            return None
        return replace(last, new=(replace(last.unsure, is_clear=True),), unsure=None, residue=0.0)


def in_part(found: Examined) -> Examined:
    """What is clear in a place of which not all is: the cards read. What a hand covers is hidden, not gone."""
    return found if found.is_explained else replace(found, gone=(), unsure=None, is_partial=True)


def _is_unanimous(matches: Sequence[Match]) -> bool:
    return len({m.code for m in matches}) == 1 and sum(m.is_likely for m in matches) >= _VOTES
