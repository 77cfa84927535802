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


def righted(frame: Frame, *, swap_red_blue: bool = False, mirrored: bool = False) -> Frame:
    """The frame as it would be of a camera that gives its pictures the right way round."""
    channels = slice(None, None, -1 if swap_red_blue else 1)
    columns = slice(None, None, -1 if mirrored else 1)
    pixels = np.ascontiguousarray(frame.pixels[:, columns, channels])
    grey = None if frame.grey is None else np.ascontiguousarray(frame.grey[:, columns])
    return replace(frame, pixels=pixels, grey=grey)


class RightedEyes:
    """Eyes behind a camera whose pictures come the wrong way round."""

    def __init__(self, eyes: TableEyes, *, swap_red_blue: bool = False, mirrored: bool = False) -> None:
        self._eyes = eyes
        self._swap_red_blue, self._mirrored = swap_red_blue, mirrored

    @property
    def mat(self) -> Mat | None:
        """The mat, in the picture set right."""
        return self._eyes.mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, as the camera gave it."""
        return self._eyes.look(righted(frame, swap_red_blue=self._swap_red_blue, mirrored=self._mirrored))
