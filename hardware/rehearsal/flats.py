"""Flat things that lie on the table - cards, markers, clutter - as small pictures and as patches of the frame.

A `Flat` is a thing seen squarely: premultiplied linear colour and coverage. A `Patch` is how the lens sees it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.rehearsal.lens import Lens, Points, rectangle
from hardware.rehearsal.light import Floats, Image, decode


@dataclass(frozen=True, slots=True)
class Flat:
    """`pixels` (h, w, 4): premultiplied blue, green, red and coverage, linear; `size_mm` its width and height."""

    pixels: Floats
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of the frame from (left, top): `colour` premultiplied (h, w, 3), `cover` and `shadow` (h, w, 1)."""

    left: int
    top: int
    colour: Floats
    cover: Floats
    shadow: Floats

    @property
    def box(self) -> tuple[int, int, int, int]:
        """left, top, right, bottom."""
        return self.left, self.top, self.left + self.cover.shape[1], self.top + self.cover.shape[0]


def rounded(size_px: tuple[int, int], radius_px: float) -> Floats:
    """Coverage of a rectangle with round corners, (h, w), 0 to 1."""
    width, height = size_px
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    dx = np.abs(xs - (width - 1) / 2) - (width / 2 - radius_px)
    dy = np.abs(ys - (height - 1) / 2) - (height / 2 - radius_px)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) - radius_px
    cover: Floats = np.clip(0.5 - outside, 0, 1).astype(np.float32)
    return cover


def card_flat(face: Image, card_mm: tuple[float, float], px_per_mm: float, edge: float, sleeved: bool) -> Flat:
    """A printed card: ink a little paler than the file, round corners, a pale paper edge, maybe a sleeve around it."""
    size = (max(8, round(card_mm[0] * px_per_mm)), max(8, round(card_mm[1] * px_per_mm)))
    shrunk = cv2.resize(face, size, interpolation=cv2.INTER_AREA if size[0] < face.shape[1] else cv2.INTER_CUBIC)
    ink = 0.012 + 0.86 * decode(shrunk.astype(np.uint8))
    cover = rounded(size, 3.0 * px_per_mm)
    inner = np.zeros_like(cover)
    rim = max(1, round(0.35 * px_per_mm))
    inner[rim:-rim, rim:-rim] = rounded((size[0] - 2 * rim, size[1] - 2 * rim), 2.7 * px_per_mm)
    pale = (edge * (1 - inner))[..., None]
    ink = ink * (1 - pale) + 0.7 * pale
    pixels = np.dstack([ink * cover[..., None], cover]).astype(np.float32)
    if not sleeved:
        return Flat(pixels, card_mm)
    border = max(1, round(1.5 * px_per_mm))
    pixels = np.pad(pixels, ((border, border), (border, border), (0, 0)))
    foil = rounded((size[0] + 2 * border, size[1] + 2 * border), 1.0 * px_per_mm) * 0.28
    gloss = foil * (1 - pixels[..., 3]) * 0.75 + 0.02
    pixels[..., :3] = pixels[..., :3] * 0.93 + gloss[..., None] * (foil > 0)[..., None]
    pixels[..., 3] = np.maximum(pixels[..., 3], foil)
    return Flat(pixels.astype(np.float32), (card_mm[0] + 3.0, card_mm[1] + 3.0))


def marker_flat(number: int, px_per_mm: float, side_mm: float = 40.0, quiet_mm: float = 6.0) -> Flat:
    """An ArUco marker of DICT_4X4_50 printed on a square of white paper."""
    unit = 8
    code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6 * unit)
    whole = side_mm + 2 * quiet_mm
    fine = max(4.0, px_per_mm * 3)
    count, quiet = round(side_mm * fine), round(quiet_mm * fine)
    large = cv2.resize(code, (count, count), interpolation=cv2.INTER_NEAREST)
    paper = np.pad(large, quiet, constant_values=255)
    small = max(16, round(whole * px_per_mm))
    grey = cv2.resize(paper, (small, small), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    tone = (0.022 + 0.83 * grey)[..., None].repeat(3, axis=2)
    return Flat(np.dstack([tone, np.ones_like(grey)]).astype(np.float32), (whole, whole))


def see(
    flat: Flat,
    lens: Lens,
    x_mm: float,
    y_mm: float,
    turn_deg: float,
    light_mm: Points,
    lifted_mm: float = 0.0,
    thick_mm: float = 0.4,
) -> Patch:
    """`flat` lying at (x, y), as the lens sees it, with its soft shadow on the side that `light_mm` points to."""
    quad = lens.project(rectangle(x_mm, y_mm, *flat.size_mm, turn_deg), lifted_mm)
    return see_quad(flat, quad, lens, light_mm, lifted_mm + thick_mm)


def see_quad(flat: Flat, quad: Points, lens: Lens, light_mm: Points, over_mm: float) -> Patch:
    """`flat` with its corners at `quad` (pixels), casting its shadow from `over_mm` above the table."""
    soft = max(0.6, (0.7 + 0.35 * over_mm) * lens.px_per_mm)
    fall = light_mm * (0.5 + 0.55 * over_mm) * lens.px_per_mm
    pad = int(np.ceil(3 * soft + np.abs(fall).max())) + 2
    left, top = (int(v) for v in np.floor(quad.min(axis=0)) - pad)
    width, height = (int(v) for v in np.ceil(quad.max(axis=0)) + pad - (left, top) + 1)
    tall, wide = flat.pixels.shape[:2]
    source = np.asarray([(-0.5, -0.5), (wide - 0.5, -0.5), (wide - 0.5, tall - 0.5), (-0.5, tall - 0.5)], np.float32)
    to_frame = cv2.getPerspectiveTransform(source, (quad - (left, top)).astype(np.float32))
    seen = cv2.warpPerspective(flat.pixels, to_frame, (width, height), flags=cv2.INTER_LINEAR)
    cover = np.asarray(seen[..., 3], np.float32)
    moved = cv2.warpAffine(cover, np.asarray([[1, 0, fall[0]], [0, 1, fall[1]]]), (width, height))
    shadow = np.asarray(cv2.GaussianBlur(moved, (0, 0), soft), np.float32)
    return Patch(left, top, np.ascontiguousarray(seen[..., :3], np.float32), cover[..., None].copy(), shadow[..., None])
