"""Drawn arrivals: a table before and after one card came to lie on it, under one named disturbance, with the truth.

Law: an arrival is its seed and its number, nothing else, so that any failure can be drawn again. Even seeds are for tuning,
odd ones for judging.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
    """`before` and `after`: camera frames; `card`: the code of what came; `corners`: its true corners in pixels, shape (4, 2)."""

    disturbance: str
    before: Image
    after: Image
    card: str
    corners: npt.NDArray[np.float64]
    lying: tuple[LyingCard, ...]


def arrival(seed: int, number: int, faces: Mapping[str, Image], card_mm: tuple[float, float]) -> Arrival:
    """Draws one arrival."""
    rng = np.random.default_rng((seed, number))
    disturbance = list(DISTURBANCES)[number % len(DISTURBANCES)]
    base = Conditions.random(rng, 0.3).but(table=str(rng.choice(TABLES)), glare=0.0, sleeved=False, motion_px=0.0)
    conditions = DISTURBANCES[disturbance](rng, base)
    painter = Painter(faces, card_mm, _lens(rng, disturbance), conditions, int(rng.integers(1 << 30)))
    codes = [code for code in faces if code != "back"]
    lying, new = _laid(rng, codes, disturbance)
    pile = Pile(int(rng.integers(1, 40)))
    before = painter.frame(Scene(tuple(lying), pile=pile), 0.0)
    after = painter.frame(Scene((*lying, new), pile=pile), 2.0)
    return Arrival(disturbance, before, after, new.code, painter.corners(new), tuple(lying))


def _lens(rng: np.random.Generator, disturbance: str) -> Lens:
    tilt = 30.0 if disturbance == "tilt" else float(rng.uniform(0, 14))
    bend = -0.12 if disturbance == "wide lens" else float(rng.uniform(-0.03, 0.02))
    return Lens.over(tilt_deg=tilt, tilt_towards_deg=float(rng.uniform(0, 360)), roll_deg=float(rng.normal(0, 2)), k1=bend)


def _laid(rng: np.random.Generator, codes: list[str], disturbance: str) -> tuple[list[LyingCard], LyingCard]:
    """Some piles and discards, and the new card: on a pile, in a free place, or among the discards."""
    lying: list[LyingCard] = []
    places = [float(x) for x in np.linspace(85, 715, 5)]
    tops: dict[float, LyingCard] = {}
    for x in places:
        y = 72.0
        for _ in range(int(rng.integers(0, 4))):
            card = LyingCard(str(rng.choice(codes)), x + rng.normal(0, 3), y, float(rng.normal(0, 4)))
            lying.append(card)
            tops[x] = card
            y += float(rng.uniform(14, 24))
    discards = [_discard(rng, k, heap=disturbance == "heap") for k in range(int(rng.integers(0, 8)))]
    lying += [LyingCard(str(rng.choice(codes)), x, y, turn) for x, y, turn in discards]
    code = str(rng.choice(codes))
    if disturbance == "squarely on" and tops:
        top = tops[list(tops)[int(rng.integers(len(tops)))]]
        off = rng.normal(0, 1.5, 2)
        return lying, LyingCard(code, top.x_mm + off[0], top.y_mm + off[1], top.turn_deg + float(rng.normal(0, 1.5)))
    if disturbance == "heap" or rng.random() < 0.4:
        x, y, turn = _discard(rng, len(discards), heap=disturbance == "heap")
        return lying, LyingCard(code, x, y, turn)
    x = float(rng.choice(places))
    y = tops[x].y_mm + float(rng.uniform(12, 24)) if x in tops else 72.0
    return lying, LyingCard(code, x + rng.normal(0, 4), y, float(rng.normal(0, 6)))


def _discard(rng: np.random.Generator, index: int, *, heap: bool) -> tuple[float, float, float]:
    if heap:
        return float(rng.uniform(120, 460)), float(rng.uniform(290, 430)), float(rng.uniform(0, 360))
    turn = float(rng.normal(0, 8)) + (180.0 if rng.random() < 0.3 else 0.0)
    return 80 + 48 * (index % 9) + float(rng.normal(0, 4)), 290 + 95 * (index // 9) + float(rng.normal(0, 5)), turn
