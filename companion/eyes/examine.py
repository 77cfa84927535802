"""What a settled place shows, against what was believed to lie there: which cards are new, the same, moved or gone.

Law: a card is gone only where what could still be seen of it looks different; hidden is not gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.eyes.belief import Belief, Lying, table_area, upscaled
from companion.eyes.gone import filled, gone_from, is_still_there, is_stirred, lost_from, same_spot
from companion.eyes.pushed import pushed_along
from companion.eyes.stillness import Place
from companion.sight.motion import MM
from companion.sight.outlines import Size, support
from companion.sight.overhang import overhang
from companion.sight.pixels import Grey, Picture, Quad
from companion.sight.place import PX_PER_MM, PlaceRead, read_place
from companion.sight.reader import BACK, Match, Reader

_MARGIN_MM = 12.0
_OVER_MM = 4.0
_RESEMBLES = 0.3
_OUTLINED = 0.6
EXPLAINED = 0.15
"""A residue below this share of a card is rim and shadow."""


@dataclass(frozen=True, slots=True)
class Examined:
    """`new`: clear matches of cards that lay nowhere before; `moved`: known cards in a new spot; `gone`: ids.

    `unsure`: the best of what isn't clear; `residue`: what no card explains, as a share of a card's area; `only_light`:
    nothing but the light has changed; `is_partial`: more changed here than is told.
    """

    new: tuple[Match, ...]
    moved: tuple[tuple[int, Match], ...]
    gone: tuple[int, ...]
    unsure: Match | None
    residue: float
    only_light: bool
    is_partial: bool = False

    @property
    def is_explained(self) -> bool:
        """Whether cards alone explain the change."""
        return self.unsure is None and self.residue < EXPLAINED

    @property
    def has_arrivals(self) -> bool:
        """Whether a card was clearly read where it didn't lie before."""
        return bool(self.new or self.moved)

    @property
    def cards_changed(self) -> bool:
        """Whether any card came, went or lies differently."""
        return bool(self.new or self.moved or self.gone)

    def agrees_with(self, other: Examined) -> bool:
        """Whether two looks tell the same story."""
        return (
            sorted(m.code for m in self.new) == sorted(m.code for m in other.new)
            and self.gone == other.gone
            and [k for k, _ in self.moved] == [k for k, _ in other.moved]
        )


def examine(reader: Reader, belief: Belief, table: Picture, place: Place, size: Size) -> Examined:
    """One look at a place in a flattened table picture. The belief is not changed."""
    area = _area(belief, table.shape, place)
    left, top, right, bottom = area
    shift = np.array([left, top], np.float32)
    after, before = table[top:bottom, left:right], belief.within(area)
    where = upscaled(place.mask, table.shape)[top:bottom, left:right]
    where = np.asarray(cv2.dilate(where, np.ones((9, 9), np.uint8)), np.uint8)
    near = [replace(card, quad=card.quad - shift) for card in belief.cards if _meets(card.quad - shift, where)]
    read = read_place(reader, before, after, where, [card.quad for card in near], size)
    clear = [m for m in read.matches if m.is_clear]
    gone = gone_from(near, read.matches, read.changed, before)
    lost = lost_from(near, clear, read.changed, before, gone)
    new, moved = _sorted_out(clear, near, gone, gone | lost)
    old = [card.quad for card in near if card.id in gone]
    along = pushed_along(moved, near, gone, before, after)
    gone -= {card_id for card_id, _ in along}
    moved = [one for card in near for one in (*along, *moved) if one[0] == card.id]
    residue = _unexplained(read, old + [match.quad for match in clear] + [match.quad for _, match in along], size)
    unclear = [m for m in read.matches if not m.is_clear and not any(is_still_there(m, card) for card in near)]
    unsure = next((m for m in unclear if _may_be_card(m, after)), None)
    if unsure is None and unclear and place.touches_edge:
        quad = overhang(after, read.changed, size)
        is_cut = quad is not None and _is_cut(quad + shift, table.shape)
        unsure = replace(unclear[0], quad=quad) if quad is not None and is_cut else None
    unsure = unsure if residue >= EXPLAINED else None
    unsure = unsure or next((m for m in clear if m.code == BACK and _is_cut(m.quad + shift, table.shape)), None)
    only_light = not clear and not gone and _is_light(before, after, read.changed)
    return Examined(
        new=tuple(_shifted(m, shift) for m in new if m.code != BACK),
        moved=tuple((k, _shifted(m, shift)) for k, m in moved),
        gone=tuple(sorted(gone)),
        unsure=_shifted(unsure, shift) if unsure is not None and not only_light else None,
        residue=residue,
        only_light=only_light,
    )


