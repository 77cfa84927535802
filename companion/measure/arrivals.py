"""Drawn arrivals: a table before and after one card came to lie on it, under one named disturbance, with the truth.

Law: an arrival is its seed and its number, nothing else, so that any failure can be drawn again. Even seeds are for
tuning, odd ones for judging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import TABLES, Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Pile, Scene

Image = npt.NDArray[np.uint8]
_Change = Callable[[np.random.Generator, Conditions], Conditions]


def _but(**changes: object) -> _Change:
    return lambda _rng, conditions: conditions.but(**changes)


DISTURBANCES: Mapping[str, _Change] = {
    "plain": _but(),
    "warm lamp": _but(cast=(0.5, 0.9, 1.3)),
    "cold light": _but(cast=(1.35, 1.0, 0.65)),
    "half light": _but(exposure=0.45),
    "dim": _but(exposure=0.2, noise=5.0),
    "bright": _but(exposure=1.6),
    "side light": _but(gradient=0.7),
    "shade": _but(shade=0.5),
    "deep shadows": _but(shadow=0.85),
    "glare": _but(glare=0.9, glare_spots=3, glare_mm=70.0),
    "haze": _but(haze=0.08),
    "blur": _but(blur_px=2.2),
    "motion": _but(motion_px=7.0),
    "noise": _but(noise=9.0),
    "jpeg": _but(jpeg=30),
    "sleeves": _but(sleeved=True),
    "tilt": _but(),
    "wide lens": _but(),
    "squarely on": _but(),
    "heap": _but(),
    "navy cloth": _but(table="navy", exposure=0.5),
    "two at once": lambda rng, _: Conditions.random(rng, 1.0),
}


@dataclass(frozen=True, slots=True)
class Arrival:
    """`before` and `after`: camera frames; `card`: the code of what came; `corners`: its true corners, pixels, (4,
    2)."""

    name: str
    disturbance: str
    before: Image
    after: Image
    card: str
    corners: npt.NDArray[np.float32]


A_TABLE = 4
"""Cards laid one after another on each drawn table: drawing the table costs more than laying a card."""


def arrivals(seed: int, count: int, faces: Mapping[str, Image], card_mm: tuple[float, float]) -> Iterator[Arrival]:
    """Draws the first `count` arrivals of this seed, the disturbances in turn."""
    for table in range(-(-count // A_TABLE)):
        yield from islice(_table(seed, table, faces, card_mm), count - table * A_TABLE)


def _table(seed: int, table: int, faces: Mapping[str, Image], card_mm: tuple[float, float]) -> Iterator[Arrival]:
    """One table with its lens and light, and the cards that come to lie on it."""
    rng = np.random.default_rng((seed, table))
    disturbance = list(DISTURBANCES)[table % len(DISTURBANCES)]
    base = Conditions.random(rng, 0.3).but(table=str(rng.choice(TABLES)), glare=0.0, sleeved=False, motion_px=0.0)
    conditions = DISTURBANCES[disturbance](rng, base)
    painter = Painter(faces, card_mm, _lens(rng, disturbance), conditions, int(rng.integers(1 << 30)))
    codes = [code for code in faces if code != "back"]
    pile = Pile(int(rng.integers(1, 40)))
    layout = _Layout(rng, codes, disturbance)
    before = painter.frame(Scene(tuple(layout.lying), pile=pile), 0.0)
    for number in range(A_TABLE):
        new = layout.next()
        after = painter.frame(Scene(tuple(layout.lying), pile=pile), 2.0 + number)
        corners = np.asarray(painter.corners(new), np.float32)
        yield Arrival(f"{seed}-{table}-{number}", disturbance, before, after, new.code, corners)
        before = after


def _lens(rng: np.random.Generator, disturbance: str) -> Lens:
    tilt = 30.0 if disturbance == "tilt" else float(rng.uniform(0, 14))
    bend = -0.12 if disturbance == "wide lens" else float(rng.uniform(-0.03, 0.02))
    return Lens.over(
        tilt_deg=tilt, tilt_towards_deg=float(rng.uniform(0, 360)), roll_deg=float(rng.normal(0, 2)), k1=bend
    )


class _Layout:
    """Some piles and discards, and where the next card goes: on a pile, to a free place, or among the discards."""

    def __init__(self, rng: np.random.Generator, codes: list[str], disturbance: str) -> None:
        self._rng, self._codes = rng, codes
        self._is_heap, self._is_square = disturbance == "heap", disturbance == "squarely on"
        self._tops: dict[float, LyingCard | None] = dict.fromkeys(float(x) for x in np.linspace(85, 715, 5))
        self._discards = 0
        self.lying: list[LyingCard] = []
        for x in self._tops:
            for _ in range(int(rng.integers(0, 3))):
                self._on_pile(x, float(rng.uniform(14, 24)))
        for _ in range(int(rng.integers(0, 6))):
            self._to_discards()

    def next(self) -> LyingCard:
        """Lays one more card."""
        x = float(self._rng.choice(list(self._tops)))
        if self._is_square:
            return self._on_pile(x, float(self._rng.normal(0, 1.5)))
        if self._is_heap or self._rng.random() < 0.4:
            return self._to_discards()
        return self._on_pile(x, float(self._rng.uniform(12, 24)))

    def _on_pile(self, x: float, step_mm: float) -> LyingCard:
        top = self._tops[x]
        y = 70.0 if top is None else min(top.y_mm + step_mm, 150.0)
        aside = self._rng.normal(0, 1.5 if self._is_square else 4)
        place = x if top is None or not self._is_square else top.x_mm
        card = self._card(place + aside, y, float(self._rng.normal(0, 1.5 if self._is_square else 6)))
        self._tops[x] = card
        return card

    def _to_discards(self) -> LyingCard:
        x, y, turn = _discard(self._rng, self._discards, heap=self._is_heap)
        self._discards += 1
        return self._card(x, y, turn)

    def _card(self, x: float, y: float, turn: float) -> LyingCard:
        card = LyingCard(str(self._rng.choice(self._codes)), x, y, turn)
        self.lying.append(card)
        return card


def _discard(rng: np.random.Generator, index: int, *, heap: bool) -> tuple[float, float, float]:
    if heap:
        return float(rng.uniform(120, 460)), float(rng.uniform(290, 430)), float(rng.uniform(0, 360))
    turn = float(rng.normal(0, 8)) + (180.0 if rng.random() < 0.3 else 0.0)
    return 80 + 48 * (index % 9) + float(rng.normal(0, 4)), 290 + 95 * (index // 9) + float(rng.normal(0, 5)), turn
