"""Which of the cards that lay in a place lie there no more, by what could be seen of each before and what is seen now.

Law: hidden is not gone, and neither is what lies beneath a card that hasn't moved, nor a card whose outline is where it
was while nothing else that lies there is clearly read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from companion.eyes.belief import Lying
from companion.sight.pixels import Grey, Picture, Quad, brightest
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match

_SAME_SPOT_MM = 9.0
_STIRRED_MM = 4.0
_SAME_TURN_DEG = 12.0
_VISIBLE = 0.08
_GONE = 0.5
_PRINT, _SHOWS = 20.0, 0.15
_OUTLINED = 0.5
_STILL_SEEN = 0.05
_HIDES, _HOLDS = 0.5, 0.55
_LIES_THERE = 0.45


def gone_from(near: Sequence[Lying], read: Sequence[Match], changed: Grey, before: Picture) -> set[int]:
    """The ids of those cards, the lowest first, that lie there no more, the uppermost judged first. `read`: what was
    read in this place, clearly or not."""
    clear = [match for match in read if match.is_clear]
    doubtful = [match for match in read if not match.is_clear and match.alike > _LIES_THERE]
    gone: set[int] = set()
    for card in reversed(near):
        is_held = _is_held_down(card, near, clear, gone) or _is_under_one(card, near, doubtful)
        if not is_held and _is_gone(card, near, clear, changed, before):
            gone.add(card.id)
    return gone


def lost_from(
    near: Sequence[Lying], clear: Sequence[Match], changed: Grey, before: Picture, gone: Collection[int]
) -> set[int]:
    """The ids of those cards of which nothing is to be seen that could be: they went, or cards just read cover them."""
    return {
        card.id
        for card in near
        if not _is_held_down(card, near, clear, gone)
        and _is_lost(card, near, clear, changed)
        and not _is_outlined_still(card, near, clear, changed, before)
    }


def _is_gone(card: Lying, near: Sequence[Lying], clear: Sequence[Match], changed: Grey, before: Picture) -> bool:
    """Whether most of what could be seen of a card, and isn't covered now, has changed, its outline too."""
    whole, could_be_seen = _uncovered(card, near, changed.shape)
    visible = _but(could_be_seen, [m.quad for m in clear if not same_spot(m, card)])
    seen = cv2.countNonZero(visible)
    if any(is_still_there(m, card) for m in clear):
        return False
    if any(_shows_one_below(m, card, near) for m in clear):
        return True
    if whole == 0 or seen <= _VISIBLE * whole or cv2.countNonZero(visible & changed) <= _GONE * seen:
        return False
    is_outlined = _is_outlined_still(card, near, clear, changed, before)
    return not is_outlined and not _still_shows(visible, changed, before)


def _is_under_one(card: Lying, near: Sequence[Lying], doubtful: Sequence[Match]) -> bool:
    """Whether some card that can't be read clearly lies over this one: then it is hidden, and that one is asked about.
    One that was known to lie beneath doesn't count: it shows because this one is gone."""
    below = {other.code for other in near[: near.index(card)]}
    return any(m.code not in below and _share_of(card.quad, m.quad) > _HIDES for m in doubtful)


def _is_lost(card: Lying, near: Sequence[Lying], clear: Sequence[Match], changed: Grey) -> bool:
    """Whether nothing that could be seen of a card is to be seen now: it is covered by cards just read, or it went."""
    whole, could_be_seen = _uncovered(card, near, changed.shape)
    if cv2.countNonZero(could_be_seen) < _VISIBLE * whole:
        return False
    visible = _but(could_be_seen, [match.quad for match in clear])
    return cv2.countNonZero(visible & ~changed) < _STILL_SEEN * whole


def same_spot(match: Match, card: Lying) -> bool:
    """Whether a match lies where this card lies."""
    apart = float(np.linalg.norm(match.quad.mean(axis=0) - card.centre)) / PX_PER_MM
    return apart < _SAME_SPOT_MM and _turn_between(match.quad, card.quad) < _SAME_TURN_DEG


def is_stirred(match: Match, card: Lying) -> bool:
    """Whether a known card lies a little beside its place."""
    return float(np.linalg.norm(match.quad.mean(axis=0) - card.centre)) > _STIRRED_MM * PX_PER_MM


def is_still_there(match: Match, card: Lying) -> bool:
    """Whether this is a known card in its place, of which something hides a part."""
    return match.code == card.code and same_spot(match, card)


