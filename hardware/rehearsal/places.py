"""Where the next card goes: the fireworks' piles and the discards, as people lay them, inside the mat's zones."""

from __future__ import annotations

import numpy as np

from hardware.rehearsal.manners import Manners
from hardware.rehearsal.scene import LyingCard

#: x, y of the zones' corners in mm, for a mat of 800 x 500
FIREWORKS = (40.0, 15.0, 760.0, 205.0)
DISCARDS = (40.0, 225.0, 600.0, 485.0)


class Places:
    """Remembers which suit has which place and how far the row of discards has come."""

    def __init__(
        self,
        suits: int,
        manners: Manners,
        rng: np.random.Generator,
        card_mm: tuple[float, float],
        mat_mm: tuple[float, float],
    ) -> None:
        self._manners, self._rng, self._card = manners, rng, card_mm
        self._scale = (mat_mm[0] / 800.0, mat_mm[1] / 500.0)
        self._suits = max(suits, 5)
        self._piles: dict[str, list[LyingCard]] = {}
        self._row_x, self._row = 0.0, 0

    def firework(self, code: str) -> LyingCard:
        """On its suit's pile, fanned downwards or squarely; a new suit gets the next place."""
        m, rng = self._manners, self._rng
        left, top, right, bottom = self._zone(FIREWORKS)
        pile = self._piles.setdefault(code[0], [])
        number = list(self._piles).index(code[0])
        pitch = (right - left) / self._suits
        turn = float(rng.normal(0, m.jitter_deg))
        if pile and rng.random() < m.square_share:
            x, y = pile[-1].x_mm + float(rng.normal(0, 1.2)), pile[-1].y_mm + float(rng.normal(0, 1.2))
            turn = pile[-1].turn_deg + float(rng.normal(0, 0.8))
        elif pile:
            x = left + pitch * (number + 0.5) + float(np.clip(rng.normal(0, m.jitter_mm), -8, 8))
            y = pile[-1].y_mm + float(rng.uniform(*m.fan_mm))
        else:
            x = left + pitch * (number + 0.5) + float(np.clip(rng.normal(0, m.jitter_mm), -10, 10))
            y = top + self._card[1] / 2 + 3 + float(rng.uniform(0, 4))
        y = min(y, bottom - self._card[1] / 2 - 1)
        card = LyingCard(code, x, y, turn)
        pile.append(card)
        return card

    def forget(self, card: LyingCard) -> None:
        """The card is taken from its pile again."""
        pile = self._piles.get(card.code[0], [])
        if card in pile:
            pile.remove(card)

    def misplaced(self, code: str) -> LyingCard:
        """Where a card is laid that turns out not to fit: on its suit's pile or at a free place, but no part of it."""
        number = list(self._piles).index(code[0]) if code[0] in self._piles else len(self._piles)
        left, top, right, bottom = self._zone(FIREWORKS)
        pitch = (right - left) / self._suits
        number = min(number, self._suits - 1)
        pile = self._piles.get(code[0])
        y = pile[-1].y_mm + 22 if pile else top + self._card[1] / 2 + 8
        x = left + pitch * (number + 0.5) + float(self._rng.normal(0, self._manners.jitter_mm))
        y = min(y + float(self._rng.normal(0, 2)), bottom - self._card[1] / 2 - 1)
        return LyingCard(code, x, y, float(self._rng.normal(0, self._manners.jitter_deg)))

    def discard(self, code: str) -> LyingCard:
        """Next in the row, or anywhere on the heap."""
        m, rng = self._manners, self._rng
        left, top, right, bottom = self._zone(DISCARDS)
        reach = float(np.hypot(*self._card)) / 2 + 1
        if rng.random() < m.heap_share:
            x, y = rng.uniform(left + reach, right - reach), rng.uniform(top + reach, bottom - reach)
            return LyingCard(code, float(x), float(y), float(rng.uniform(-180, 180)))
        half_w, half_h = self._card[0] / 2 + 8, self._card[1] / 2 + 5
        x = left + half_w + self._row_x
        if x > right - half_w:
            self._row, self._row_x = self._row + 1, 0.0
            x = left + half_w
        self._row_x += float(rng.uniform(*m.discard_step_mm))
        rows = (top + half_h, bottom - half_h, (top + bottom) / 2)
        y = rows[self._row % 3] + float(np.clip(rng.normal(0, m.jitter_mm), -6, 6))
        turn = float(rng.normal(0, m.jitter_deg)) + (180.0 if rng.random() < m.upside_share else 0.0)
        y = float(np.clip(y, top + half_h - 4, bottom - half_h + 4))
        return LyingCard(code, float(x), y, turn)

    def _zone(self, zone: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        sx, sy = self._scale
        return zone[0] * sx, zone[1] * sy, zone[2] * sx, zone[3] * sy
