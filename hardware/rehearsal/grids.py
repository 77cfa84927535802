"""A photo of a whole deck laid out to be taught: a row a suit, ranks from the left, and where each card truly lies.

Law: the same faces, table and seed give the same photo. Even seeds are for tuning, odd ones for judging.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hardware.rehearsal.lens import Lens, Points
from hardware.rehearsal.light import Conditions, Image
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

_BACK = "back"
_RANKS = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """How somebody lays cards out. Lengths in millimetres, `skew` and `askew_deg` standard deviations for each card.

    `missing` are codes left out; `turned_share` of the cards lie upside down; `pushed` moves single cards by (x, y).
    """

    gap: float = 14.0
    skew: float = 2.5
    askew_deg: float = 2.0
    turned_share: float = 0.25
    missing: tuple[str, ...] = ()
    pushed: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def random(cls, rng: np.random.Generator) -> Layout:
        """As people do it: some neatly, some in a hurry."""
        return cls(
            gap=float(rng.uniform(9, 28)),
            skew=float(rng.uniform(0.5, 3.0)),
            askew_deg=float(rng.uniform(0.5, 3.5)),
            turned_share=float(rng.choice([0.0, 0.3])),
        )


@dataclass(frozen=True, slots=True)
class GridPhoto:
    """`pixels`: the photo, BGR; `corners`: code to a card's true corners in it, clockwise from its own top left."""

    pixels: Image
    corners: Mapping[str, Points]


def laid_out(
    rows: Sequence[str], card_mm: tuple[float, float], layout: Layout, rng: np.random.Generator
) -> tuple[list[LyingCard], tuple[float, float]]:
    """The cards of these rows (suit letters, or `back` for a row of one), and how much room they take."""
    pitch = card_mm[0] + layout.gap, card_mm[1] + layout.gap
    lying = []
    for row, suit in enumerate(rows):
        for column in range(1 if suit == _BACK else _RANKS):
            code = suit if suit == _BACK else f"{suit}{column + 1}"
            x, y = np.array(pitch) * (column + 0.5, row + 0.5) + rng.normal(0, layout.skew, 2)
            aside = layout.pushed.get(code, (0.0, 0.0))
            turn = rng.normal(0, layout.askew_deg) + 180.0 * (rng.random() < layout.turned_share)
            if code not in layout.missing:
                lying.append(LyingCard(code, float(x + aside[0]), float(y + aside[1]), float(turn)))
    return lying, (pitch[0] * _RANKS, pitch[1] * len(rows))


def photographed(
    faces: Mapping[str, Image],
    rows: Sequence[str],
    card_mm: tuple[float, float],
    seed: int,
    *,
    table: str = "wood",
    size: tuple[int, int] = (1600, 1200),
    layout: Layout | None = None,
    conditions: Conditions | None = None,
    roll_deg: float = 0.0,
) -> GridPhoto:
    """The photo that somebody takes of these rows. What isn't said is chosen by the seed; `roll_deg` turns the camera
    (90 and 180 as a phone held otherwise)."""
    rng = np.random.default_rng([seed, 21])
    cards, room = laid_out(rows, card_mm, layout or Layout.random(rng), rng)
    lens = Lens.over(
        size,
        room,
        tilt_deg=float(rng.uniform(0, 18)),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        roll_deg=roll_deg + float(rng.normal(0, 2)),
        k1=float(rng.uniform(-0.12, 0.02)),
        room_mm=float(rng.uniform(12, 60)),
    )
    light = conditions or _daylight(rng, size[0] / 1280)
    painter = Painter(faces, card_mm, lens, light.but(table=table), seed, mat_mm=room, markers=False)
    pixels = painter.frame(Scene(tuple(cards)), 0.0)
    return GridPhoto(pixels, {card.code: painter.corners(card) for card in cards})


def _daylight(rng: np.random.Generator, fineness: float) -> Conditions:
    """A careful person's light: uneven, coloured, seldom mirrored. Finer sensors see the lens's blur larger."""
    light = Conditions.random(rng, 0.5)
    return light.but(
        exposure=float(np.clip(light.exposure, 0.6, 1.3)),
        glare=light.glare * 0.3,
        blur_px=float(rng.uniform(0.5, 1.1)) * max(1.0, fineness * 0.8),
        motion_px=0.0,
        noise=min(light.noise, 3.5),
        sleeved=False,
    )
