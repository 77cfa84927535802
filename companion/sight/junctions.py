"""Outlines by two straight edges that meet at a right angle: of cards whose contour runs into something else's, as that
of one held in a hand, or of one that lies on a keyboard.

Law: slow (some tenths of a second, and each outline has to be read) and only for still pictures in which nothing else
convinced; it proposes outlines, and whether a card is there is judged afterwards, as for any outline.

Two sides tell the two others only as seen from above: perspective is left to whoever moves each side onto its edge.
Two cards side by side, level and hardly apart, show one long side and no corner between them.

Source: line segments by LSD, von Gioi and others 2010, as OpenCV has it.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.sight.candidates import MOST, Distinct, both_ways
from companion.sight.pixels import Floats, Picture, Quad

_SHORTEST, _SIDE = 0.02, 0.05
_SEGMENTS, _SIDES = 1500, 250
_ASIDE_PX, _GAP_PX = 2.0, 15.0
_RIGHT = 0.8
_SHORT_OF, _SHORT_OF_PX = 0.15, 3.0


def junctions(picture: Picture, is_plausible: Callable[[Quad], bool]) -> list[Quad]:
    """Parallelograms on two edges that meet, those that `is_plausible`, the larger first, near doubles left out."""
    size = min(picture.shape[:2])
    found = Distinct()
    for quad in _spanned(_joined(_segments(picture, _SHORTEST * size), _SIDE * size)):
        for way in both_ways(quad):
            if is_plausible(way):
                found.add(way)
    return found.largest(MOST)


def _segments(picture: Picture, least_px: float) -> Floats:
    """The longest straight edges of all channels, their two ends: shape (n, 2, 2), the longest first."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    channels = cv2.split(cv2.bilateralFilter(picture, 5, 30, 3))
    every = [_ends(detector.detect(channel)[0]) for channel in channels]
    return _longest(np.concatenate(every), least_px, _SEGMENTS)


def _ends(told: cv2.typing.MatLike | None) -> Floats:
    """A detector's lines; it tells nothing at all where there are none."""
    return np.zeros((0, 2, 2), np.float32) if told is None else np.asarray(told, np.float32).reshape(-1, 2, 2)


def _longest(segments: Floats, least_px: float, most: int) -> Floats:
    long = segments[_lengths(segments) > least_px]
    return long[np.argsort(-_lengths(long), kind="stable")][:most]


def _lengths(segments: Floats) -> Floats:
    return np.asarray(np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1), np.float32)


def _joined(segments: Floats, least_px: float) -> Floats:
    """The same, pieces of one straight line with small gaps between them made one: the longest sides, longest first."""
    is_used = np.zeros(len(segments), bool)
    sides = []
    for number in range(len(segments)):
        if is_used[number]:
            continue
        is_used[number] = True
        start, stop = segments[number]
        along = (stop - start) / np.linalg.norm(stop - start)
        aside = np.array([-along[1], along[0]], np.float32)
        on_line = ~is_used & (np.abs((segments - start) @ aside) < _ASIDE_PX).all(axis=1)
        reach = np.sort((segments[on_line] - start) @ along, axis=1)
        low, high = 0.0, float((stop - start) @ along)
        order = np.argsort(np.maximum(reach[:, 0] - high, low - reach[:, 1]))
        for index in order:
            if max(reach[index, 0] - high, low - reach[index, 1]) < _GAP_PX:
                low, high = min(low, float(reach[index, 0])), max(high, float(reach[index, 1]))
                is_used[np.flatnonzero(on_line)[index]] = True
        sides.append(np.stack([start + along * low, start + along * high]))
    return _longest(np.asarray(sides, np.float32).reshape(-1, 2, 2), least_px, _SIDES)


def _spanned(sides: Floats) -> list[Quad]:
    """The parallelogram on each two of these sides that meet near an end of both, nearly at a right angle."""
    one, other = np.triu_indices(len(sides), 1)
    a, b = sides[one], sides[other]
    along, across = a[:, 1] - a[:, 0], b[:, 1] - b[:, 0]
    turn = along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0]
    lengths = np.linalg.norm(along, axis=1), np.linalg.norm(across, axis=1)
    between = b[:, 0] - a[:, 0]
    safe = np.where(turn == 0, 1, turn)
    corner = a[:, 0] + along * ((between[:, 0] * across[:, 1] - between[:, 1] * across[:, 0]) / safe)[:, None]
    meets = np.abs(turn) > _RIGHT * lengths[0] * lengths[1]
    ends = []
    for segment, length in zip((a, b), lengths, strict=True):
        apart = np.linalg.norm(segment - corner[:, None], axis=2)
        meets &= apart.min(axis=1) < _SHORT_OF * length + _SHORT_OF_PX
        ends.append(segment[np.arange(len(segment)), apart.argmax(axis=1)])
    quads = np.stack([corner, ends[0], ends[0] + ends[1] - corner, ends[1]], axis=1)
    return list(np.asarray(quads[meets], np.float32))
