"""What lies on the table when it is first seen: the cards kept from last time that still show, and whole new ones.

Law: a kept card is believed only where the picture bears it out: by its own face, or hidden under one that does. No
picture is kept, only codes and outlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from companion.sight.look import look_at_table
from companion.sight.outlines import Size, sharpened
from companion.sight.pixels import Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Reader
from companion.sight.sighting import Corners

_REACH_MM = 4.0
_FANNED_MM = (10.0, 20.0)
_SHOWS = 0.6
_HIDES = 0.3
_BEARS_OUT = 0.5


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A card as it lay when the table was last watched; the lowest come first."""

    code: str
    corners_mm: Corners


class Keep(Protocol):
    """Where the eyes keep what lies on the table, over a restart."""

    def load(self) -> Sequence[KeptCard]:
        """What was kept last; nothing where there is nothing or it can't be read."""
        ...

    def save(self, cards: Sequence[KeptCard]) -> None:
        """Keeps these in place of what was kept before."""
        ...


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A card that lies there: `quad` in table pixels."""

    code: str
    quad: Quad


def first_sight(
    reader: Reader,
    table: Picture,
    card_mm: tuple[float, float],
    kept: Sequence[KeptCard],
    faces: Sequence[Picture] = (),
) -> list[FirstCard]:
    """The cards on a flattened table picture, the lowest first. `faces`: the taught ones, looked for where nothing was
    kept (a second's work)."""
    size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
    believed = list(_borne_out(reader, table, kept))
    laid_since = [m for m in _on_top(reader, table, believed, size) if not _is_known(m, believed)]
    whole, _ = look_at_table(reader, table, card_mm, () if believed else faces)
    new = laid_since + [m for m in whole if not any(_overlap(m.quad, other.quad) > _HIDES for other in laid_since)]
    return believed + [FirstCard(m.code, m.quad) for m in new if not _is_known(m, believed)]


def _borne_out(reader: Reader, table: Picture, kept: Sequence[KeptCard]) -> Iterator[FirstCard]:
    """The kept cards that show their face, or lie under one that does."""
    cards = [FirstCard(card.code, _pixels(card.corners_mm)) for card in kept]
    seen: dict[int, bool] = {}
    for index in reversed(range(len(cards))):
        above = [k for k in range(index + 1, len(cards)) if seen.get(k)]
        hidden = max((_overlap(cards[index].quad, cards[k].quad) for k in above), default=0.0)
        seen[index] = hidden > 1 - _SHOWS or _shows(reader, table, cards[index])
    return (card for index, card in enumerate(cards) if seen[index])


def _shows(reader: Reader, table: Picture, card: FirstCard) -> bool:
    match = reader.match(table, [card.quad, sharpened(table, card.quad, _REACH_MM * PX_PER_MM)])
    return match is not None and match.code == card.code and (match.is_clear or match.alike > _BEARS_OUT)


def _on_top(reader: Reader, table: Picture, believed: Sequence[FirstCard], size: Size) -> Iterator[Match]:
    """Cards laid on believed ones since: squarely, or fanned a little downwards."""
    for card in believed:
        down = (card.quad[3] - card.quad[0]) / max(1e-3, float(np.linalg.norm(card.quad[3] - card.quad[0])))
        for step in (0.0, *_FANNED_MM):
            quad = np.asarray(card.quad + down * np.float32(step * PX_PER_MM), np.float32)
            sharp = sharpened(table, quad, _REACH_MM * PX_PER_MM)
            match = reader.match(table, [one for one in (sharp, quad) if size.fits(one)])
            if match is not None and not match.is_clear and match.alike > _HIDES:
                match = reader.settle(table, match)
            if match is not None and match.is_clear:
                yield match
                break


def _is_known(match: Match, believed: Sequence[FirstCard]) -> bool:
    return any(card.code == match.code and _overlap(match.quad, card.quad) > _SHOWS for card in believed)


def _overlap(one: Quad, other: Quad) -> float:
    """The share of `one` that `other` covers."""
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(one), np.ascontiguousarray(other))
    return float(shared) / max(1.0, float(cv2.contourArea(one)))


def _pixels(corners_mm: Corners) -> Quad:
    return np.asarray(corners_mm, np.float32) * np.float32(PX_PER_MM)
