"""By what the light on the table has changed between two pictures of it: lamp, clouds, exposure, white balance, bands.

Law: one law for all light. A change that is the same for most of a row, of a column and of the table is the light's,
whatever its cause; what is left after it is the table's. No more than `DARKER` to `BRIGHTER` is ever put down to light.

Source: median polish (Tukey 1977) of the logarithms of brightness, cell by cell; rows and columns because a lamp's
flicker runs down a rolling shutter's picture in bands, and the camera may hang upright or across.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.pixels import Floats, Picture

DARKER, BRIGHTER = 0.4, 2.5
"""The factors within which a change may be the light's."""

FULL = 250
"""A channel from here on is full: how much brighter it would be can't be told."""

_CELLS = (32, 20)
_DARK = 6
_FEW = 50
_EVEN = 0.03
_SAME = 0.02


def ratio(before: Picture, after: Picture, *, full: int = FULL) -> Floats:
    """By what each channel is brighter `after`, by the median of the pixels, shape (3,); 1 where they are too few.

    Both: (n, 3) or pictures. Pixels that are dark or `full` in either tell nothing.
    """
    b, a = before.reshape(-1, 3), after.reshape(-1, 3)
    low, high = np.minimum(b, a).T, np.maximum(b, a).T
    lit = np.minimum(np.minimum(low[0], low[1]), low[2]) > _DARK
    lit &= np.maximum(np.maximum(high[0], high[1]), high[2]) < full
    if int(np.count_nonzero(lit)) < _FEW:
        return np.ones(3, np.float32)
    ratios = (a[lit].T.astype(np.float32) + 1) / (b[lit].T.astype(np.float32) + 1)
    return np.asarray(np.clip(np.median(ratios, axis=1), DARKER, BRIGHTER), np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """How the light differs. `gain`: a factor for each channel, and for each cell of the table where it is uneven;
    shape (3,) or (20, 32, 3), or of a part of it for each pixel. None: it is the same."""

    gain: Floats | None = None

    @property
    def is_same(self) -> bool:
        """Whether nothing has changed."""
        return self.gain is None

    @property
    def is_even(self) -> bool:
        """Whether the whole table has changed alike."""
        return self.gain is None or self.gain.ndim == 1

    def within(self, area: tuple[int, int, int, int], shape: tuple[int, ...]) -> Light:
        """How it differs in a part: left, top, right, bottom in pixels of a table picture of that shape."""
        if self.gain is None or self.gain.ndim == 1:
            return self
        left, top, right, bottom = area
        across, down = self.gain.shape[1] / shape[1], self.gain.shape[0] / shape[0]
        to_cells = np.array([[across, 0, (left + 0.5) * across - 0.5], [0, down, (top + 0.5) * down - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = (right - left, bottom - top)
        here = cv2.warpAffine(self.gain, to_cells, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return Light(np.asarray(here, np.float32))

    def undone(self, now: Picture, before: Picture) -> Picture:
        """The picture as it would be in the light of before; both of one shape, showing all that this light is of.

        Where it is full nothing tells how bright it is: there the earlier picture is believed, if it is brighter.
        """
        if self.gain is None:
            return now
        factor = 1 / (self.gain + np.float32(1e-6))
        if self.gain.ndim == 3:
            factor = np.asarray(
                cv2.resize(factor, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32
            )
        plain = np.asarray(np.minimum(now * factor + np.float32(0.5), 255), np.uint8)
        if float(self.gain.max()) <= 1:
            return plain
        return np.asarray(np.where(now >= FULL, np.maximum(plain, before), plain), np.uint8)


def light_between(before: Picture, now: Picture) -> Light:
    """How the light has changed between two pictures of the whole table, of one shape."""
    b, a = _cells(before), _cells(now)
    known = (np.minimum(b, a).min(axis=2) > _DARK) & (np.maximum(b, a).max(axis=2) < FULL - 5)
    if int(known.sum()) < _FEW:
        return Light()
    logs = np.log((a + 1) / (b + 1))
    overall = np.median(logs[known], axis=0)
    rest = np.where(known[:, :, None], logs - overall, 0).mean(axis=2)
    rows, columns = _polished(rest)
    bands = rows[:, None] + columns[None, :]
    uneven = float(np.ptp(rows) + np.ptp(columns)) > 2 * _EVEN and _explain(bands, rest, known)
    if not uneven and float(np.abs(overall).max()) < _SAME:
        return Light()
    total = overall + bands[:, :, None] if uneven else overall
    return Light(np.asarray(np.clip(np.exp(total), DARKER, BRIGHTER), np.float32))


def _explain(bands: Floats, rest: Floats, known: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> bool:
    """Whether bands leave less than half of the cells changed that were: cards that came or went in a column don't, for
    then the bare table beside them would have had to change as well."""
    before = int(np.count_nonzero(np.abs(rest[known]) > _EVEN))
    after = int(np.count_nonzero(np.abs((rest - bands)[known]) > _EVEN))
    return 2 * after < before


def _cells(picture: Picture) -> Floats:
    return np.asarray(cv2.resize(picture, _CELLS, interpolation=cv2.INTER_AREA), np.float32)


def _polished(rest: Floats) -> tuple[Floats, Floats]:
    """What rows and columns have in common."""
    rows = np.median(rest, axis=1)
    columns = np.median(rest - rows[:, None], axis=0)
    return np.asarray(rows, np.float32), np.asarray(columns, np.float32)
