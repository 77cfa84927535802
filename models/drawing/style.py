"""How a deck looks, as data: colours, numerals, signs, firework shapes and border of each style that can be drawn.

`LANTERN` is the deck that is shipped. `HELD_OUT` are decks that nothing was ever tuned on: benches and tests
teach them and read them, so that a figure says something about the reader's next deck.
Colours are (red, green, blue), 0 to 255.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Colour = tuple[int, int, int]
SUITS = ("R", "Y", "G", "B", "W", "M", "K")

VIVID: Mapping[str, Colour] = MappingProxyType(
    {
        "R": (255, 62, 48),
        "Y": (255, 214, 40),
        "G": (74, 222, 80),
        "B": (64, 168, 255),
        "W": (246, 246, 255),
        "M": (255, 120, 220),
        "K": (20, 16, 26),
    }
)
DEEP: Mapping[str, Colour] = MappingProxyType(
    {
        "R": (200, 16, 30),
        "Y": (226, 150, 0),
        "G": (10, 130, 52),
        "B": (20, 70, 190),
        "W": (252, 252, 250),
        "M": (190, 40, 160),
        "K": (24, 20, 26),
    }
)
MUTED: Mapping[str, Colour] = MappingProxyType(
    {
        "R": (176, 62, 66),
        "Y": (178, 152, 74),
        "G": (66, 142, 96),
        "B": (62, 104, 172),
        "W": (176, 184, 204),
        "M": (150, 100, 160),
        "K": (8, 10, 20),
    }
)
CLASSIC_SIGNS: Mapping[str, str] = MappingProxyType(
    {"R": "flame", "Y": "star", "G": "clover", "B": "drop", "W": "sparkle", "M": "pinwheel", "K": "crescent"}
)
OTHER_SIGNS: Mapping[str, str] = MappingProxyType(
    {"R": "diamond", "Y": "sun", "G": "leaf", "B": "wave", "W": "flake", "M": "flower", "K": "ring"}
)
CLASSIC_SHAPES: Mapping[str, str] = MappingProxyType(
    {"R": "peony", "Y": "willow", "G": "palm", "B": "spider", "W": "dandelion", "M": "wheel", "K": "eclipse"}
)
OTHER_SHAPES: Mapping[str, str] = MappingProxyType(
    {"R": "spiral", "Y": "dandelion", "G": "rings", "B": "crossette", "W": "petals", "M": "wheel", "K": "spider"}
)
TURNED_SHAPES: Mapping[str, str] = MappingProxyType(
    {"R": "petals", "Y": "peony", "G": "crossette", "B": "willow", "W": "rings", "M": "wheel", "K": "eclipse"}
)


@dataclass(frozen=True, slots=True)
class Style:
    """One deck's looks. Lengths in millimetres; `border` and `frame` (a thin line inside the edge) 0 for none."""

    name: str
    card_mm: tuple[float, float] = (63.0, 88.0)
    suits: tuple[str, ...] = SUITS
    sky: tuple[Colour, Colour, Colour] = ((8, 10, 40), (34, 26, 96), (150, 70, 140))
    ground: Colour = (10, 12, 34)
    scenery: str = "lake"
    stars: int = 130
    colours: Mapping[str, Colour] = field(default_factory=lambda: VIVID)
    sign_colour: Colour | None = None
    signs: Mapping[str, str] = field(default_factory=lambda: CLASSIC_SIGNS)
    sign_beside: bool = False
    shapes: Mapping[str, str] = field(default_factory=lambda: CLASSIC_SHAPES)
    numerals: str = "brush"
    numeral_mm: float = 10.5
    outline: Colour = (10, 8, 30)
    outline_mm: float = 0.55
    border_mm: float = 0.0
    border: Colour = (255, 255, 255)
    glow: float = 1.0
    back: str = "lanterns"
    seed: int = 1


LANTERN = Style("lantern")

HELD_OUT: tuple[Style, ...] = (
    Style(
        "harbour",
        border_mm=3.2,
        scenery="city",
        sky=((6, 22, 44), (14, 60, 92), (90, 140, 150)),
        ground=(8, 18, 28),
        numerals="round",
        numeral_mm=9.0,
        shapes=TURNED_SHAPES,
        back="waves",
        seed=11,
    ),
    Style(
        "noon",
        sky=((120, 196, 240), (190, 226, 244), (255, 236, 190)),
        ground=(120, 170, 110),
        scenery="hills",
        stars=0,
        colours=DEEP,
        outline=(255, 255, 255),
        outline_mm=0.7,
        glow=0.0,
        numerals="round",
        shapes=OTHER_SHAPES,
        signs=OTHER_SIGNS,
        back="suns",
        seed=12,
    ),
    Style(
        "navy",
        sky=((10, 14, 38), (14, 20, 50), (22, 30, 64)),
        ground=(8, 12, 30),
        scenery="waves",
        stars=40,
        colours=MUTED,
        outline_mm=0.0,
        glow=0.4,
        numerals="angular",
        numeral_mm=8.5,
        signs=OTHER_SIGNS,
        back="waves",
        seed=13,
    ),
    Style(
        "chalk",
        sky=((26, 34, 32), (34, 46, 42), (40, 54, 48)),
        ground=(22, 30, 28),
        scenery="none",
        stars=0,
        sign_colour=(250, 250, 250),
        sign_beside=True,
        numerals="brush",
        numeral_mm=9.5,
        shapes=TURNED_SHAPES,
        glow=0.5,
        border_mm=1.2,
        border=(226, 222, 206),
        back="suns",
        seed=14,
    ),
    Style(
        "carved",
        sky=((44, 8, 40), (100, 20, 60), (230, 120, 60)),
        ground=(30, 6, 22),
        scenery="hills",
        stars=60,
        numerals="angular",
        numeral_mm=12.5,
        outline_mm=0.9,
        shapes=OTHER_SHAPES,
        signs=OTHER_SIGNS,
        sign_beside=True,
        back="lanterns",
        seed=15,
    ),
    Style(
        "slim",
        card_mm=(58.0, 90.0),
        sky=((4, 4, 10), (16, 8, 30), (60, 20, 70)),
        ground=(4, 4, 10),
        scenery="lake",
        stars=220,
        numerals="round",
        numeral_mm=11.0,
        outline=(0, 0, 0),
        border_mm=2.0,
        border=(16, 14, 20),
        back="waves",
        seed=16,
    ),
)

STYLES: Mapping[str, Style] = MappingProxyType({style.name: style for style in (LANTERN, *HELD_OUT)})
