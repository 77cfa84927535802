"""Where a lamp is mirrored on the table: what it hides, what is waited for, and what is told of it.

Law: glare hides and never takes: a card under it is neither gone nor new. What was believed while a lamp hid it was
never seen; when it shows, a card that is new there is told, and all else is taken as seen first now.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.eyes.belief import upscaled
from companion.eyes.examine import Examined
from companion.eyes.looks import LooksPatience
from companion.eyes.stillness import Place
from companion.sight.light import FULL
from companion.sight.motion import MM
from companion.sight.pixels import Grey, Picture, middling

WAITS = LooksPatience(unsure=6.0, odd=6.0)
"""How long a card that can't be read for glare is waited for: heads and cards move."""

_LEAST_MM2 = 150.0
_LEAST = round(_LEAST_MM2 / MM / MM)
_EVERYWHERE = 0.5
_HIDDEN_SHARE = 0.45
_HALO = np.ones((7, 7), np.uint8)
_BLOB = np.ones((3, 3), np.uint8)
_ACROSS = ("left", "", "right")
_DOWN = ("top", "", "bottom")


class GlareWatch:
    """Glare over time, on the small table picture."""

    def __init__(self) -> None:
        self._full: Grey = np.zeros((1, 1), np.uint8)
        self._hidden: Grey = np.zeros((1, 1), np.uint8)
        self._waiting: list[Grey] = []

    def watch(self, small: Picture) -> None:
        """Takes the next small picture, as the camera gave it."""
        full = _full_in(small)
        self._full = np.asarray(cv2.morphologyEx(full, cv2.MORPH_OPEN, _BLOB), np.uint8)
        self._waiting = []
        if self._hidden.shape != self._full.shape:
            self._hidden = np.zeros_like(self._full)

    def over(self, place: Place, believed: Picture) -> Grey | None:
        """The glare that has come over a place, with its halo, 255 on the small picture; None where there is none
        worth the word."""
        bright = _full_in(believed)
        new = self._full & ~bright & np.asarray(cv2.dilate(place.mask, _BLOB), np.uint8)
        return np.asarray(cv2.dilate(new, _HALO), np.uint8) if cv2.countNonZero(new) >= _LEAST else None

    def judged(self, glare: Grey, *, is_waiting: bool) -> None:
        """A place under this glare was looked at: it is waited for, or believed as it looks now, glare and all."""
        if is_waiting:
            self._waiting.append(glare)
        else:
            self._hidden |= glare

    def hid(self, place: Place) -> bool:
        """Whether about half of what differs here was never seen: a lamp was mirrored there. From now on it is seen."""
        was = cv2.countNonZero(place.mask & self._hidden) > _HIDDEN_SHARE * cv2.countNonZero(place.mask)
        if was:
            self._hidden[cv2.dilate(place.mask, _HALO) > 0] = 0
        return was

    def alarms(self) -> tuple[str, ...]:
        """What is told while glare lies on cards: on those that wait to be read, and on what was believed with it."""
        if np.count_nonzero(self._full) > _EVERYWHERE * self._full.size:
            return ("glare:everywhere",)
        lasting = self._full & self._hidden
        spots = [*self._waiting, *([lasting] if cv2.countNonZero(lasting) >= _LEAST else [])]
        return tuple(dict.fromkeys(f"glare:{_where(spot)}" for spot in spots))


def hidden(picture: Picture, believed: Picture, glare: Grey) -> Picture:
    """A picture of the whole table with the believed one where the glare is."""
    where = upscaled(glare, picture.shape) > 0
    calm = picture.copy()
    calm[where] = believed[where]
    return calm


def is_untouched(found: Examined) -> bool:
    """Whether a look finds the cards as they lay."""
    return found.is_explained and not found.new and not found.gone


def _full_in(picture: Picture) -> Grey:
    """255 where two of the channels are full."""
    return np.asarray(cv2.threshold(middling(picture), FULL - 1, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _where(spot: Grey) -> str:
    """The part of the picture that a spot is in, in a person's words."""
    ys, xs = np.nonzero(spot)
    rows, columns = spot.shape
    across = _ACROSS[min(2, int(3 * xs.mean() / columns))]
    down = _DOWN[min(2, int(3 * ys.mean() / rows))]
    side = " ".join(word for word in (down, across) if word)
    return f"at the {side}" if side else "in the middle"
