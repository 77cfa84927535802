"""What faultless eyes would tell of a script's scenes: the same sightings as from pixels, in a thousandth of the time.

Law: cards are told once no hand has been over them for a while, as in pictures; only the arms' bearings are made up,
from where the arms really are, with an error and with gaps.
"""

from __future__ import annotations

import math

import numpy as np

from companion.rules.cards import Card
from companion.sight.reading import Reading
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting, Unsettled
from hardware.rehearsal.scene import Hand, LyingCard, Scene
from hardware.rehearsal.seats import is_over

_SETTLE_S = 0.7
_MAT_MM = (800.0, 500.0)
_BODY_MM = 900.0


class Unpainted:
    """Looks at scenes. `error_deg`: standard deviation of a bearing; `blind`: share of arms that aren't told."""

    def __init__(self, rng: np.random.Generator, *, error_deg: float = 8.0, blind: float = 0.05) -> None:
        self._rng, self._error_deg, self._blind = rng, error_deg, blind
        self._known: dict[int, LyingCard] = {}
        self._changing: dict[LyingCard, tuple[float, float, Hand | None]] = {}
        self._numbers: dict[LyingCard, int] = {}
        self._inside_since: float | None = None
        self._is_first = True

    def look(self, scene: Scene, at: float, index: int) -> Seen:
        """Takes the next scene, in order of time."""
        first, self._is_first = self._is_first, False
        self._note_hands(scene, at)
        lying = set(scene.cards)
        changed = [c for c in scene.cards if c not in self._numbers] + [c for c in self._numbers if c not in lying]
        for card in changed:
            self._note_change(card, scene, at)
        self._changing = {card: seen for card, seen in self._changing.items() if card in changed}
        places = tuple(self._settled(card, card in lying) for card in changed if self._has_settled(card, at))
        since = [began for began, _, _ in self._changing.values()]
        since += [self._inside_since] if self._inside_since is not None else []
        unsettled = tuple(Unsettled(began, (0.0, 0.0, *_MAT_MM)) for began in since)
        return Seen(at, index, places, unsettled, first=first)

    def _note_hands(self, scene: Scene, at: float) -> None:
        is_inside = any(0 < hand.x_mm < _MAT_MM[0] and 0 < hand.y_mm < _MAT_MM[1] for hand in scene.hands)
        self._inside_since = (self._inside_since if self._inside_since is not None else at) if is_inside else None

    def _note_change(self, card: LyingCard, scene: Scene, at: float) -> None:
        began, left_at, arm = self._changing.get(card, (at, at, None))
        for hand in scene.hands:
            if is_over(hand, card.x_mm, card.y_mm):
                left_at, arm = at, hand
        self._changing[card] = (began, left_at, arm)

    def _has_settled(self, card: LyingCard, at: float) -> bool:
        return at - self._changing[card][1] >= _SETTLE_S

    def _settled(self, card: LyingCard, is_there: bool) -> PlaceSeen:
        _, left_at, hand = self._changing.pop(card)
        if not is_there:
            return PlaceSeen(left_at, vanished=(self._numbers.pop(card),))
        number = len(self._known) + 1
        self._known[number], self._numbers[card] = card, number
        reading = Reading(((Card.parse(card.code), 0.99),), is_clear=True)
        return PlaceSeen(left_at, appeared=(Sighting(number, reading, corners_of(card)),), arm=self._arm(hand))

    def _arm(self, hand: Hand | None) -> float | None:
        if hand is None or self._rng.random() < self._blind:
            return None
        turn = math.radians(hand.from_deg)
        x = hand.x_mm - math.sin(turn) * _BODY_MM - _MAT_MM[0] / 2
        y = hand.y_mm + math.cos(turn) * _BODY_MM - _MAT_MM[1] / 2
        return (math.degrees(math.atan2(-x, y)) + float(self._rng.normal(0, self._error_deg))) % 360


def corners_of(card: LyingCard) -> Corners:
    """The corners of a card of 63 x 88 mm."""
    turn = math.radians(card.turn_deg)
    c, s = math.cos(turn), math.sin(turn)

    def corner(x: float, y: float) -> tuple[float, float]:
        return card.x_mm + c * x - s * y, card.y_mm + s * x + c * y

    return corner(-31.5, -44.0), corner(31.5, -44.0), corner(31.5, 44.0), corner(-31.5, 44.0)
