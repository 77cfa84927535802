"""A picture for which the table has sat still: the mean of several frames, with less noise than any one of them.

Law: a frame in which anything moved is in no mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from companion.ports import Frame
from companion.sight.pixels import Floats, Grey, Picture

FRAMES = 8
STILL_S = 0.7
_SMALL_W = 160
_MOVED = 10.0
_NEW = 6.0


def sittings(frames: Iterable[Frame]) -> Iterator[tuple[Picture, Picture]]:
    """For each time that the table comes to rest: the mean of its frames, and the frame after them. The same sight
    isn't given twice."""
    last: Floats | None = None
    given: Floats | None = None
    still: list[Frame] = []
    for frame in frames:
        small = _small(frame.pixels)
        if last is not None and _apart(small, last) > _MOVED:
            still = []
        last = small
        if len(still) >= FRAMES and frame.at - still[0].at >= STILL_S:
            if given is None or _apart(small, given) > _NEW:
                given = small
                yield _mean([one.pixels for one in still[-FRAMES:]]), frame.pixels
            still = still[-FRAMES:]
        still.append(frame)


def _small(pixels: Picture) -> Floats:
    grey: Grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    height = max(1, round(_SMALL_W * grey.shape[0] / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (_SMALL_W, height), interpolation=cv2.INTER_AREA), np.float32)


def _apart(one: Floats, other: Floats) -> float:
    """How much the place that changed most has changed, in grey levels, all growing lighter or darker left out."""
    off = one - other
    return float(np.abs(cv2.blur(off - np.median(off), (3, 3))).max())


def _mean(pictures: list[Picture]) -> Picture:
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(np.rint(total / len(pictures)), np.uint8)
