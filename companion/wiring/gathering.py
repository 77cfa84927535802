"""The cards of a grid's rows, gathered from one picture or from several, until each is there.

Law: a card is named by its row and place, or because it lies alone; what was found once is kept.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.sentences import say
from companion.sight.pixels import Picture
from companion.sight.teach import plate
from models.again import shot_like
from models.rows import OddProportions, codes_of, some_shots_in
from models.teaching import Shot, Unteachable

FINE_PX_PER_MM = 2.2
"""Of the pictures: finer than most cameras over a mat see it, so that nothing is lost."""

_STEPS = (1.0, 1.6 / FINE_PX_PER_MM)
"""A card that isn't found in the fine picture is looked for in a coarser one: blur hides edges from small steps."""


class Gathering:
    """Some rows being gathered; `found` by code."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.found: dict[str, Shot] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        """The cards that no picture has shown yet."""
        return tuple(code for row in self.rows for code in codes_of(row) if code not in self.found)

    def add(self, photo: Picture) -> Mapping[str, Shot]:
        """The cards of all rows, with those in this picture. Raises Unteachable while some are missing."""
        for step in _STEPS:
            size = round(photo.shape[1] * step), round(photo.shape[0] * step)
            picture = cv2.resize(photo, size, interpolation=cv2.INTER_AREA) if step < 1 else photo
            try:
                self.found |= some_shots_in(np.asarray(picture, np.uint8), self.rows, say("the picture"))
            except OddProportions:
                raise  # a coarser picture would only hide it
            except Unteachable:
                if step == _STEPS[-1] and not self.found:
                    raise
            if not self.missing:
                break
        return self._whole()

    def add_alone(self, code: str, photo: Picture) -> Mapping[str, Shot]:
        """The same, with one card that lies alone in this picture."""
        faces = [plate(shot.photo, shot.quad) for shot in self.found.values()]
        self.found[code] = shot_like(faces, code, photo)
        return self._whole()

    def _whole(self) -> Mapping[str, Shot]:
        if self.missing:
            raise Unteachable(
                say(
                    "Found {n} cards, not yet {cards}: push these a little and take the picture again, or take each of "
                    "them alone. What was found is kept.",
                    n=len(self.found),
                    cards=", ".join(self.missing),
                )
            )
        return self.found
