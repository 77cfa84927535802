"""Outlines by what is printed, not by edges: marks that a picture shares with known faces, and the map between them.

Law: slow (a tenth of a second and more) and only for still pictures and teaching, where edges have failed; it proposes
outlines, and whether a card is there is judged afterwards, as for any outline.

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


class Marks:
    """The marks of some faces: pictures cut to the card, a hundred pixels wide or more."""

    def __init__(self, faces: Sequence[Picture]) -> None:
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
        grey: Grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        return self._detector.detectAndCompute(grey, np.full_like(grey, 255))


def _corners(face: Picture) -> Quad:
    return unit_quad(face.shape[1], face.shape[0]) - np.float32(0.5)
