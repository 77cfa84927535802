"""A camera's picture set right before anybody looks: red and blue the right way round, and not mirrored."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.ports import Frame
from companion.sight.mat import Mat
from companion.sight.sighting import Seen


class TableEyes(Protocol):
    """Whoever looks at a table, frame by frame."""

    @property
    def mat(self) -> Mat | None:
        """The mat as last found, or the rectangle that stands for it; None while there is none."""
        ...

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        ...


class RightedEyes:
    """Eyes behind a camera whose pictures come the wrong way round."""

    def __init__(self, eyes: TableEyes, *, swap_red_blue: bool = False, mirrored: bool = False) -> None:
        self._eyes = eyes
        self._channels = slice(None, None, -1 if swap_red_blue else 1)
        self._columns = slice(None, None, -1 if mirrored else 1)

    @property
    def mat(self) -> Mat | None:
        """The mat, in the picture set right."""
        return self._eyes.mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, as the camera gave it."""
        pixels = np.ascontiguousarray(frame.pixels[:, self._columns, self._channels])
        grey = None if frame.grey is None else np.ascontiguousarray(frame.grey[:, self._columns])
        return self._eyes.look(replace(frame, pixels=pixels, grey=grey))
