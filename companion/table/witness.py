"""Whose arm was it? Which forgotten clues would explain from where the arms came that laid the cards.

Law: nothing is set up by hand and nothing is asserted: seats keep their side, and the history says whose card each was;
so a correction teaches anew, and players who sit too close together make the witness silent.

Each card gives one bearing. A seat's arms come from where its other arms came from; cards whose seats don't fit are
explained by clues that nobody pressed, each at a price, or else by somebody who reached across the table.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

MEMORY = 40
"""So many arms are remembered, the latest."""
_RECENT = 24
"""Before so many of them a clue may be found to be missing."""
_WIDTH_DEG = 16.0
"""How far the arms of one seat are apart: a standard deviation."""
_ELSEWHERE = 0.3
"""How much less is believed of a seat of which few arms are known: so many arms from anywhere are added to them."""
_STRAY = 0.01
"""The share of arms that come from anywhere: somebody reaches across, or lays a card for another."""
_PRICE, _PRICE_MORE = 4.5, 0.3
"""How unlikely a forgotten clue is, and each further one in a row: a negative logarithm."""
_CLEARER, _AS_GOOD = 1.0, 2.0
"""By how much an explanation must be better than others (logarithms), and within how much two are as good."""
_SURELY = 6.0
"""So many times likelier than any other seat is sure."""


@dataclass(frozen=True, slots=True)
class Arm:
    """The arm that laid a card. `seat`: whose card it is by the history; `bearing`: degrees clockwise round the mat."""

    card_id: int
    seat: int
    bearing: float


def forgotten(
    players: int,
    arms: Sequence[Arm],
    supposed: Mapping[int, int],
    denied: Collection[int] = (),
    earlier: Sequence[Arm] = (),
) -> dict[int, int]:
    """The clues that seem to be missing: how many before which card (by its id).

    `arms`: of this game, in the order of its history. `supposed`: what seemed to be missing up to now: kept as long as
    it explains something. `denied`: cards before which none is missing. `earlier`: arms of the game before this one, of
    which nothing is believed unless as many played.
    """
    arms = arms[-MEMORY:]
    room = MEMORY - len(arms)
    is_same_table = {arm.seat for arm in earlier} == set(range(players))
    seats = _Seats(players, arms, earlier[-room:] if room and is_same_table else ())
    ids = {arm.card_id for arm in arms}
    kept = {card: clues for card, clues in supposed.items() if card in ids}
    for card in reversed(list(kept)):
        without = {other: clues for other, clues in kept.items() if other != card}
        if seats.fit(without) >= seats.fit(kept):
            kept = without
    return kept | _one_more(seats, arms, kept, denied)


def _one_more(seats: _Seats, arms: Sequence[Arm], kept: Mapping[int, int], denied: Collection[int]) -> dict[int, int]:
    """The best further explanation, if it explains more than none, and clearly more than another number of clues.

    Where several cards explain it about as well, the latest: whatever was forgotten was forgotten before that one too.
    """
    fits = {
        (clues, arm.card_id): seats.fit({**kept, arm.card_id: clues})
        for arm in arms[-_RECENT:]
        for clues in range(1, seats.players)
        if arm.card_id not in denied and arm.card_id not in kept
    }
    best = max(fits, key=lambda one: fits[one], default=None)
    if best is None or fits[best] <= seats.fit(kept):
        return {}
    if any(fit > fits[best] - _CLEARER for (clues, _), fit in fits.items() if clues != best[0]):
        return {}
    as_good = [card for (clues, card), fit in fits.items() if clues == best[0] and fit > fits[best] - _AS_GOOD]
    return {as_good[-1]: best[0]}


def whose(players: int, arms: Sequence[Arm], card_id: int) -> int | None:
    """The seat from whose side this card came, None where it may have been another's."""
    chances = _Seats(players, arms[-MEMORY:], ()).chances(card_id)
    if not chances:
        return None
    *_, second, best = sorted(chances)
    return chances.index(best) if best > _SURELY * second else None


class _Seats:
    """How well arms fit to seats, by what was seen of each seat."""

    def __init__(self, players: int, arms: Sequence[Arm], earlier: Sequence[Arm]) -> None:
        self.players = players
        self._arms = arms
        bearings = [arm.bearing for arm in (*arms, *earlier)]
        self._near = [[_nearness(one, other) for other in bearings] for one in bearings]
        self._earlier = self._turned([arm.seat for arm in earlier])

    def fit(self, missing: Mapping[int, int]) -> float:
        """How likely all arms are where so many clues are missing before these cards: a logarithm, less their price."""
        price = sum(_PRICE + _PRICE_MORE * (clues - 1) for clues in missing.values())
        return self._likely([*self._told(missing), *self._earlier]) - price

    def chances(self, card_id: int) -> list[float]:
        """How likely this card's arm is for each seat; nothing where its arm is not known."""
        seats = self._told({})
        index = next((n for n, arm in enumerate(self._arms) if arm.card_id == card_id), None)
        if index is None:
            return []
        return [self._chance(index, [*seats[:index], seat, *seats[index + 1 :]]) for seat in range(self.players)]

    def _told(self, missing: Mapping[int, int]) -> list[int]:
        """Each card's seat, had these clues been told."""
        seats, shift = [], 0
        for arm in self._arms:
            shift += missing.get(arm.card_id, 0)
            seats.append((arm.seat + shift) % self.players)
        return seats

    def _turned(self, seats: Sequence[int]) -> list[int]:
        """The seats of the game before, counted from the one that is first now: another player may have begun."""
        now = self._told({})
        turns = [[(seat + turn) % self.players for seat in seats] for turn in range(self.players)]
        return max(turns, key=lambda turned: self._likely([*now, *turned])) if seats else []

    def _likely(self, seats: Sequence[int]) -> float:
        return sum(math.log(self._chance(index, seats)) for index in range(len(seats)))

    def _chance(self, index: int, seats: Sequence[int]) -> float:
        """How likely this arm is, by the others of its seat, as a multiple of an arm from anywhere."""
        row, seat = self._near[index], seats[index]
        others = [row[k] for k, other in enumerate(seats) if other == seat and k != index]
        return (1 - _STRAY) * (sum(others) + _ELSEWHERE) / (len(others) + _ELSEWHERE) + _STRAY


def _nearness(one: float, other: float) -> float:
    """How likely an arm is to come from one side when it came from the other before, as a multiple of anywhere."""
    apart = (one - other + 180) % 360 - 180
    return 360 / (_WIDTH_DEG * math.sqrt(2 * math.pi)) * math.exp(-0.5 * (apart / _WIDTH_DEG) ** 2)
