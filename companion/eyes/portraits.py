"""A small picture of each card that has come to lie, cut out along its edges, for the page.

Law: what is cut is what was just judged to lie still, and nothing around it.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.album import Album
from companion.eyes.belief import Belief
from companion.eyes.diary import Looked
from companion.sight.pixels import Floats, Picture
from companion.sight.place import PX_PER_MM
from companion.sight.rectify import homography
from companion.sight.sighting import Corners, PlaceSeen

WIDE, HIGH = 84, 117
_QUALITY = 75
_FRAME = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - np.float32(0.5)


class Portraits:
    """Notes of the eyes that put pictures into the album. Other eyes number their cards anew: what was there goes."""

    def __init__(self, album: Album) -> None:
        album.keep_only()
        self._album = album
        self._table: Picture | None = None

    def looked(self, look: Looked, belief: Belief, table: Picture, small: Picture, still_s: Floats) -> None:
        """The table as it is being judged."""
        self._table = table

    def decided(self, look: Looked, seen: PlaceSeen, names: Mapping[int, str]) -> None:
        """Cards came to lie there, perhaps."""
        table, self._table = self._table, None
        if table is not None:
            for card in seen.appeared:
                self._album.keep(card.id, portrait(table, card.corners_mm))


def portrait(table: Picture, corners_mm: Corners) -> bytes:
    """The card with these corners as a JPEG of WIDE x HIGH. `table`: flattened, `PX_PER_MM` pixels a millimetre."""
    corners = np.array(corners_mm, np.float32) * np.float32(PX_PER_MM)
    card = cv2.warpPerspective(table, homography(corners, _FRAME), (WIDE, HIGH), flags=cv2.INTER_LINEAR)
    return cv2.imencode(".jpg", card, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
