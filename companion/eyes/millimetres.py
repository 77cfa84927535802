"""Table pixels as millimetres on the mat: what the eyes tell is past pixels."""

from __future__ import annotations

from companion.sight.flat import Area
from companion.sight.pixels import Quad
from companion.sight.place import PX_PER_MM
from companion.sight.sighting import Corners


def in_mm(quad: Quad) -> Corners:
    """Corners in table pixels as millimetres, to a tenth."""
    a, b, c, d = ((round(float(x) / PX_PER_MM, 1), round(float(y) / PX_PER_MM, 1)) for x, y in quad)
    return a, b, c, d


def box_mm(quad: Quad) -> Area:
    """The upright box around corners in table pixels: left, top, right, bottom in millimetres."""
    left, top = quad.min(axis=0) / PX_PER_MM
    right, bottom = quad.max(axis=0) / PX_PER_MM
    return float(left), float(top), float(right), float(bottom)


def corners_of(area_mm: Area) -> Corners:
    """The corners of left, top, right, bottom, clockwise from the top left."""
    left, top, right, bottom = area_mm
    return (left, top), (right, top), (right, bottom), (left, bottom)
