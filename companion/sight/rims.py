"""Whether cards reach further out than their outlines as found: a white border on a white table is easily overlooked.

Law: what runs around all cards at one distance belongs to the cards. A single card's surroundings say nothing: the
table's own pattern, shadows and neighbours lie around each one differently.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.sight.pixels import Floats, Picture, Quad, unit_quad
from companion.sight.rectify import homography

ROOM = 0.14
"""How much table has to be seen around a card, in card heights."""

_NEAREST, _FURTHEST, _ONE_DISTANCE = 0.009, 0.085, 0.006
_INSIDE = 0.06
_THIN, _PAIRS, _DRAWN_APART = 0.02, 2, 0.3
_BLURRED, _DRAWN_FURTHER = 0.035, 2.4
_FOOT, _FOOT_SDS, _HALF_SDS, _LEAST_FOOT = 0.1, 2.15, 1.18, 0.003
_ASPECT = 0.7
_CORNERS = 0.1
_NEAR_PX, _NOISE, _RIM_PX, _BESIDE_PX = 2, 0.05, 2, 8
_LEAST, _OVER_FLOOR, _OVER_TABLE, _OVER_NEAR, _NEARLY, _STRONGER = 0.45, 4.0, 3.0, 1.25, 0.6, 0.7
_AS_CLEAR, _PAIR_LEAST = 0.1, 0.5


def outline(patches: Sequence[Picture], height_px: int) -> Floats | None:
    """By how much cards reach further out than thought, in card heights, above, to the right, below and to the left:
    by the lines that run beside most of them. None where no line is seen on some side. `patches`: cards, all the way
    up in which they are printed, `height_px` high with `ROOM` table around."""
    found = [_lines(profile, height_px) for profile in _usual(patches, height_px)]
    if not all(found):
        return None
    strong = [_strong(lines) for lines in found]
    strong = [_with_its_pair(lines, at, _gaps(found, strong)) for lines, at in zip(found, strong, strict=True)]
    around = _all_around(found, strong)
    return np.asarray([further - at for at, further in zip(strong, around, strict=True)], np.float32)


def margin(patches: Sequence[Picture], height_px: int) -> Floats:
    """How much further than its outline every card reaches on its four sides, in card heights, shape (4,): a little
    less where the lines are the two of a thin pale edge, which blur draws apart; more where a line has a long foot
    outwards, as a border of nearly the table's colour makes it. A shadow makes a foot on some sides only."""
    further = np.zeros(4, np.float32)
    profiles = _usual(patches, height_px)
    found = [_lines(profile, height_px) for profile in profiles]
    if not all(found):
        return further
    here = [min(lines, key=lambda line: abs(line[0])) for lines in found]
    blurred = [_DRAWN_FURTHER * _blur(profile, at, height_px) for profile, (at, _) in zip(profiles, here, strict=True)]
    feet = [_foot(profile, at, height_px) for profile, (at, _) in zip(profiles, here, strict=True)]
    gaps = np.array(_gaps(found, [_strong(lines) for lines in found], max(_THIN, min(*blurred, _BLURRED))), np.float32)
    if (gaps > 0).sum() > _PAIRS:
        gap = float(np.median(gaps[gaps > 0]))
        further[gaps > 0] = -_DRAWN_APART * gap
        further[(gaps == 0) & (np.array(feet) > gap / 2)] = (1 - _DRAWN_APART) * gap
        return further
    least = [_NEARLY * max(value for _, value in lines) for lines in found]
    is_clear = all(abs(at) < _ONE_DISTANCE and v > low for (at, v), low in zip(here, least, strict=True))
    if is_clear and (gaps > 0).sum() < _PAIRS and min(feet) > _LEAST_FOOT:
        further[:] = min(feet)
    return further


def _usual(patches: Sequence[Picture], height_px: int) -> list[Floats]:
    """The profiles of the four sides, as most of the cards have them."""
    return [np.asarray(side, np.float32) for side in np.median([_sides(one, height_px) for one in patches], axis=0)]


