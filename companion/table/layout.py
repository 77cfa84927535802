"""Which zone of the mat a card lies in, and how much of another card it covers.

Law: a card belongs to the zone that its middle is in, or, beside all of them, to the nearest within a thumb's breadth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.sight.sighting import Corners
from companion.table.placements import Zone

BESIDE_MM = 35.0
_GRID = tuple((i + 0.5) / 8 for i in range(8))


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the mat in millimetres from its top left centre."""

    left: float
    top: float
    right: float
    bottom: float

    def distance(self, x: float, y: float) -> float:
        """How far a point lies outside, 0 inside."""
        dx = max(self.left - x, 0.0, x - self.right)
        dy = max(self.top - y, 0.0, y - self.bottom)
        return float((dx * dx + dy * dy) ** 0.5)


DEFAULT_ZONES: Mapping[Zone, Area] = {
    Zone.FIREWORKS: Area(40, 15, 760, 205),
    Zone.DISCARDS: Area(40, 225, 600, 485),
    Zone.DECK: Area(640, 250, 760, 460),
}
"""The contract's mat."""

_FAR = 1e5

LINE_ZONES: Mapping[Zone, Area] = {
    Zone.FIREWORKS: Area(-_FAR, -_FAR, _FAR, 0),
    Zone.DISCARDS: Area(-_FAR, 0, _FAR, _FAR),
}
"""A table without a mat: everything above the line, and everything below; lengths down the table count from it."""


def middle(corners: Corners) -> tuple[float, float]:
    """The middle of a card."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def zone_of(corners: Corners, zones: Mapping[Zone, Area] = DEFAULT_ZONES) -> Zone:
    """The zone that a card lies in."""
    x, y = middle(corners)
    zone, distance = min(((zone, area.distance(x, y)) for zone, area in zones.items()), key=lambda pair: pair[1])
    return zone if distance <= BESIDE_MM else Zone.ELSEWHERE


def covered_share(lower: Corners, upper: Corners) -> float:
    """The share of the lower card that the upper one hides, 0 to 1, on a grid of 64 points."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = lower
    hidden = 0
    for u in _GRID:
        for v in _GRID:
            x = (1 - v) * ((1 - u) * ax + u * bx) + v * ((1 - u) * dx + u * cx)
            y = (1 - v) * ((1 - u) * ay + u * by) + v * ((1 - u) * dy + u * cy)
            hidden += _is_inside(x, y, upper)
    return hidden / len(_GRID) ** 2


def apart_mm(one: Corners, other: Corners) -> float:
    """How far two cards' middles are apart."""
    (ax, ay), (bx, by) = middle(one), middle(other)
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


def _is_inside(x: float, y: float, corners: Corners) -> bool:
    """Whether a point is inside a convex quad given in either direction."""
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    crosses = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
    return all(c >= 0 for c in crosses) or all(c <= 0 for c in crosses)
