"""Where something moves, and where the table looks different from what was last believed, on a small table picture.

Law: this runs on every frame that the gate lets through, so it looks at 320 x 200 pixels, each 2.5 mm of table, in
whole numbers and small pieces of memory.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.light import ratio
from companion.sight.mat import Mat
from companion.sight.pixels import Floats, Grey, Picture, brightest
from companion.sight.rectify import through

MM = 2.5
"""Millimetres of table a pixel of the small picture."""

_STRIPE = np.s_[::8, ::8]
_SAME_GAIN = 0.002
_NONE = 256
_PAIR = np.ones((2, 2), np.uint8)


class SmallTable:
    """Flattens frame after frame into the same room, by maps that are reckoned once for each mat.

    Averaged first, or noise and wood grain would look like motion: the mat's part of the frame is shrunk by a whole
    number, and the small picture is taken from that.
    """

    def __init__(self) -> None:
        self._mat: Mat | None = None
        self._shape: tuple[int, ...] = ()

    def of(self, frame: Picture, mat: Mat) -> Picture:
        """The flattened table at 2.5 mm a pixel. The next call writes over it: copy what is to be kept."""
        if mat is not self._mat or frame.shape != self._shape:
            self._lay_out(frame.shape, mat)
        part = frame[self._rows, self._columns]
        if self._factor > 1:
            size = (self._shrunk.shape[1], self._shrunk.shape[0])
            cv2.resize(part, size, self._shrunk, interpolation=cv2.INTER_AREA)
            part = self._shrunk
        cv2.remap(part, self._maps[0], self._maps[1], cv2.INTER_LINEAR, self._small)
        return self._small

    def _lay_out(self, shape: tuple[int, ...], mat: Mat) -> None:
        self._mat, self._shape = mat, shape
        corners = mat.corners_px
        span = float(np.linalg.norm(corners[1] - corners[0]))
        self._factor = factor = max(1, int(span / mat.size_mm[0] * MM / 1.2))
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        self._columns, self._rows = _stretch(left, right, factor, shape[1]), _stretch(top, bottom, factor, shape[0])
        height = (self._rows.stop - self._rows.start) // factor
        width = (self._columns.stop - self._columns.start) // factor
        self._shrunk = np.zeros((height, width, 3), np.uint8)
        columns, rows = (round(side / MM) for side in mat.size_mm)
        self._small = np.zeros((rows, columns, 3), np.uint8)
        xs, ys = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
        on_mat = np.asarray(np.stack([xs, ys], axis=-1).reshape(-1, 2) * MM, np.float32)
        in_frame = through(mat.to_pixels, on_mat).reshape(rows, columns, 2)
        at = (in_frame - (self._columns.start, self._rows.start) + 0.5) / factor - 0.5
        self._maps = cv2.convertMaps(at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.CV_16SC2)


def _stretch(first: float, last: float, factor: int, size: int) -> slice:
    """The pixels from first to last and a little more, as many as `factor` divides, within a picture's side."""
    start = min(max(0, int(first) // factor - 1), size // factor - 1)
    stop = max(start + 1, min(int(last) // factor + 3, size // factor))
    return slice(start * factor, stop * factor)


def small_table(frame: Picture, mat: Mat) -> Picture:
    """One frame's small table picture; who looks at many keeps a `SmallTable`."""
    return SmallTable().of(frame, mat)


def moving(now: Picture, earlier: Picture, unrest: Grey | None = None) -> Grey:
    """255 where the two differ by more than noise and the flicker of a lamp (a twentieth) would make them, and by more
    than `unrest`: grey levels by which each pixel is restless anyway."""
    apart = brightest(cv2.absdiff(now, earlier))
    level = 2.5 * float(np.median(apart[_STRIPE])) + 6
    return _beyond(apart, level, 0.05, brightest(cv2.max(now, earlier)), unrest)


def exposure(now: Picture, believed: Picture) -> Floats:
    """By what each channel is brighter now than in the believed picture, by a few of the pixels, shape (3,). Full ones
    count too: on a white table there may be no others, and full they are to be expected."""
    return ratio(believed[_STRIPE], now[_STRIPE], full=_NONE)


def different(now: Picture, believed: Picture) -> Grey:
    """255 where the table looks different from what was believed, exposure and white balance taken out."""
    gain = exposure(now, believed)
    if float(np.abs(gain - 1).max()) > _SAME_GAIN:
        believed = np.asarray(cv2.LUT(believed, _curves(gain)), np.uint8)
    lit, apart = brightest(believed), brightest(cv2.absdiff(now, believed))
    return _beyond(apart, max(7.0, 3 * float(np.median(apart[_STRIPE])) + 4), 0.04, lit)


def _curves(gain: Floats) -> Picture:
    """What each grey level becomes with these gains, shape (256, 1, 3)."""
    levels = np.arange(256, dtype=np.float32)[:, None, None]
    return np.asarray(np.minimum(levels * gain + 0.5, 255), np.uint8)


def _beyond(apart: Grey, level: float, share: float, lit: Grey, more: Grey | None = None) -> Grey:
    """255 where a difference is larger than `level` and a share of what is lit there, single pixels left out."""
    limit = cv2.convertScaleAbs(lit, alpha=share, beta=level - 0.5)  # rounded up again: both are whole numbers
    mask = cv2.compare(apart, limit if more is None else cv2.add(limit, more), cv2.CMP_GT)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _PAIR), np.uint8)
