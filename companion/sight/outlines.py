"""Rectangles that may be a card: from a change mask, from the picture's own edges, and sharpened on them.

Law: an outline is a guess and costs little; many are offered, and only the reader says which one is a card.
Everything here works in table pixels, where a lying card is a true rectangle of known size; `card` is that size,
(width, height) in pixels, and `slack` the share by which a side may differ from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.pixels import Floats, Grey, Picture, Quad

_DOUBLE_PX = 0.5


@dataclass(frozen=True, slots=True)
class Size:
    """How large a card is expected to be, in pixels, and the share by which it may differ."""

    width: float
    height: float
    slack: float = 0.14

    def fits(self, quad: Quad) -> bool:
        """Whether an upright quad has sides near these."""
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        across, along = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        near = abs(across / self.width - 1) < self.slack and abs(along / self.height - 1) < self.slack
        return bool(near and abs(sides[0] - sides[2]) < 0.2 * across and abs(sides[1] - sides[3]) < 0.2 * along)


def upright(quad: Quad) -> Quad:
    """The same corners clockwise, beginning so that the first side is a short one."""
    centre = quad.mean(axis=0)
    turn = np.argsort(np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0]))
    ordered = quad[turn]
    first, second = np.linalg.norm(ordered[1] - ordered[0]), np.linalg.norm(ordered[2] - ordered[1])
    return np.ascontiguousarray(ordered if first <= second else np.roll(ordered, -1, axis=0), np.float32)


def from_mask(mask: Grey, size: Size) -> list[Quad]:
    """Rectangles around the pieces of a change mask, and around all of it: the likeliest first."""
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]  # of two, or of three, by version
    least = 0.03 * size.width * size.height
    pieces = sorted((c for c in contours if cv2.contourArea(c) > least), key=cv2.contourArea, reverse=True)[:4]
    hulls = [cv2.convexHull(c) for c in pieces]
    if len(pieces) > 1:
        hulls.append(cv2.convexHull(np.vstack(pieces)))
    found: list[Quad] = []
    for hull in hulls:
        found += _around(np.asarray(hull[:, 0, :], np.float32), size)
    return found


def exact(quad: Quad, size: Size) -> list[Quad]:
    """Cards of just this size with a corner and the directions of a quad that is a little too small or too large: one
    of its sides is wrong, and nobody knows which."""
    x, y = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    across, along = x / (np.linalg.norm(x) + 1e-6) * size.width, y / (np.linalg.norm(y) + 1e-6) * size.height
    starts = (quad[0], quad[1] - across, quad[2] - across - along, quad[3] - along)
    quads = (np.stack([start, start + across, start + across + along, start + along]) for start in starts)
    return [np.asarray(one, np.float32) for one in quads]


def _around(hull: Floats, size: Size) -> list[Quad]:
    """Rectangles for one hull: its own four corners, the smallest rectangle, and card-sized ones at its corners."""
    found: list[Quad] = []
    length = cv2.arcLength(hull, True)
    for share in (0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            found.append(upright(np.asarray(corners[:, 0, :], np.float32)))
    box = upright(np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float32))
    found.append(box)
    fitting = [quad for quad in found if size.fits(quad)]
    return fitting or _card_sized(box, size)


def _card_sized(box: Quad, size: Size) -> list[Quad]:
    """Where a hull is too small or too large: card-sized rectangles flush with each of its corners, both ways round."""
    x, y = box[1] - box[0], box[3] - box[0]
    w, h = float(np.linalg.norm(x)), float(np.linalg.norm(y))
    if min(w, h) < 0.25 * size.width or max(w, h) > 2.2 * size.height:
        return []
    x, y = x / w, y / h
    found: list[Quad] = []
    for across, along in ((size.width, size.height), (size.height, size.width)):
        if abs(w - across) > 1.2 * across or abs(h - along) > 1.2 * along:
            continue
        for right in _flush(w, across, size.slack):
            for down in _flush(h, along, size.slack):
                corner = box[0] + x * right + y * down
                quad = np.stack([corner, corner + x * across, corner + x * across + y * along, corner + y * along])
                found.append(upright(quad.astype(np.float32)))
    return found


def _flush(have: float, want: float, slack: float) -> tuple[float, ...]:
    """Offsets at which a side of `want` lies flush with one of `have`: once where they agree, else at both ends."""
    return ((have - want) / 2,) if abs(have / want - 1) < slack else (0.0, have - want)


class Unlike:
    """Outlines of which none lies within half a pixel of another: of those that are offered where nothing is clear most
    would, and reading one is dear."""

    def __init__(self) -> None:
        self._known = np.zeros((0, 4, 2), np.float32)

    def of(self, quads: Sequence[Quad]) -> list[Quad]:
        """Those of these quads, each (4, 2), that are unlike all offered before, either way up."""
        new: list[Quad] = []
        for quad in quads:
            apart = [
                np.abs(self._known - way).max(axis=(1, 2)).min(initial=np.inf) for way in (quad, quad[[2, 3, 0, 1]])
            ]
            if min(apart) > _DOUBLE_PX:
                self._known = np.concatenate([self._known, quad[None]])
                new.append(quad)
        return new


def sharpened(picture: Picture, quad: Quad, reach: float) -> Quad:
    """The same quad with each side moved onto the strongest outer edge within `reach` pixels of it."""
    lines = [_side_line(picture, quad[i], quad[(i + 1) % 4], quad.mean(axis=0), reach) for i in range(4)]
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(c is None for c in corners):
        return quad
    moved = np.array(corners, np.float32)
    return moved if float(np.linalg.norm(moved - quad, axis=1).max()) < 3 * reach else quad


def support(picture: Picture, quad: Quad, reach: float = 2.0, *, is_cut: bool = False) -> float:
    """How much of the worst side lies on an edge of the picture, 0 to 1: a card's outline has one all round. `is_cut`:
    what lies outside of the picture doesn't count, and three sides suffice."""
    room = np.array([picture.shape[1], picture.shape[0]], np.float32) - reach
    shares: list[float] = []
    for i in range(4):
        slope, points, _, _ = _profiles(picture, quad[i], quad[(i + 1) % 4], quad.mean(axis=0), reach)
        inside = ((points > reach) & (points < room)).all(axis=1) | (not is_cut)
        if int(inside.sum()) >= _FEWEST:
            shares.append(float((slope[inside].max(axis=1) > _EDGE).mean()))
    return min(shares) if len(shares) >= _SIDES else 0.0


