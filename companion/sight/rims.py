"""Whether cards reach further out than their outlines as found: a white border on a white table is easily overlooked.

Law: what runs around all cards at one distance belongs to the cards. A single card's surroundings say nothing: the
table's own pattern, shadows and neighbours lie around each one differently.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.pixels import Floats, Picture, Quad, unit_quad
from companion.sight.rectify import homography

ROOM = 0.14
"""How much table has to be seen around a card, in card heights."""

_NEAREST, _FURTHEST = 0.009, 0.085
_ASPECT = 0.7
_CORNERS = 0.1
_NEAR_PX, _NOISE = 2, 0.05
_LEAST, _OVER_FLOOR, _DIP, _NEARLY = 0.45, 4.0, 0.75, 0.6


def rim(patches: Iterable[Picture], height_px: int) -> tuple[float, float] | None:
    """How far outside the outline a second one runs around all these cards, in card heights: beside and above them;
    None where there is none. `patches`: upright cards `height_px` high with `ROOM` table around."""
    sides = np.mean([_sides(patch, height_px) for patch in patches], axis=0)
    beside, above = np.minimum(sides[1], sides[3]), np.minimum(sides[0], sides[2])
    found = [_outermost(profile, height_px) for profile in (beside, above)]
    across, along = found
    if across is None or along is None:
        return None
    return across, along


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


def _sides(patch: Picture, height_px: int) -> Floats:
    """How steep the picture is along lines beside the four sides (top, right, bottom, left), from the outline outwards
    pixel by pixel: straight edges alone, all else averages out."""
    across, down = _straight_edges(patch, height_px)
    room = round(ROOM * height_px)
    return np.asarray([down[:room][::-1], across[-room:], down[-room:], across[:room][::-1]], np.float32)


def _straight_edges(patch: Picture, height_px: int) -> tuple[Floats, Floats]:
    """The mean steepness along each column and along each row, both between the card's corners."""
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    inset = round((ROOM + _CORNERS) * height_px)
    across = np.abs(dx[inset:-inset].mean(axis=0)).max(axis=1)
    down = np.abs(dy[:, inset:-inset].mean(axis=1)).max(axis=1)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _outermost(profile: npt.NDArray[np.float32], height_px: int) -> float | None:
    """The outermost of the peaks that stand out, in card heights: none much lower than the highest."""
    low, high = round(_NEAREST * height_px), min(round(_FURTHEST * height_px), len(profile) - 2)
    least = max(_LEAST, _OVER_FLOOR * float(np.percentile(profile[low:], 25)))
    peaks = [at for at in range(low, high + 1) if _is_peak(profile, at) and float(profile[at]) > least]
    highest = max((float(profile[at]) for at in peaks), default=0.0)
    outer = [at for at in peaks if float(profile[at]) > _NEARLY * highest]
    return (outer[-1] + 0.5) / height_px if outer else None


def _is_peak(profile: npt.NDArray[np.float32], at: int) -> bool:
    value = float(profile[at])
    return value >= float(profile[at - 1 : at + 2].max()) and float(profile[:at].min()) < _DIP * value
