"""Hands over the frame: where a limb and what it holds fall, smeared by their movement, and their shadow."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.rehearsal.flats import Flat, Patch
from hardware.rehearsal.lens import Lens, Points
from hardware.rehearsal.light import Floats
from hardware.rehearsal.scene import Hand
from hardware.rehearsal.seats import GRIP_MM
from hardware.rehearsal.skin import ABOVE_MM, LONG_MM, WIDE_MM, draw_limb

#: a hand that is smeared further than this while the shutter is open is drawn at half size: nobody can tell
_SMEARED_PX = 5.0


class Limbs:
    """Draws hands for one lens; pictures of limbs are made once for each person and pose."""

    def __init__(self, lens: Lens, seed: int) -> None:
        self._lens, self._seed = lens, seed
        self._made: dict[tuple[int, str], Floats] = {}

    def see(self, hand: Hand, held: Sequence[Flat], light_mm: Points, shutter_s: float, blur_px: float) -> Patch | None:
        """The hand and what it holds as a patch inside the frame, or None where nothing of it is in the picture."""
        quad = self._bend(_limb_on_table(hand), hand)
        smear = np.asarray(hand.velocity_mm_s) * shutter_s * self._lens.px_per_mm
        fall = light_mm * (3 + 0.55 * hand.height_mm) * self._lens.px_per_mm
        held_quads = self._held_quads(hand, held)
        box = self._box(np.concatenate([quad, *held_quads]), np.abs(fall) + np.abs(smear) + 8 + 2 * blur_px)
        if box is None:
            return None
        left, top, right, bottom = box
        coarse = 2 if float(np.hypot(*smear)) > _SMEARED_PX else 1
        size = (-(-(right - left) // coarse), -(-(bottom - top) // coarse))
        layer: Floats = np.zeros((size[1], size[0], 4), np.float32)
        for pixels, corners in (
            *zip((flat.pixels for flat in held), held_quads, strict=True),
            (self._limb(hand), quad),
        ):
            _lay_over(layer, pixels, (corners - (left, top) + 0.5) / coarse - 0.5)
        layer = _smeared(layer, smear / coarse)
        if blur_px / coarse > 0.8:
            layer = np.asarray(cv2.GaussianBlur(layer, (0, 0), blur_px / coarse), np.float32)
        soft = (2.5 + 0.16 * hand.height_mm) * self._lens.px_per_mm
        shadow = _cast(np.ascontiguousarray(layer[..., 3]), fall / coarse, soft / coarse)
        if coarse > 1:
            layer, shadow = _enlarged(layer, coarse, box), _enlarged(shadow, coarse, box)
        cover = np.ascontiguousarray(layer[..., 3:])
        return Patch(left, top, np.ascontiguousarray(layer[..., :3]), cover, shadow[..., None])

    def _limb(self, hand: Hand) -> Floats:
        key = (hand.person, hand.pose)
        if key not in self._made:
            self._made[key] = draw_limb(hand.person, hand.pose, self._seed)
        return self._made[key]

    def _bend(self, points_mm: Points, hand: Hand) -> Points:
        """Through the lens without distortion, moved so that the fingertips are where the distorted lens has them."""
        tip = [(hand.x_mm, hand.y_mm)]
        shift = self._lens.project(tip, hand.height_mm) - self._lens.straight(tip, hand.height_mm)
        moved: Points = self._lens.straight(points_mm, hand.height_mm) + shift
        return moved

    def _held_quads(self, hand: Hand, held: Sequence[Flat]) -> list[Points]:
        quads = []
        for place, flat in enumerate(held):
            half = np.asarray([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * np.asarray(flat.size_mm) / 2
            if len(held) > 1:
                turn = hand.from_deg + (place - (len(held) - 1) / 2) * 13
                half = (half - (0, flat.size_mm[1] * 0.45)) * (1, 0.72)
                middle = np.asarray([0.0, 24.0]) @ _rotation(hand.from_deg)
            else:
                turn, middle = hand.held_turn_deg, np.asarray([0.0, -GRIP_MM]) @ _rotation(hand.from_deg)
            corners = half @ _rotation(turn) + middle + (hand.x_mm, hand.y_mm)
            quads.append(self._lens.project(corners, max(0.0, hand.height_mm - 4)))
        return quads

    def _box(self, points: Points, margin: Points) -> tuple[int, int, int, int] | None:
        """left, top, right, bottom of what these points span, in the frame, or None where that is nothing."""
        low = np.maximum(np.floor(points.min(axis=0) - margin), 0)
        high = np.minimum(np.ceil(points.max(axis=0) + margin), self._lens.size)
        if (high - low < 3).any():
            return None
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def held_centre(hand: Hand) -> tuple[float, float]:
    """Where the middle of one held card is over the mat, in mm."""
    x, y = np.asarray([0.0, -GRIP_MM]) @ _rotation(hand.from_deg) + (hand.x_mm, hand.y_mm)
    return float(x), float(y)


def _rotation(degrees: float) -> Points:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.asarray([[c, s], [-s, c]])


def _limb_on_table(hand: Hand) -> Points:
    """The four corners of the limb's picture, in mm on the table."""
    own = np.asarray(
        [(-WIDE_MM / 2, -ABOVE_MM), (WIDE_MM / 2, -ABOVE_MM), (WIDE_MM / 2, LONG_MM), (-WIDE_MM / 2, LONG_MM)]
    )
    placed: Points = own @ _rotation(hand.from_deg) + (hand.x_mm, hand.y_mm)
    return placed