_EDGE = 14.0
_FEWEST, _SIDES = 6, 3
_Line = tuple[float, float, float]
"""a, b, c of a x + b y = c with (a, b) of length one, pointing outwards."""


def _side_line(picture: Picture, start: Floats, end: Floats, centre: Floats, reach: float) -> _Line:
    """The line of one side: profiles across it, the outermost strong edge on each, a robust line through those."""
    slope, points, steps, normal = _profiles(picture, start, end, centre, reach)
    best = slope.max(axis=1)
    strong = (slope > _EDGE) & (slope > 0.45 * best[:, None])
    seen = strong.any(axis=1)
    if int(seen.sum()) < _FEWEST:
        return float(normal[0]), float(normal[1]), float(normal @ start)
    outermost = slope.shape[1] - 1 - np.argmax(strong[:, ::-1], axis=1)
    offset = steps[_peak(slope, outermost)]
    return _robust_line(points[seen] + offset[seen, None] * normal, normal)


def _profiles(
    picture: Picture, start: Floats, end: Floats, centre: Floats, reach: float
) -> tuple[Floats, Floats, Floats, Floats]:
    """Across one side: gradients (points, steps), the points on it, the steps outwards in pixels, the outward
    normal."""
    along = end - start
    normal = np.array([along[1], -along[0]], np.float32) / (np.linalg.norm(along) + 1e-6)
    if float(normal @ (start - centre)) < 0:
        normal = -normal
    shares = np.linspace(0.08, 0.92, 25, dtype=np.float32)
    steps = np.arange(-reach, reach + 0.5, 0.5, dtype=np.float32)
    points = start + shares[:, None] * along
    grid = points[:, None, :] + steps[None, :, None] * normal
    profile = cv2.remap(picture, grid[:, :, 0], grid[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    slope: Floats = np.abs(profile[:, 2:].astype(np.float32) - profile[:, :-2]).max(axis=2)
    return slope, points, steps[1:-1], normal


def _peak(slope: Floats, start: np.ndarray[tuple[int], np.dtype[np.intp]]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """From the outermost strong place, inwards while it still gets steeper (a blurred edge has a wide foot)."""
    place = start.copy()
    rows = np.arange(len(slope))
    for _ in range(4):
        inner = np.maximum(place - 1, 0)
        place = np.where(slope[rows, inner] > slope[rows, place], inner, place)
    return place


def _robust_line(points: Floats, normal: Floats) -> _Line:
    """A line through points, far ones counting less (three rounds of Cauchy weights)."""
    weights = np.ones(len(points), np.float32)
    direction, centre = normal, points.mean(axis=0)
    for _ in range(3):
        centre = (points * weights[:, None]).sum(axis=0) / weights.sum()
        apart = points - centre
        _, vectors = np.linalg.eigh((apart * weights[:, None]).T @ apart)
        direction = vectors[:, 0] * (1 if float(vectors[:, 0] @ normal) > 0 else -1)
        weights = (1 / (1 + (apart @ direction / 1.0) ** 2)).astype(np.float32)
    if float(direction @ normal) < 0.97:
        return float(normal[0]), float(normal[1]), float(normal @ np.median(points, axis=0))
    return float(direction[0]), float(direction[1]), float(direction @ centre)


def _crossing(one: _Line, other: _Line) -> tuple[float, float] | None:
    a, b, c = one
    d, e, f = other
    determinant = a * e - b * d
    if abs(determinant) < 0.3:
        return None
    return (c * e - b * f) / determinant, (a * f - c * d) / determinant
