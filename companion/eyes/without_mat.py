"""Eyes for a table without a mat: they wait for one card to learn how large everything is, then look as any others.

Law: nothing is told before the scale is known. What lies where is told from the line on: y is negative among the
fireworks, positive among the discards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from companion.sight.look import look
from companion.sight.mat import Mat
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import Reader
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting, Unsettled
from companion.sight.tableline import TableLine, px_per_mm

_AGAIN_S = 0.7
_AGREE = 0.05
_BY_MARKS = 3

MakeEyes = Callable[[Quad, tuple[float, float]], Eyes]
"""Makes eyes for a rectangle: its corners in pixels and its size in millimetres."""


class LineEyes:
    """Looks at a table that a line splits. `faces`: the taught ones, for a first card whose edges can't be seen;
    `scale`: pixels a millimetre, None where the first card is to tell."""

    def __init__(
        self,
        line: TableLine,
        reader: Reader,
        card_mm: tuple[float, float],
        make_eyes: MakeEyes,
        *,
        faces: Sequence[Picture] = (),
        scale: float | None = None,
    ) -> None:
        self._line, self._reader, self._card_mm, self._make_eyes = line, reader, card_mm, make_eyes
        self._faces = faces
        self._scale = scale
        self._is_measured = scale is None
        self._guess: float | None = None
        self._tries = 0
        self._tried_at = -np.inf
        self._eyes: Eyes | None = None
        self._line_mm = 0.0

    @property
    def mat(self) -> Mat | None:
        """The rectangle that stands for the mat, None while the scale isn't known."""
        return self._eyes.mat if self._eyes is not None else None

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        if self._scale is None and frame.at - self._tried_at >= _AGAIN_S:
            self._tried_at = frame.at
            self._measure(frame.pixels)
        if self._scale is None:
            return Seen(frame.at, frame.index, alarms=("mat-lost:first-card",))
        if self._eyes is None:
            self._eyes = self._begin(frame.pixels, self._scale)
        seen = _from_line(self._eyes.look(frame), self._line_mm)
        # the card that was laid to be measured is no card of the game
        return replace(seen, lying=()) if self._is_measured and len(seen.lying) == 1 else seen

    def _measure(self, picture: Picture) -> None:
        self._tries += 1
        faces = self._faces if self._tries % _BY_MARKS == 0 else ()
        seen = look(self._reader, picture, self._card_mm, faces).clear
        scales = sorted(scale for match in seen if (scale := px_per_mm(match.quad, self._card_mm)) is not None)
        if not scales:
            return
        scale = scales[len(scales) // 2]
        if self._guess is not None and abs(scale / self._guess - 1) < _AGREE:
            self._scale = (scale + self._guess) / 2
        self._guess = scale

    def _begin(self, picture: Picture, scale: float) -> Eyes:
        corners, line_px = self._line.rectangle((picture.shape[1], picture.shape[0]))
        width, height = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])
        self._line_mm = line_px / scale
        return self._make_eyes(corners, (round(float(width) / scale), round(float(height) / scale)))


def _from_line(seen: Seen, line_mm: float) -> Seen:
    """The same with lengths down the table counted from the line."""
    return replace(
        seen,
        places=tuple(_place(place, line_mm) for place in seen.places),
        unsettled=tuple(replace(one, area_mm=_area(one, line_mm)) for one in seen.unsettled),
        lying=_sightings(seen.lying, line_mm),
    )


def _place(place: PlaceSeen, line_mm: float) -> PlaceSeen:
    return replace(
        place,
        appeared=_sightings(place.appeared, line_mm),
        moved=_sightings(place.moved, line_mm),
        named=_sightings(place.named, line_mm),
        odd=None if place.odd is None else _corners(place.odd, line_mm),
    )


def _sightings(sightings: tuple[Sighting, ...], line_mm: float) -> tuple[Sighting, ...]:
    return tuple(replace(one, corners_mm=_corners(one.corners_mm, line_mm)) for one in sightings)


def _corners(corners: Corners, line_mm: float) -> Corners:
    a, b, c, d = ((x, round(y - line_mm, 1)) for x, y in corners)
    return a, b, c, d


def _area(unsettled: Unsettled, line_mm: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = unsettled.area_mm
    return left, top - line_mm, right, bottom - line_mm