def _lay_over(layer: Floats, pixels: Floats, quad: Points) -> None:
    """Composite a picture whose corners come to `quad` over `layer`, touching only the part that it covers."""
    low = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(quad.max(axis=0)) + 1, (layer.shape[1], layer.shape[0])).astype(int)
    if (high - low < 1).any():
        return
    tall, wide = pixels.shape[:2]
    source = np.asarray([(-0.5, -0.5), (wide - 0.5, -0.5), (wide - 0.5, tall - 0.5), (-0.5, tall - 0.5)], np.float32)
    way = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    above = cv2.warpPerspective(pixels, way, (int(high[0] - low[0]), int(high[1] - low[1])))
    part = layer[low[1] : high[1], low[0] : high[0]]
    part *= 1 - above[..., 3:]
    part += above


def _smeared(layer: Floats, smear: Points) -> Floats:
    """Averaged over the way the hand moves while the shutter is open."""
    length = float(np.hypot(*smear))
    if length < 1.5:
        return layer
    size = (layer.shape[1], layer.shape[0])
    steps = int(np.clip(np.ceil(length / 2), 3, 8))
    total = np.zeros_like(layer)
    for share in np.linspace(-0.5, 0.5, steps):
        total += cv2.warpAffine(layer, np.asarray([[1, 0, smear[0] * share], [0, 1, smear[1] * share]]), size)
    return total / np.float32(steps)


def _enlarged(picture: Floats, coarse: int, box: tuple[int, int, int, int]) -> Floats:
    """A picture drawn at a fraction of the size, back at full size and cut to the box."""
    size = (picture.shape[1] * coarse, picture.shape[0] * coarse)
    whole = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[: box[3] - box[1], : box[2] - box[0]], np.float32)


def _cast(cover: Floats, fall: Points, soft_px: float) -> Floats:
    """The shadow of a coverage: quarter size, for it is soft."""
    height, width = cover.shape
    small = cv2.resize(cover, (max(1, width // 4), max(1, height // 4)), interpolation=cv2.INTER_AREA)
    moved = cv2.warpAffine(
        small, np.asarray([[1, 0, fall[0] / 4], [0, 1, fall[1] / 4]]), (small.shape[1], small.shape[0])
    )
    soft = cv2.GaussianBlur(moved, (0, 0), max(0.5, soft_px / 4))
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
