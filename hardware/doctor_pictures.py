"""What a camera gives while it is watched for some seconds: its picture, whether anything can be seen in it, and
whether new ones come, fast enough.

Law: it is judged as the table's own eyes would; it is opened once, and let go again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.eyes.blind import Blindness
from companion.eyes.watch import SLOW
from companion.sight.pixels import Picture
from hardware.cameras import Source

SLOWEST_A_SECOND = 3.0
_SETTLES_S = 3.0
_LETS_GO_S = 1.5
_STUCK = "It didn't let go when it was closed: start the Pi anew, or pull its plug and put it in again."


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture, or `why` there is none; `about`: what the camera says of itself; `remark`: what isn't as it should be
    with it. With a picture, `why` says why none came after it, and `blind` why nothing can be seen in it."""

    picture: Picture | None = None
    why: str = ""
    about: str = ""
    remark: str = ""
    blind: str = ""


def take(found: Source, clock: Callable[[], float] = time.monotonic) -> Taken:
    """The first picture of what is pretend; of a real camera one that it has had time for."""
    assert found.open is not None
    watching = _Watching(clock)
    try:
        opened = found.open()
        for frame in (frame for frame in opened.frames() if frame.is_steady):
            watching.see(frame.pixels, str(getattr(opened, "about", "")), frame.remark)
            if found.is_pretend or watching.has_seen_enough:
                break
        closes_at = clock()
        opened.close()
    except CompanionError as why:
        return watching.taken(why=str(why))
    return watching.taken(stuck=_STUCK if clock() - closes_at > _LETS_GO_S else "")


class _Watching:
    """One camera's steady pictures."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._blindness = Blindness()
        self._began = self._last = 0.0
        self._count = 0
        self._picture: Picture | None = None
        self._about = self._remark = self._blind = ""

    def see(self, picture: Picture, about: str, remark: str) -> None:
        """The next picture."""
        self._last = self._clock()
        if not self._count:
            self._began = self._last
        self._count += 1
        self._picture, self._about, self._remark = picture, about, remark
        self._blind = self._blindness.see(picture, self._last)

    @property
    def has_seen_enough(self) -> bool:
        """Whether exposure and focus have had time, and a frozen camera would have shown itself."""
        return self._last - self._began >= _SETTLES_S

    def taken(self, why: str = "", stuck: str = "") -> Taken:
        """What came of it."""
        if self._picture is None:
            return Taken(why=why or "It ended before its first picture.")
        remarks = (self._remark, SLOW if self._is_slow else "", stuck)
        return Taken(self._picture, why, self._about, " ".join(filter(None, remarks)), self._blind)

    @property
    def _is_slow(self) -> bool:
        return self._count > 1 and self._count - 1 < SLOWEST_A_SECOND * (self._last - self._began)