def filled(quad: Quad, shape: tuple[int, ...], scale: float = 0.94) -> Grey:
    """255 on a card with these corners, so many times as large, in a picture of this shape."""
    mask = np.zeros(shape[:2], np.uint8)
    middle = quad.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(middle + (quad - middle) * np.float32(scale)).astype(np.int32), (255,))
    return mask


def _uncovered(card: Lying, near: Sequence[Lying], shape: tuple[int, ...]) -> tuple[int, Grey]:
    """A card's area in pixels, and what could be seen of it: no known card lies over that, 255."""
    all_of_it = filled(card.quad, shape, 0.9)
    return cv2.countNonZero(all_of_it), _but(all_of_it, [other.quad for other in near[near.index(card) + 1 :]])


def _but(mask: Grey, quads: Sequence[Quad]) -> Grey:
    """What of a mask none of these cards covers."""
    left = mask.copy()
    for quad in quads:
        left &= ~filled(quad, mask.shape, 1.03)
    return left


def _is_held_down(card: Lying, near: Sequence[Lying], clear: Sequence[Match], gone: Collection[int]) -> bool:
    """Whether most of a card lies under one that hasn't gone, nor been pushed: seldom does anybody take away what lies
    so beneath alone, but the strip of it that shows looks different as soon as the picture shifts by its breadth."""
    return any(
        other.id not in gone
        and _share_of(card.quad, other.quad) > _HOLDS
        and not any(is_still_there(m, other) and is_stirred(m, other) for m in clear)
        for other in near[near.index(card) + 1 :]
    )


def _shows_one_below(match: Match, card: Lying, near: Sequence[Lying]) -> bool:
    """Whether a card known to lie under this one is clearly read: then this one isn't over it any more."""
    below = near[: near.index(card)]
    is_known = any(other.code == match.code and same_spot(match, other) for other in below)
    return is_known and _share_of(card.quad, match.quad) > _HIDES


def _is_outlined_still(
    card: Lying, near: Sequence[Lying], clear: Sequence[Match], changed: Grey, before: Picture
) -> bool:
    """Whether most of a card's outline is where it was: something unreadable has been laid on it, lamps over both. It
    says nothing where another card is read in its place, nor where one known to lie squarely beneath has the same.
    Only what lies within the card counts: a table's own pattern stays where it is."""
    below = near[: near.index(card)]
    if any(_share_of(card.quad, match.quad) > _HIDES for match in clear) or any(_is_beneath(o, card) for o in below):
        return False
    rim = filled(card.quad, changed.shape, 1.0) & ~filled(card.quad, changed.shape, 0.92)
    visible = _but(rim, [other.quad for other in near[near.index(card) + 1 :]])
    edges = _steeper_than(_PRINT, before) & visible
    return cv2.countNonZero(edges & ~changed) > _OUTLINED * cv2.countNonZero(edges)


def _is_beneath(lower: Lying, card: Lying) -> bool:
    """Whether a card lies squarely under another."""
    apart = float(np.linalg.norm(lower.centre - card.centre)) / PX_PER_MM
    return apart < _SAME_SPOT_MM and _turn_between(lower.quad, card.quad) < _SAME_TURN_DEG


def _still_shows(visible: Grey, changed: Grey, before: Picture) -> bool:
    """Whether some of what is printed on a card is where it was: something that can't be read hides the rest of it."""
    steep = max(_PRINT, float(np.percentile(_slope(before)[visible > 0], 80)))
    printed = _steeper_than(steep, before) & visible
    return cv2.countNonZero(printed & ~changed) > _SHOWS * cv2.countNonZero(printed)


def _slope(picture: Picture) -> Grey:
    """How far apart the brightest and the darkest of each pixel and its neighbours are."""
    return np.asarray(cv2.morphologyEx(brightest(picture), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)


def _steeper_than(least: float, picture: Picture) -> Grey:
    """255 where a picture is."""
    return np.asarray(cv2.threshold(_slope(picture), least, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _share_of(quad: Quad, other: Quad) -> float:
    """The share of a card's area that the other covers."""
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(other), np.ascontiguousarray(quad))
    return float(shared) / float(cv2.contourArea(quad))


def _turn_between(one: Quad, other: Quad) -> float:
    """Degrees between two cards' directions, 0 to 90: a half-turn counts for nothing."""
    a, b = one[3] - one[0], other[3] - other[0]
    turn = np.degrees(np.arctan2(a[1], a[0]) - np.arctan2(b[1], b[0]))
    return float(abs((turn + 90) % 180 - 90))
