"""What a settled place shows, against what was believed to lie there: which cards are new, the same, moved or gone.

Law: a card is gone only where what could still be seen of it looks different; hidden is not gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.eyes.belief import Belief, Lying, table_area, upscaled
from companion.eyes.pushed import pushed_along
from companion.eyes.stillness import Place
from companion.sight.motion import MM
from companion.sight.outlines import Size, support
from companion.sight.overhang import overhang
from companion.sight.pixels import Grey, Picture, Quad, brightest
from companion.sight.place import PX_PER_MM, PlaceRead, read_place
from companion.sight.reader import BACK, Match, Reader

_MARGIN_MM = 12.0
_OVER_MM = 4.0
_SAME_SPOT_MM = 9.0
_STIRRED_MM = 4.0
_SAME_TURN_DEG = 12.0
_VISIBLE = 0.08
_GONE = 0.5
_PRINT, _SHOWS = 20.0, 0.15
_STILL_SEEN = 0.05
_HIDES = 0.5
_RESEMBLES = 0.3
_LIES_THERE = 0.45
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
    doubtful = [m for m in read.matches if not m.is_clear and m.alike > _LIES_THERE]
    gone = {
        card.id
        for card in near
        if _is_gone(card, near, clear, read.changed, before) and not _is_under_one(card, near, doubtful)
    }
    lost = {card.id for card in near if _is_lost(card, near, clear, read.changed)}
    new, moved = _sorted_out(clear, near, gone, gone | lost)
    old = [card.quad for card in near if card.id in gone]
    along = pushed_along(moved, near, gone, before, after)
    gone -= {card_id for card_id, _ in along}
    moved = [one for card in near for one in (*along, *moved) if one[0] == card.id]
    residue = _unexplained(read, old + [match.quad for match in clear] + [match.quad for _, match in along], size)
    unclear = [m for m in read.matches if not m.is_clear and not any(_is_still_there(m, card) for card in near)]
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
    return bool(cv2.countNonZero(_filled(quad, where.shape) & where) > 0)


def _filled(quad: Quad, shape: tuple[int, ...], shrink: float = 0.94) -> Grey:
    mask = np.zeros(shape[:2], np.uint8)
    middle = quad.mean(axis=0)
    inner = middle + (quad - middle) * np.float32(shrink)
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), (255,))
    return mask


def _is_gone(card: Lying, near: Sequence[Lying], clear: Sequence[Match], changed: Grey, before: Picture) -> bool:
    """Whether most of what could be seen of a card, and isn't covered now, has changed."""
    above = [other.quad for other in near[near.index(card) + 1 :]] + [m.quad for m in clear if not same_spot(m, card)]
    visible = _filled(card.quad, changed.shape, 0.9)
    whole = cv2.countNonZero(visible)
    for quad in above:
        visible &= ~_filled(quad, changed.shape, 1.03)
    seen = cv2.countNonZero(visible)
    if any(same_spot(m, card) and m.code == card.code for m in clear):
        return False
    if any(_shows_one_below(m, card, near) for m in clear):
        return True
    if whole == 0 or seen <= _VISIBLE * whole or cv2.countNonZero(visible & changed) <= _GONE * seen:
        return False
    return not _still_shows(visible, changed, before)


def _still_shows(visible: Grey, changed: Grey, before: Picture) -> bool:
    """Whether some of what is printed on a card is where it was: something that can't be read hides the rest of it."""
    slope = cv2.morphologyEx(brightest(before), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    steep = max(_PRINT, float(np.percentile(slope[visible > 0], 80)))
    printed = np.asarray(cv2.threshold(slope, steep, 255, cv2.THRESH_BINARY)[1], np.uint8) & visible
    return cv2.countNonZero(printed & ~changed) > _SHOWS * cv2.countNonZero(printed)


def _is_under_one(card: Lying, near: Sequence[Lying], doubtful: Sequence[Match]) -> bool:
    """Whether some card that can't be read clearly lies over this one: then it is hidden, and that one is asked about.
    One that was known to lie beneath doesn't count: it shows because this one is gone."""
    below = {other.code for other in near[: near.index(card)]}
    return any(m.code not in below and _share_of(card.quad, m.quad) > _HIDES for m in doubtful)


def _share_of(quad: Quad, other: Quad) -> float:
    """The share of a card's area that the other covers."""
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(other), np.ascontiguousarray(quad))
    return float(shared) / float(cv2.contourArea(quad))


def _is_lost(card: Lying, near: Sequence[Lying], clear: Sequence[Match], changed: Grey) -> bool:
    """Whether nothing that could be seen of a card is to be seen now: it is covered by cards just read, or it went."""
    visible = _filled(card.quad, changed.shape, 0.9)
    whole = cv2.countNonZero(visible)
    for other in near[near.index(card) + 1 :]:
        visible &= ~_filled(other.quad, changed.shape, 1.03)
    if cv2.countNonZero(visible) < _VISIBLE * whole:
        return False
    for match in clear:
        visible &= ~_filled(match.quad, changed.shape, 1.03)
    return cv2.countNonZero(visible & ~changed) < _STILL_SEEN * whole


def _shows_one_below(match: Match, card: Lying, near: Sequence[Lying]) -> bool:
    """Whether a card known to lie under this one is clearly read: then this one isn't over it any more."""
    below = near[: near.index(card)]
    is_known = any(other.code == match.code and same_spot(match, other) for other in below)
    return is_known and _share_of(card.quad, match.quad) > _HIDES


def same_spot(match: Match, card: Lying) -> bool:
    """Whether a match lies where this card lies."""
    apart = float(np.linalg.norm(match.quad.mean(axis=0) - card.centre)) / PX_PER_MM
    return apart < _SAME_SPOT_MM and _turn_between(match.quad, card.quad) < _SAME_TURN_DEG


def _is_still_there(match: Match, card: Lying) -> bool:
    """Whether this is a known card in its place, of which something hides a part."""
    return match.code == card.code and same_spot(match, card)


def _turn_between(one: Quad, other: Quad) -> float:
    """Degrees between two cards' directions, 0 to 90: a half-turn counts for nothing."""
    a, b = one[3] - one[0], other[3] - other[0]
    turn = np.degrees(np.arctan2(a[1], a[0]) - np.arctan2(b[1], b[0]))
    return float(abs((turn + 90) % 180 - 90))


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
            if float(np.linalg.norm(match.quad.mean(axis=0) - nearest.centre)) > _STIRRED_MM * PX_PER_MM:
                moved.append((nearest.id, match))
        else:
            new.append(match)
    return new, moved


def _unexplained(read: PlaceRead, explained: Sequence[Quad], size: Size) -> float:
    left = read.changed.copy()
    for quad in explained:
        left &= ~_filled(quad, left.shape, 1.12)
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