_Lines = Sequence[tuple[float, float]]
"""Where lines run beside a side, in card heights from where it was thought to be inwards, and how strong they are; the
outermost first."""


def _strong(lines: _Lines) -> float:
    """The outermost line that isn't much weaker than the strongest."""
    return next(at for at, value in lines if value > _NEARLY * max(strength for _, strength in lines))


def _gaps(found: Sequence[_Lines], strong: Sequence[float], near: float = _THIN) -> list[float]:
    """On each side how far within its line another runs that isn't much weaker, 0 where none does near it."""
    within = [_within(lines, at, near) for lines, at in zip(found, strong, strict=True)]
    return [0.0 if other is None else other - at for other, at in zip(within, strong, strict=True)]


def _within(lines: _Lines, line: float, near: float = _THIN) -> float | None:
    """The first line near this one and within it; a much weaker one is printed, or the table's."""
    least = _PAIR_LEAST * next(value for at, value in lines if at == line)
    return min((at for at, value in lines if 0 < at - line < near and value > least), default=None)


def _with_its_pair(lines: _Lines, at: float, gaps: Sequence[float]) -> float:
    """This line; or the one outside it, where it is the inner one of two that other sides show; or the one within it,
    where no other side shows two."""
    known = [gap for gap in gaps if gap > 0]
    within = _within(lines, at)
    if within is not None:
        return at if len(known) >= _PAIRS else within
    if len(known) < _PAIRS:
        return at
    apart = {other: abs(at - other - float(np.median(known))) for other, _ in lines}
    return min((other for other in apart if apart[other] < _ONE_DISTANCE), key=apart.__getitem__, default=at)


def _all_around(found: Sequence[_Lines], strong: Sequence[float]) -> list[float]:
    """How far outside each side's strongest line the cards end: where others run at one distance on all four sides, the
    strongest of some sides being the outer ones of such already. That is a border of about the table's colour, so it
    is hardly seen on any side: where one shows it clearly and another not at all, it is none. A shadow lies on some
    sides only, or is the weaker."""
    places = [[(at - other, value) for other, value in lines] for lines, at in zip(found, strong, strict=True)]
    around: list[tuple[float, float, list[float]]] = []
    for beyond in (at for side in places for at, _ in side if at > _NEAREST):
        moves, values = [], []
        for side in places:
            at, value = min(side, key=lambda line: abs(abs(line[0]) - beyond))
            if abs(abs(at) - beyond) > _ONE_DISTANCE:
                break
            moves.append(max(at, 0.0))
            values.append(value if at > 0 else next(v for other, v in side if other == 0.0))
        if len(moves) == len(places) and min(values) > _AS_CLEAR * max(values):
            around.append((beyond, float(np.mean(values)), moves))
    strongest = max((value for _, value, _ in around), default=0.0)
    fits = [(beyond, moves) for beyond, value, moves in around if value > _STRONGER * strongest]
    return max(fits, key=lambda one: one[0])[1] if fits else [0.0] * len(places)


def _blur(profile: Floats, line: float, height_px: int) -> float:
    """How far outside of this edge it is half as steep, in card heights: as wide as it is blurred."""
    middle = ROOM * height_px - 0.5 + line * height_px
    half = float(profile[round(middle)]) / 2
    lower = np.nonzero(profile[: round(middle)] < half)[0]
    if not len(lower):
        return 0.0
    beyond = int(lower[-1])
    half_at = beyond + float((half - profile[beyond]) / (profile[beyond + 1] - profile[beyond] + 1e-6))
    return (middle - half_at) / height_px


