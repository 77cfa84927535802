"""Eyes with a listener: who keeps a recording hears each frame with the mat and what was seen in it."""

from __future__ import annotations

from collections.abc import Callable

from companion.eyes.righted import TableEyes
from companion.ports import Frame
from companion.sight.mat import Mat
from companion.sight.sighting import Seen

Tap = Callable[[Frame, Mat | None, Seen], object]
"""Hears a frame after it was looked at, in the eyes' thread; it must not keep it waiting."""


class TappedEyes:
    """Eyes that let somebody listen."""

    def __init__(self, eyes: TableEyes, tap: Tap) -> None:
        self._eyes, self._tap = eyes, tap

    @property
    def mat(self) -> Mat | None:
        """The mat as last found."""
        return self._eyes.mat

    def look(self, frame: Frame) -> Seen:
        """Takes the next frame, in order of time."""
        seen = self._eyes.look(frame)
        self._tap(frame, self._eyes.mat, seen)
        return seen
