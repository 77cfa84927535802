"""The gate before everything else: whether anything on the mat may have moved since the last frame.

Law: it looks at every eighth pixel or so of the mat alone and allocates nothing, since it runs on every frame. In doubt
it is open: what it lets through is looked at properly, and what slips by is seen at the next glance.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from companion.ports import Frame
from companion.sight.mat import Mat
from companion.sight.pixels import Grey

ACROSS = 160
"""Samples over a frame's whole width: every eighth pixel of a 1280 x 720 camera."""

_LAG_S = 0.45
_KEPT = 5
_PROBES = 800
_CALM_SHARE = 0.8
_SIGMA_PER_MEAN = 1 / 0.559  # of a normal distribution's size, the mean of the smaller four fifths
_SIGMAS = 5.0
_LEAST = 3.0
_FLICKER = 1 / 20
_ENOUGH = 2


class Gate:
    """Compares samples of each frame with the last one's, and with some about half a second old.

    Three by three samples are averaged; then a difference counts that is larger than the noise of this camera in this
    light (five standard deviations, as measured from frame to frame) and than a lamp's flicker (a twentieth).
    """

    def __init__(self) -> None:
        self._samples: _Samples | None = None
        self._level = 0.0

    @property
    def level(self) -> float:
        """Grey levels by which a sample must differ, lamps' flicker aside."""
        return self._level

    def moves(self, frame: Frame, mat: Mat) -> bool:
        """Whether something may have moved on the mat in this frame; so it is said of the first one, too."""
        source = frame.pixels if frame.grey is None else frame.grey
        if self._samples is None or not self._samples.are_of(source, mat):
            self._samples = _Samples(source, (frame.pixels.shape[0], frame.pixels.shape[1]), mat, frame.at)
            return True
        self._samples.take(source)
        self._level = _LEAST + _SIGMAS * self._samples.noise()
        moved = self._samples.count_moved(self._level) >= _ENOUGH
        self._samples.keep(frame.at)
        return moved


class _Samples:
    """The mat in every eighth pixel, one channel under the other, with all the room that comparing them takes."""

    def __init__(self, source: npt.NDArray[np.uint8], frame_size: tuple[int, int], mat: Mat, at: float) -> None:
        self._shape, self._mat = source.shape, mat
        scale = np.array([source.shape[1] / frame_size[1], source.shape[0] / frame_size[0]], np.float32)
        corners = mat.corners_px * scale
        self._where, inside = _lattice(source.shape, corners)
        channels = 1 if source.ndim == 2 else source.shape[2]
        self._inside = np.concatenate([inside] * channels)
        self._raw = np.zeros((channels, *inside.shape), np.uint8)
        self._flat = self._raw.reshape(self._inside.shape)
        self._now, self._last, self._apart, self._beyond = (np.zeros_like(self._flat) for _ in range(4))
        probes = np.flatnonzero(self._inside)
        self._probes = probes[:: max(1, len(probes) // _PROBES)]
        self._probed = np.zeros(len(self._probes), np.uint8)
        self.take(source)
        self._older = deque(self._now.copy() for _ in range(_KEPT))
        self._kept_at = at
        self._swap()

    def are_of(self, source: npt.NDArray[np.uint8], mat: Mat) -> bool:
        """Whether these fit such a picture of this mat."""
        return mat is self._mat and source.shape == self._shape

    def take(self, source: npt.NDArray[np.uint8]) -> None:
        """Takes the samples of the next picture."""
        sampled = source[self._where]
        np.copyto(self._raw, sampled if sampled.ndim == 2 else sampled.transpose(2, 0, 1))
        cv2.bitwise_and(self._flat, self._inside, self._flat)
        cv2.blur(self._flat, (3, 3), self._now)
        cv2.absdiff(self._now, self._last, self._apart)

    def noise(self) -> float:
        """The standard deviation by which samples differ from the last frame's where nothing moves."""
        if not len(self._probes):
            return 0.0
        np.take(self._apart.reshape(-1), self._probes, out=self._probed, mode="clip")
        self._probed.sort()
        calm = self._probed[: max(1, round(_CALM_SHARE * len(self._probed)))]
        return float(calm.mean()) * _SIGMA_PER_MEAN

    def count_moved(self, level: float) -> int:
        """How many samples differ by more than that and a lamp's flicker."""
        cv2.absdiff(self._now, self._older[0], self._beyond)
        cv2.max(self._apart, self._beyond, self._apart)
        cv2.addWeighted(self._apart, 1.0, self._now, -_FLICKER, -level, self._beyond)
        return cv2.countNonZero(self._beyond)

    def keep(self, at: float) -> None:
        """These samples are the last ones now; and now and then they are kept for half a second."""
        if at - self._kept_at >= _LAG_S / _KEPT:
            self._older.rotate(-1)
            np.copyto(self._older[-1], self._now)
            self._kept_at = at
        self._swap()

    def _swap(self) -> None:
        self._now, self._last = self._last, self._now


def _lattice(shape: tuple[int, ...], corners: npt.NDArray[np.float32]) -> tuple[tuple[slice, slice], Grey]:
    """Which rows and columns to look at, and 255 where those lie on the mat."""
    step = max(1, round(shape[1] / ACROSS))
    (left, top), (right, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    rows = slice(max(0, int(top)) + step // 2, min(shape[0], max(1, int(bottom))), step)
    columns = slice(max(0, int(left)) + step // 2, min(shape[1], max(1, int(right))), step)
    size = len(range(*rows.indices(shape[0]))), len(range(*columns.indices(shape[1])))
    if 0 in size:  # corners said by hand that lie outside the picture: there is nothing to look at
        return (slice(0, 1), slice(0, 1)), np.zeros((1, 1), np.uint8)
    inside = np.zeros(size, np.uint8)
    on_lattice = (corners - np.array([columns.start, rows.start], np.float32)) / np.float32(step)
    cv2.fillConvexPoly(inside, np.round(on_lattice).astype(np.int32), (255,))
    return (rows, columns), inside
