"""Whether a camera gives pictures in which nothing can be seen at all: black ones, or ones that are white all over.

Law: told by the picture alone, mat or not; one such picture says nothing, a second and a half of them does.
"""

from __future__ import annotations

import numpy as np

from companion.sentences import say
from companion.sight.pixels import Picture

BLACK = say("The camera's picture is black: take the cap off, or bring light. Buttons and page go on.")
WHITE = say("The camera's picture is white all over: dim the lamp or turn it away. Buttons and page go on.")

BLIND_S = 1.5
_EVERY = 32
_DARK, _BRIGHT = 20, 250
_NEARLY_ALL = 0.95


class Blindness:
    """Remembers since when nothing could be seen."""

    def __init__(self) -> None:
        self._since: float | None = None

    def see(self, picture: Picture, at: float) -> str:
        """What to say of the next picture; nothing while something can be seen. `at`: monotonic seconds."""
        told = _said(picture)
        if not told:
            self._since = None
            return ""
        self._since = at if self._since is None else self._since
        return told if at - self._since >= BLIND_S else ""


def _said(picture: Picture) -> str:
    some = picture[_EVERY // 2 :: _EVERY, _EVERY // 2 :: _EVERY]
    if float(np.mean(some.max(axis=2) <= _DARK)) >= 1:
        return BLACK
    return WHITE if float(np.mean(some.min(axis=2) >= _BRIGHT)) >= _NEARLY_ALL else ""