def _area(belief: Belief, shape: tuple[int, ...], place: Place) -> tuple[int, int, int, int]:
    """The place in table pixels, with the cards that it touches: one laid squarely on another changes only part of
    it."""
    where = upscaled(place.mask, shape)
    boxes = [table_area(place.area_mm, _MARGIN_MM, shape)]
    for card in belief.cards:
        if _meets(card.quad, where):
            left, top = card.quad.min(axis=0) / PX_PER_MM
            right, bottom = card.quad.max(axis=0) / PX_PER_MM
            boxes.append(table_area((left, top, right, bottom), _MARGIN_MM, shape))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _is_cut(quad: Quad, shape: tuple[int, ...]) -> bool:
    """Whether a card hangs over the mat's edge: what is seen of it may be any card's."""
    beyond = np.maximum(-quad, quad - np.array([shape[1], shape[0]], np.float32)).max()
    return float(beyond) > _OVER_MM * PX_PER_MM


def _may_be_card(match: Match, picture: Picture) -> bool:
    """Whether what can't be read is worth asking about: it resembles a face, or has an outline like a card's all
    round."""
    return match.alike > _RESEMBLES or support(picture, match.quad, 3.0) > _OUTLINED


def _shifted(match: Match, shift: Quad) -> Match:
    return replace(match, quad=match.quad + shift)


def _meets(quad: Quad, where: Grey) -> bool:
    return bool(cv2.countNonZero(filled(quad, where.shape) & where) > 0)


def _sorted_out(
    clear: Sequence[Match], near: Sequence[Lying], gone: set[int], lost: set[int]
) -> tuple[list[Match], list[tuple[int, Match]]]:
    """Which clear matches are new cards and which are known ones: in the same spot, or lost from theirs; those are then
    not `gone`."""
    new: list[Match] = []
    moved: list[tuple[int, Match]] = []
    for match in clear:
        same = [c for c in near if c.code == match.code and (c.id in lost or same_spot(match, c))]
        if same:
            nearest = min(same, key=lambda c: float(np.linalg.norm(match.quad.mean(axis=0) - c.centre)))
            gone.discard(nearest.id)
            lost.discard(nearest.id)
            if is_stirred(match, nearest):
                moved.append((nearest.id, match))
        else:
            new.append(match)
    return new, moved


def _unexplained(read: PlaceRead, explained: Sequence[Quad], size: Size) -> float:
    left = read.changed.copy()
    for quad in explained:
        left &= ~filled(quad, left.shape, 1.12)
    return float(cv2.countNonZero(left)) / (size.width * size.height)


def _is_light(before: Picture, after: Picture, changed: Grey) -> bool:
    """Whether only the light differs: what is finer than a finger's breadth is as it was."""
    if cv2.countNonZero(changed) == 0:
        return True
    fine = _fine(after) - _fine(before)
    inside = np.asarray(cv2.erode(changed, np.ones((5, 5), np.uint8)), np.uint8) > 0
    if int(inside.sum()) < 30:
        inside = changed > 0
    return bool(float(np.abs(fine[inside]).mean()) < 0.03)


def _fine(picture: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """What is left of the logarithm of the light without its slow part."""
    light = np.log(cv2.GaussianBlur(picture, (0, 0), 1.5).astype(np.float32) + 8)
    return np.asarray(light - cv2.blur(light, (21, 21)), np.float32)


def cards_mask(found: Examined, shape: tuple[int, ...]) -> Grey:
    """Where on the small table picture the cards lie that were clearly read, 255."""
    mask = np.zeros(shape[:2], np.uint8)
    for match in (*found.new, *(match for _, match in found.moved)):
        cv2.fillConvexPoly(mask, np.round(match.quad / (MM * PX_PER_MM)).astype(np.int32), (255,))
    return mask
