"""Every outline that a reader was offered, and what it made of each: for people who ask why a card wasn't read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.sight.cells import cells, half_turned
from companion.sight.correlation import relief
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import Match, Reader, Taught
from companion.sight.rectify import Outline, card_in, rectified


@dataclass(frozen=True, slots=True)
class Try:
    """One outline as it was offered. `kind`: the outline's name; `quad`: the card's corners by it, in `picture`'s
    pixels."""

    picture: Picture
    quad: Quad
    kind: str


class NotedReader(Reader):
    """Reads as any reader does, and remembers what it was offered since it was last asked."""

    def __init__(self, taught: Taught) -> None:
        super().__init__(taught)
        self._tries: list[Try] = []

    def taken(self) -> list[Try]:
        """What was tried since the last time, which is then forgotten."""
        tries, self._tries = self._tries, []
        return tries

    def _match_as(self, picture: Picture, quads: Sequence[Quad], outline: Outline) -> Match | None:
        self._tries += [Try(picture, card_in(quad, outline), outline.name) for quad in quads]
        return super()._match_as(picture, quads, outline)


@dataclass(frozen=True, slots=True)
class Score:
    """How near a class is to what was seen. Distance squared; alike from -1 to 1."""

    code: str
    distance: float
    alike: float


def best_classes(taught: Taught, picture: Picture, quad: Quad, count: int = 5) -> list[Score]:
    """The classes nearest to the card in these corners, either way up, nearest first."""
    card = rectified(picture, quad)
    features = cells(card)[None]
    distances = np.minimum(
        taught.discriminant.distances(features)[0], taught.discriminant.distances(half_turned(features))[0]
    )
    flat = taught.reliefs.reshape(len(taught.codes), -1)
    alike = np.maximum(flat @ relief(card).reshape(-1), flat @ relief(card[::-1, ::-1]).reshape(-1))
    order = np.argsort(distances)[:count]
    return [Score(taught.codes[k], float(distances[k]), float(alike[k])) for k in order]
