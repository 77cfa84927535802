"""What is printed, as shapes: rectangles, lines and words in millimetres, x to the right, y down.

Law: these shapes are the drawing; the PDF adds nothing and leaves out nothing. So a test can look at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2

from companion.sight.mat import MARKER_MM

BLACK, GREY, PALE, WHITE = 0.0, 0.45, 0.75, 1.0
LINE_MM = 0.25
DASH_MM = (2.0, 1.5)
QUIET_MM = 10.0
"""The white round a marker: more than one of its modules, without which it isn't found."""

_MODULES = 6
"""Across a marker of DICT_4X4_50: four bits and a black border of one on either side. The border counts as marker."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled rectangle without an outline. `shade`: 0 black to 1 white."""

    left: float
    top: float
    width: float
    height: float
    shade: float = BLACK

    def moved(self, dx: float, dy: float) -> Rect:
        """The same elsewhere."""
        return replace(self, left=self.left + dx, top=self.top + dy)


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line from one point to another, dashed where it is to be cut."""

    x1: float
    y1: float
    x2: float
    y2: float
    shade: float = GREY
    is_dashed: bool = False

    def moved(self, dx: float, dy: float) -> Line:
        """The same elsewhere."""
        return replace(self, x1=self.x1 + dx, y1=self.y1 + dy, x2=self.x2 + dx, y2=self.y2 + dy)


@dataclass(frozen=True, slots=True)
class Words:
    """Text whose baseline begins, or ends, at x, y; `size`: its height in millimetres."""

    x: float
    y: float
    text: str
    size: float = 4.0
    shade: float = GREY
    ends: bool = False

    def moved(self, dx: float, dy: float) -> Words:
        """The same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


Shape = Rect | Line | Words


def marker(number: int, x: float, y: float) -> Iterator[Rect]:
    """The marker of this number with its white surroundings, its centre at x, y."""
    around = MARKER_MM / 2 + QUIET_MM
    yield Rect(x - around, y - around, 2 * around, 2 * around, WHITE)
    left, top = x - MARKER_MM / 2, y - MARKER_MM / 2
    yield Rect(left, top, MARKER_MM, MARKER_MM)
    for module in _white_modules(number):
        yield module.moved(left, top)


def _white_modules(number: int) -> Iterator[Rect]:
    """The white modules, from the marker's top left: as runs across and runs down, so that no seam shows."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    bits = cv2.aruco.generateImageMarker(dictionary, number, _MODULES, borderBits=1) > 0
    side = MARKER_MM / _MODULES
    for row in range(_MODULES):
        for first, length in _runs([bool(bit) for bit in bits[row]]):
            yield Rect(first * side, row * side, length * side, side, WHITE)
    for column in range(_MODULES):
        for first, length in _runs([bool(bit) for bit in bits[:, column]]):
            yield Rect(column * side, first * side, side, length * side, WHITE)


def _runs(bits: list[bool]) -> Iterator[tuple[int, int]]:
    """Where runs of True begin, and how long they are."""
    for at, bit in enumerate(bits):
        if bit and not (at and bits[at - 1]):
            rest = bits[at:]
            yield at, rest.index(False) if False in rest else len(rest)


def frame(
    left: float, top: float, width: float, height: float, shade: float = GREY, *, cut: bool = False
) -> Iterator[Line]:
    """The outline of a rectangle, dashed where it is to be cut along."""
    right, bottom = left + width, top + height
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield Line(x1, y1, x2, y2, shade, is_dashed=cut)


def arrow_up(x: float, top: float, length: float) -> Iterator[Line]:
    """An arrow whose tip is at x, top."""
    yield Line(x, top, x, top + length, BLACK)
    for side in (-1, 1):
        yield Line(x, top, x + side * length / 3, top + length / 2, BLACK)
