"""Quadrilaterals in a still picture that may be whole cards, when there is no earlier picture to compare with.

Law: many are offered, from edges at several strengths and from several channels; only the reader says which are cards.
What it costs grows with the picture, not with the square of what is found in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.sight.outlines import upright
from companion.sight.pixels import Floats, Grey, Picture, Quad

MOST = 120
_ALIKE = 0.06
_NEARLY_SQUARE = 0.76
_CELL_PX = 16


def candidates(picture: Picture, is_plausible: Callable[[Quad], bool], most: int = MOST) -> list[Quad]:
    """Quads that `is_plausible`, the larger first and `most` of them, near doubles left out."""
    found = Distinct()
    for mask in _masks(picture):
        contours = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[-2]  # of two, or of three, by version
        for contour in contours:
            if len(contour) < 60:
                continue
            for quad in _quads(np.asarray(contour[:, 0, :], np.int32)):
                if is_plausible(quad):
                    found.add(quad)
    return found.largest(most)


class Distinct:
    """Quads no two of which are alike. They are kept by where their middles lie: only near ones can be alike."""

    def __init__(self) -> None:
        self.quads: list[Quad] = []
        self._near: dict[tuple[int, int], list[Quad]] = {}

    def largest(self, most: int) -> list[Quad]:
        """So many of them, the largest first."""
        return sorted(self.quads, key=lambda quad: -float(cv2.contourArea(quad)))[:most]

    def add(self, quad: Quad) -> None:
        """Keeps a quad that is like none before it."""
        x, y = (float(v) for v in quad.mean(axis=0))
        reach = _ALIKE * float(np.linalg.norm(quad[2] - quad[0]))
        across = range(int((x - reach) // _CELL_PX), int((x + reach) // _CELL_PX) + 1)
        down = range(int((y - reach) // _CELL_PX), int((y + reach) // _CELL_PX) + 1)
        others = (other for i in across for j in down for other in self._near.get((i, j), ()))
        if not any(float(np.abs(quad - other).max()) < reach for other in others):
            self.quads.append(quad)
            self._near.setdefault((int(x // _CELL_PX), int(y // _CELL_PX)), []).append(quad)


def _masks(picture: Picture) -> Iterator[Grey]:
    """Binary pictures whose contours may run along a card's edge."""
    smooth = cv2.bilateralFilter(picture, 5, 30, 3)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)
    channels = [*cv2.split(smooth), *cv2.split(lab)[1:]]
    for low, high in ((15, 40), (30, 80), (60, 160)):
        edges = np.zeros(picture.shape[:2], np.uint8)
        for channel in channels[:3]:
            edges |= np.asarray(cv2.Canny(channel, low, high), np.uint8)
        for size in (3, 5):
            yield np.asarray(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), np.uint8)
    for channel in channels:
        yield np.asarray(cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    block = (min(picture.shape[:2]) // 8) * 2 + 1
    for offset in (-7, 7):
        ways = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY
        yield np.asarray(cv2.adaptiveThreshold(grey, 255, *ways, max(3, block), offset), np.uint8)


def _quads(contour: np.ndarray[tuple[int, int], np.dtype[np.int32]]) -> Iterator[Quad]:
    """The four-cornered shapes of one contour: of its hull, or by its smallest rectangle where that is well filled."""
    hull = cv2.convexHull(contour)
    area, length = cv2.contourArea(hull), cv2.arcLength(hull, True)
    for share in (0.02, 0.04, 0.07):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            yield from both_ways(np.asarray(corners[:, 0, :], np.float32))
            return
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float32)
    if area > 0.85 * cv2.contourArea(box):
        yield from both_ways(box)


def both_ways(quad: Quad) -> Iterator[Quad]:
    """Upright, and where perspective makes it nearly square the other way round too."""
    first = upright(quad)
    yield first
    if proportion(first) > _NEARLY_SQUARE:
        yield np.roll(first, -1, axis=0)


def proportion(quad: Quad) -> float:
    """Width over height, by the means of opposite sides."""
    sides: Floats = np.asarray(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1), np.float32)
    return float((sides[0] + sides[2]) / (sides[1] + sides[3] + 1e-6))