def _foot(profile: Floats, line: float, height_px: int) -> float:
    """How much longer the outer foot of this edge is than that of one clean edge as wide as its inner flank, in card
    heights."""
    room = ROOM * height_px - 0.5
    middle = room + line * height_px
    at = round(middle)
    top, floor = float(profile[at]), float(np.median(profile[_RIM_PX : int(room / 2)]))
    low = floor + _FOOT * (top - floor)
    inner, outer = np.nonzero(profile[at:] < top / 2)[0], np.nonzero(profile[:at] < low)[0]
    if not len(inner) or not len(outer):
        return 0.0
    within, beyond = at + int(inner[0]) - 1, int(outer[-1])
    half_at = within + float((profile[within] - top / 2) / (profile[within] - profile[within + 1] + 1e-6))
    low_at = beyond + float((low - profile[beyond]) / (profile[beyond + 1] - profile[beyond] + 1e-6))
    return float(middle - low_at - _FOOT_SDS * (half_at - middle) / _HALF_SDS) / height_px


def with_room(photo: Picture, quad: Quad, height_px: int) -> Picture:
    """A card in a photo, made upright and `height_px` high, with `ROOM` table around."""
    room, width = ROOM * height_px, _ASPECT * height_px
    inside = unit_quad(width, height_px) + np.float32(room - 0.5)
    size = round(width + 2 * room), round(height_px + 2 * room)
    return np.asarray(
        cv2.warpPerspective(photo, homography(quad, inside), size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def outlined(patch: Picture, height_px: int) -> float:
    """How much steeper the picture is along the worst of a card's four sides than along most lines beside it."""
    across, down = _straight_edges(patch, height_px)
    room, width, height = round(ROOM * height_px), len(across), len(down)
    places = (across, room), (across, width - room), (down, room), (down, height - room)
    worst = min(float(edges[at - _NEAR_PX : at + _NEAR_PX].max()) for edges, at in places)
    return worst / (float(np.median(np.concatenate([across, down]))) + _NOISE)


def steepness(patch: Picture, height_px: int) -> Floats:
    """How steep a card's four sides (top, right, bottom, left) are in a patch with `ROOM` around; 0 for one that is no
    steeper than what lies beside it on the table. Shape (4,)."""
    room = round(ROOM * height_px)
    found = np.zeros(4, np.float32)
    for number, side in enumerate(_sides(patch, height_px)):
        here = float(side[room - _NEAR_PX - 1 : room + _NEAR_PX].max())
        table = side[_RIM_PX : room - 2 * _NEAR_PX]
        near = float(table[-_BESIDE_PX:].max())
        if here > max(_LEAST, _OVER_TABLE * float(np.median(table)), _OVER_NEAR * near):
            found[number] = here
    return found


def _sides(patch: Picture, height_px: int) -> list[Floats]:
    """How steep the picture is along lines beside the four sides (top, right, bottom, left), from a patch's rim inwards
    pixel by pixel: straight edges alone, all else averages out."""
    across, down = _straight_edges(patch, height_px)
    deep = round((ROOM + _INSIDE) * height_px)
    return [down[:deep], across[::-1][:deep], down[::-1][:deep], across[:deep]]


def _straight_edges(patch: Picture, height_px: int) -> tuple[Floats, Floats]:
    """The mean steepness along each column and along each row, both between the card's corners."""
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    inset = round((ROOM + _CORNERS) * height_px)
    across = np.abs(dx[inset:-inset].mean(axis=0)).max(axis=1)
    down = np.abs(dy[:, inset:-inset].mean(axis=1)).max(axis=1)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _lines(profile: Floats, height_px: int) -> _Lines:
    """The peaks of a side's profile that stand out from the table."""
    room = ROOM * height_px - 0.5
    start = max(_RIM_PX, round(room - _FURTHEST * height_px))
    least = max(_LEAST, _OVER_FLOOR * float(np.percentile(profile[_RIM_PX : len(profile) // 2], 25)))
    peaks = [at for at in range(start, len(profile) - 1) if _is_peak(profile, at) and float(profile[at]) > least]
    return [((at + _between(profile, at) - room) / height_px, float(profile[at])) for at in peaks]


def _is_peak(profile: Floats, at: int) -> bool:
    return float(profile[at]) >= float(profile[at - 1 : at + 2].max())


def _between(profile: Floats, at: int) -> float:
    """By how much the top of a peak lies beside its highest pixel: a parabola through three."""
    before, here, after = (float(v) for v in profile[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0
