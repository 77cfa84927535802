"""Outlines by what is printed, not by edges: marks that a picture shares with known faces, and the map between them.

Law: slow (a tenth of a second and more) and only for still pictures and teaching, where edges have failed; it proposes
outlines, and whether a card is there is judged afterwards, as for any outline.

A live table is searched tile by tile: the detector keeps eleven pictures of four times the size, and a small machine
has no 200 MB for them. Where next to nothing else is known of a card (teaching, photos without a mat) the picture is
searched whole: with tiles, some real photos were taken for other cards.

Source: SIFT, Lowe 2004, with his ratio test; homographies by RANSAC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.sight.pixels import Grey, Picture, Quad, unit_quad
from companion.sight.rectify import through

_MOST = 6000
_RATIO = 0.8
_SHARED = 7
_OFF_PX = 4.0
_TILE_PX, _MARGIN_PX = 320, 40  # a mark is looked for in one tile, and described with what lies around that


Tile = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""


class Marks:
    """The marks of some faces: pictures cut to the card, a hundred pixels wide or more. `in_tiles`: how to search."""

    def __init__(self, faces: Sequence[Picture], *, in_tiles: bool = False) -> None:
        self._in_tiles = in_tiles
        self._detector = cv2.SIFT.create(_MOST, contrastThreshold=0.02)
        self._matcher = cv2.BFMatcher()
        self._faces = [(_corners(face), *self._marked(face)) for face in faces]

    def outlines(self, picture: Picture) -> Iterator[Quad]:
        """Where cards with these faces may lie: at most one outline for each face, from its own top left."""
        points, marks = self._marked(picture)
        if len(points) < _SHARED:
            return
        for corners, face_points, face_marks in self._faces:
            if len(face_points) < _SHARED:
                continue
            pairs = self._matcher.knnMatch(face_marks, marks, k=2)
            good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < _RATIO * p[1].distance]
            if len(good) < _SHARED:
                continue
            source = np.array([face_points[m.queryIdx].pt for m in good], np.float32)
            target = np.array([points[m.trainIdx].pt for m in good], np.float32)
            matrix, agree = cv2.findHomography(source, target, cv2.RANSAC, _OFF_PX)
            if np.count_nonzero(agree) >= _SHARED:
                quad = through(np.asarray(matrix, np.float64), corners)
                if cv2.isContourConvex(quad):
                    yield quad

    def _marked(self, picture: Picture) -> tuple[Sequence[cv2.KeyPoint], cv2.typing.MatLike]:
        """The strongest marks and what they look like, a row each."""
        grey: Grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        if not self._in_tiles:
            return self._detector.detectAndCompute(grey, np.full_like(grey, 255))
        found = [self._marked_in(grey, tile) for tile in _tiles(grey.shape[1], grey.shape[0])]
        points = [point for some, _ in found for point in some]
        if not points:
            return [], np.empty((0, 0), np.float32)
        marks = np.concatenate([described for some, described in found if len(some)])
        strongest = sorted(range(len(points)), key=lambda n: -points[n].response)[:_MOST]
        return [points[n] for n in strongest], marks[strongest]

    def _marked_in(self, grey: Grey, tile: Tile) -> tuple[Sequence[cv2.KeyPoint], cv2.typing.MatLike]:
        left, top, right, bottom = tile
        x, y = max(0, left - _MARGIN_PX), max(0, top - _MARGIN_PX)
        part = grey[y : bottom + _MARGIN_PX, x : right + _MARGIN_PX]
        own = np.zeros_like(part)
        own[top - y : bottom - y, left - x : right - x] = 255
        points, marks = self._detector.detectAndCompute(part, own)
        for point in points:
            point.pt = (point.pt[0] + x, point.pt[1] + y)
        return points, marks


def _tiles(width: int, height: int) -> Iterator[Tile]:
    """The picture in as few equal tiles as are small enough."""
    columns, rows = -(-width // _TILE_PX), -(-height // _TILE_PX)
    for row in range(rows):
        for column in range(columns):
            left, right = width * column // columns, width * (column + 1) // columns
            yield left, height * row // rows, right, height * (row + 1) // rows


def _corners(face: Picture) -> Quad:
    return unit_quad(face.shape[1], face.shape[0]) - np.float32(0.5)
