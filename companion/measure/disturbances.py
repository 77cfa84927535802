"""What can go against reading a card, by name: the light, the camera, how it is laid, and what comes that is no card.

Law: values only; one disturbance at a time, but for `two at once`, so that a figure has one cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

BGR = tuple[float, float, float]


class Laying(Enum):
    """Where a card comes to lie."""

    ABOUT = "on a pile, in a free place or among the discards"
    SQUARELY = "squarely on the card before"
    HEAP = "at any angle on a heap of discards"
    ZONE_EDGE = "half outside its zone"
    MAT_EDGE = "over the mat's edge"


class Comer(Enum):
    """What comes: a card of the deck, or something that must not be named."""

    CARD = "a card"
    BACK = "a card face down"
    STRANGER = "a card of another deck"
    PHONE = "a phone"
    PAPER = "paper"
    CUP = "a cup"
    TOKENS = "tokens"
    HAND = "a hand at rest"
    FAN = "cards in a hand"


@dataclass(frozen=True, slots=True)
class Disturbance:
    """`light`: fields of the drawn conditions that it changes; `tilt_deg`, `k1`: the lens, None for any usual one.

    `lamps_mm`: lamps mirrored on the very card that comes, so wide, none at 0; `beside`: things that lie there all the
    while; `drift`: by what the light's blue, green and red change before the card comes; `nudge_px`, `nudge_deg`: how
    far the camera moves then, at most.
    """

    comes: Comer = Comer.CARD
    laying: Laying = Laying.ABOUT
    light: Mapping[str, object] = field(default_factory=dict)
    tilt_deg: float | None = None
    k1: float | None = None
    lamps_mm: float = 0.0
    beside: tuple[str, ...] = ()
    hand_beside: bool = False
    marker_hidden: bool = False
    own_cloth: bool = False
    drift: BGR = (1.0, 1.0, 1.0)
    nudge_px: float = 0.0
    nudge_deg: float = 0.0
    is_any: bool = False


def _light(**changes: object) -> Disturbance:
    return Disturbance(light=changes)


DISTURBANCES: Mapping[str, Disturbance] = {
    "plain": Disturbance(),
    "warm lamp": _light(cast=(0.5, 0.9, 1.3)),
    "cold light": _light(cast=(1.35, 1.0, 0.65)),
    "half light": _light(exposure=0.45),
    "dim": _light(exposure=0.2, noise=5.0),
    "bright": _light(exposure=1.6),
    "side light": _light(gradient=0.7),
    "shade": _light(shade=0.5),
    "deep shadows": _light(shadow=0.85),
    "haze": _light(haze=0.08),
    "dusk to lamp": Disturbance(drift=(0.5, 0.75, 0.95)),
    "exposure drift": Disturbance(drift=(0.8, 0.8, 0.8)),
    "white balance drift": Disturbance(drift=(0.92, 1.0, 1.08)),
    "flicker": _light(bands=0.07, flicker=0.02),
    "glare": _light(glare=0.9, glare_spots=3, glare_mm=70.0),
    "small glare": _light(glare=1.1, glare_spots=8, glare_mm=22.0),
    "wide glare": _light(glare=0.6, glare_spots=1, glare_mm=170.0),
    "lamp on the card": Disturbance(lamps_mm=26.0, light={"glare": 1.0}),
    "blur": _light(blur_px=2.2),
    "defocus": _light(blur_px=3.0),
    "motion": _light(motion_px=7.0),
    "noise": _light(noise=9.0),
    "jpeg": _light(jpeg=30),
    "tilt": Disturbance(tilt_deg=30.0),
    "wide lens": Disturbance(k1=-0.12),
    "nudged camera": Disturbance(nudge_px=6.0, nudge_deg=0.5),
    "marker hidden": Disturbance(marker_hidden=True),
    "sleeves": _light(sleeved=True),
    "navy cloth": _light(table="navy", exposure=0.5),
    "cloth like the cards": Disturbance(own_cloth=True),
    "squarely on": Disturbance(laying=Laying.SQUARELY),
    "heap": Disturbance(laying=Laying.HEAP),
    "half outside": Disturbance(laying=Laying.ZONE_EDGE),
    "things beside": Disturbance(beside=("mug", "token", "coin", "phone")),
    "hand beside": Disturbance(hand_beside=True),
    "two at once": Disturbance(is_any=True),
    "a card face down": Disturbance(comes=Comer.BACK),
    "a card of another deck": Disturbance(comes=Comer.STRANGER),
    "a phone": Disturbance(comes=Comer.PHONE),
    "paper": Disturbance(comes=Comer.PAPER),
    "a cup": Disturbance(comes=Comer.CUP),
    "tokens": Disturbance(comes=Comer.TOKENS),
    "a hand at rest": Disturbance(comes=Comer.HAND),
    "cards in a hand": Disturbance(comes=Comer.FAN),
    "face down under a lamp": Disturbance(comes=Comer.BACK, lamps_mm=26.0, light={"glare": 1.0}),
    "another deck's under a lamp": Disturbance(comes=Comer.STRANGER, lamps_mm=26.0, light={"glare": 1.0}),
    "face down over the edge": Disturbance(comes=Comer.BACK, laying=Laying.MAT_EDGE),
    "another deck's over the edge": Disturbance(comes=Comer.STRANGER, laying=Laying.MAT_EDGE),
}
"""In the order in which they are drawn, a table each. The last twelve bring no card of the deck."""
