"""How high each camera must hang over the table, and how large a card is then: computed from the angles of view.

Law: `hardware/README.md` shows this table, and a test holds it to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, tan

from companion.errors import Unreadable
from hardware.picamera2_library import SIZE
from hardware.sensors import KNOWN

CARD_MM = 88.0
"""The long side of a card."""

FIELD_MM = 1070.0
"""Across what is seen of the table: the mat of 800 mm, its markers, and a hand's breadth on either side."""

LEAST_CARD_PX = 75.0
"""A card less high than this is read badly."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera by its angle of view across, in degrees."""

    name: str
    across_deg: float


def height_mm(across_deg: float, field_mm: float) -> float:
    """How high a camera with this angle of view hangs that sees so much across. Raises Unreadable for no such angle."""
    if not 0 < across_deg < 180:
        raise Unreadable(f"An angle of view lies between 0 and 180 degrees, and {across_deg:g} doesn't.")
    return field_mm / 2 / tan(radians(across_deg / 2))


def card_px(field_mm: float, width_px: int = SIZE[0]) -> float:
    """How high a card is in a picture that shows so much of the table across."""
    return CARD_MM * width_px / field_mm


def lenses() -> Sequence[Lens]:
    """The cameras of which the angle is known, and what is usual for others."""
    modules = [Lens(f"{one.name} ({one.models[0]})", one.across_deg) for one in KNOWN if one.across_deg is not None]
    return (*modules, Lens("HQ camera with its 6 mm lens", 63), Lens("a narrow webcam", 55), Lens("a wide webcam", 78))


def mounting_table() -> str:
    """The table in markdown: heights rounded to half centimetres."""
    farthest = CARD_MM * SIZE[0] / LEAST_CARD_PX
    rows = [
        f"| {lens.name} | {lens.across_deg:g}° | {_rounded(height_mm(lens.across_deg, FIELD_MM))} mm"
        f" | {_rounded(height_mm(lens.across_deg, farthest))} mm |"
        for lens in lenses()
    ]
    head = "| camera | angle of view, across | height, at least | at most |\n|---|---|---|---|"
    return "\n".join((head, *rows))


def _rounded(mm: float) -> int:
    return round(mm / 5) * 5
