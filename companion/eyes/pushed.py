"""Cards beneath one that was pushed a little: whether they were pushed along, as a pile is that somebody squares up.

Law: a card has come along only where what could be seen of it is seen again as far away as the upper one has gone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.eyes.belief import Lying
from companion.eyes.gone import filled
from companion.sight.pixels import Floats, Matrix, Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match

_FURTHEST_MM = 60.0
_SEEN_MM2 = 120.0
_ALIKE = 0.6
_SLACK_PX = 5


def pushed_along(
    moved: Sequence[tuple[int, Match]], near: Sequence[Lying], gone: Collection[int], before: Picture, after: Picture
) -> list[tuple[int, Match]]:
    """The cards of `gone` that came along with one of `moved`, as matches where they lie now; `near`: lowest first."""
    found: list[tuple[int, Match]] = []
    for index, card in enumerate(near):
        if card.id not in gone or card.code is None:
            continue
        upper = {other.id: other for other in near[index + 1 :]}
        for number, match in moved:
            way = _way(upper[number].quad, match.quad) if number in upper else None
            seen = _seen_again(card, list(upper.values()), way, before, after) if way is not None else None
            if seen is not None:
                found.append((card.id, replace(match, code=card.code, quad=_carried(card.quad, seen))))
                break
    return found


def _way(was: Quad, now: Quad) -> Matrix | None:
    """How a card was shifted and turned, (2, 3); None where that is too far for what lies beneath it."""
    if float(np.linalg.norm(now.mean(axis=0) - was.mean(axis=0))) > _FURTHEST_MM * PX_PER_MM:
        return None
    return np.asarray(cv2.getAffineTransform(was[:3], now[:3]), np.float64)


def _carried(quad: Quad, way: Matrix) -> Quad:
    return np.asarray(quad @ way[:, :2].T + way[:, 2], np.float32)


def _seen_again(card: Lying, above: Sequence[Lying], way: Matrix, before: Picture, after: Picture) -> Matrix | None:
    """The way that a card took, near `way`, by which what stuck out of it from under the others shows the same there
    now; None where nothing does."""
    sticks_out = filled(card.quad, before.shape, 0.94)
    for other in above:
        sticks_out &= ~filled(other.quad, before.shape, 1.04)
    size = (after.shape[1], after.shape[0])
    there = np.asarray(cv2.warpAffine(sticks_out, way, size, flags=cv2.INTER_NEAREST), np.uint8)
    there[:_SLACK_PX], there[-_SLACK_PX:], there[:, :_SLACK_PX], there[:, -_SLACK_PX:] = 0, 0, 0, 0
    if cv2.countNonZero(there) < _SEEN_MM2 * PX_PER_MM**2:
        return None
    x, y, width, height = cv2.boundingRect(there)
    part = np.s_[y : y + height, x : x + width]
    around = np.s_[y - _SLACK_PX : y + height + _SLACK_PX, x - _SLACK_PX : x + width + _SLACK_PX]
    expected = _relief(np.asarray(cv2.warpAffine(before, way, size), np.uint8))[part]
    mask = np.repeat(there[part][:, :, None], 3, axis=2).astype(np.float32) / 255
    alike = cv2.matchTemplate(_relief(after)[around], expected, cv2.TM_CCORR_NORMED, mask=mask)
    _, most, _, at = cv2.minMaxLoc(alike)
    if not most > _ALIKE:
        return None
    nearer = way.copy()
    nearer[:, 2] += (at[0] - _SLACK_PX, at[1] - _SLACK_PX)
    return nearer


def _relief(picture: Picture) -> Floats:
    """The logarithm of the light without its slow part."""
    light = np.log(cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32) + 8)
    return np.asarray(light - cv2.blur(light, (21, 21)), np.float32)
