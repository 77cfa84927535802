"""A camera frame from a scene: the table once, lying things when they change, hands, noise and flicker each frame.

Law: the same faces, lens, conditions, seed and sequence of calls give the same frames.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from hardware.rehearsal.cloths import lay_cloth
from hardware.rehearsal.flats import Flat, Patch, card_flat, marker_flat, see
from hardware.rehearsal.lens import Lens, Points
from hardware.rehearsal.light import Conditions, Floats, Image, encode, light_map, towards
from hardware.rehearsal.limbs import Limbs
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene, Thing
from hardware.rehearsal.things import see_pile, thing_flat

Box = tuple[int, int, int, int]
Item = LyingCard | Pile | Thing
_BANDS = 1.7
"""Bands in a picture: 100 flashes a second while it is read in a sixtieth."""


class Painter:
    """Draws frames. `faces`: card code, and "back", to a BGR picture.

    The mat's markers lie at its corners, turned by `marker_turns`, unless `markers` is false.
    """

    def __init__(
        self,
        faces: Mapping[str, Image],
        card_mm: tuple[float, float] = (63.0, 88.0),
        lens: Lens | None = None,
        conditions: Conditions | None = None,
        seed: int = 0,
        *,
        mat_mm: tuple[float, float] = (800.0, 500.0),
        marker_turns: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
        markers: bool = True,
    ) -> None:
        self.faces, self.card_mm = faces, card_mm
        self.lens = lens or Lens.over()
        self.conditions = conditions or Conditions()
        self.mat_mm = mat_mm
        self._rng = np.random.default_rng([seed, 7])
        self._light_mm: Points = -towards(self.conditions.light_from_deg)
        self._flats: dict[str, Flat] = {}
        self._patches: dict[Item, Patch] = {}
        grid = self.lens.grid_mm()
        self._lit, self._mirrored = light_map(self.conditions, self.lens, grid, np.random.default_rng([seed, 1]))
        self._mirrored_first, self._swayed = self._mirrored, (0.0, 0.0)
        c = self.conditions
        self._bare = lay_cloth(c.table, grid, np.random.default_rng([seed, 2]), c.cloth)
        if markers:
            corners = ((0.0, 0.0), (mat_mm[0], 0.0), mat_mm, (0.0, mat_mm[1]))
            for number, ((x, y), turn) in enumerate(zip(corners, marker_turns, strict=True)):
                flat = marker_flat(number, self.lens.px_per_mm * 1.6)
                self._put(self._bare, see(flat, self.lens, x, y, turn, self._light_mm, thick_mm=0.1), (0, 0))
        self._raw = self._bare.copy()
        self._light: Floats = np.zeros_like(self._raw)
        self._still: Image = np.zeros(self._raw.shape, np.uint8)
        self._items: tuple[Item, ...] | None = None
        self._noise = self._noise_tile(np.random.default_rng([seed, 3]))
        self._limbs = Limbs(self.lens, seed)
        self._hands: dict[Hand, Patch | None] = {}
        width, height = self.lens.size
        self._develop((0, 0, width, height))

    # ---- what a caller asks

    def frame(self, scene: Scene, t: float = 0.0, chance: np.random.Generator | None = None) -> Image:
        """The camera's picture of `scene` at `t` seconds, BGR. `chance`: of this frame's noise and flicker alone, so
        that it leaves no trace in later frames."""
        self._lay(scene)
        out = self._still.copy()
        for hand in scene.hands:
            self._show_hand(out, hand)
        self._hands = {hand: self._hands[hand] for hand in scene.hands}
        return self._expose(out, t, chance or self._rng)

    def sway(self, x_px: float, y_px: float) -> None:
        """The mirrored lamps are so far from where they were at first: a lamp swings, someone leans on the table."""
        if (x_px, y_px) == self._swayed:
            return
        self._swayed = (x_px, y_px)
        way = np.asarray([[1, 0, x_px], [0, 1, y_px]], np.float64)
        moved = cv2.warpAffine(self._mirrored_first, way, self.lens.size, borderMode=cv2.BORDER_REPLICATE)
        self._mirrored = np.asarray(moved, np.float32)
        self._develop((0, 0, *self.lens.size))

    def corners(self, card: LyingCard) -> Points:
        """The true corners of a lying card in pixels, clockwise from its top left, (4, 2)."""
        return self.lens.corners(card, self.card_mm)

    def mat_corners(self) -> Points:
        """Where the markers' centres are in the picture, in the order of their ids, (4, 2)."""
        width, height = self.mat_mm
        return self.lens.project([(0, 0), (width, 0), (width, height), (0, height)])

    # ---- what lies still

    def _lay(self, scene: Scene) -> None:
        items: tuple[Item, ...] = (
            *scene.things,
            *((scene.pile,) if scene.pile and scene.pile.count else ()),
            *scene.cards,
        )
        if items == self._items:
            return
        before = self._items or ()
        kept_before, kept_now = set(before) & set(items), set(items)
        changed = set(before) ^ set(items)
        if [i for i in before if i in kept_before] != [i for i in items if i in kept_before]:
            changed = set(before) | set(items)
        patches = [self._patch(item) for item in changed]
        self._items = items
        if patches:
            self._repaint(_around([patch.box for patch in patches], self.lens.size))
        self._patches = {item: patch for item, patch in self._patches.items() if item in kept_now}

    def _repaint(self, box: Box) -> None:
        left, top, right, bottom = box
        if right <= left or bottom <= top:
            return
        area = self._bare[top:bottom, left:right].copy()
        for item in self._items or ():
            self._put(area, self._patch(item), (left, top))
        self._raw[top:bottom, left:right] = area
        self._develop(box)

    def _put(self, area: Floats, patch: Patch, at: tuple[int, int]) -> None:
        """Lay `patch` into `area`, whose upper left is `at` in the frame."""
        left, top = max(patch.left, at[0]), max(patch.top, at[1])
        right, bottom = min(patch.box[2], at[0] + area.shape[1]), min(patch.box[3], at[1] + area.shape[0])
        if right <= left or bottom <= top:
            return
        own = np.s_[top - patch.top : bottom - patch.top, left - patch.left : right - patch.left]
        there = np.s_[top - at[1] : bottom - at[1], left - at[0] : right - at[0]]
        shaded = area[there] * (1 - self.conditions.shadow * patch.shadow[own])
        area[there] = shaded * (1 - patch.cover[own]) + patch.colour[own]

    def _patch(self, item: Item) -> Patch:
        if item not in self._patches:
            if isinstance(item, LyingCard):
                flat = self._card("back" if item.face_down else item.code)
                patch = see(flat, self.lens, item.x_mm, item.y_mm, item.turn_deg, self._light_mm)
            elif isinstance(item, Pile):
                patch = see_pile(item, self._card("back"), self.lens, self._light_mm)
            else:
                flat, thick = thing_flat(item.kind, self.lens.px_per_mm * 1.3)
                patch = see(flat, self.lens, item.x_mm, item.y_mm, item.turn_deg, self._light_mm, thick_mm=thick)
            self._patches[item] = patch
        return self._patches[item]

    def _card(self, name: str) -> Flat:
        if name not in self._flats:
            c = self.conditions
            self._flats[name] = card_flat(self.faces[name], self.card_mm, self.lens.px_per_mm * 1.3, c.edge, c.sleeved)
        return self._flats[name]

    def _develop(self, box: Box) -> None:
        """Light, mirror, blur and the camera's curve for a part of the frame."""
        width, height = self.lens.size
        c = self.conditions
        pad = int(np.ceil(3 * c.blur_px + c.motion_px / 2)) + 1
        left, top = max(0, box[0] - pad), max(0, box[1] - pad)
        right, bottom = min(width, box[2] + pad), min(height, box[3] + pad)
        area = np.s_[top:bottom, left:right]
        light = self._raw[area] * self._lit[area] + self._mirrored[area]
        light = self._blur(light)
        wide, tall = box[2] - box[0], box[3] - box[1]
        inner = np.s_[box[1] - top : box[1] - top + tall, box[0] - left : box[0] - left + wide]
        self._light[box[1] : box[3], box[0] : box[2]] = light[inner]
        self._still[box[1] : box[3], box[0] : box[2]] = encode(np.ascontiguousarray(light[inner]))

    def _blur(self, light: Floats) -> Floats:
        c = self.conditions
        if c.blur_px > 0.3:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), c.blur_px), np.float32)
        if c.motion_px >= 1:
            side = int(c.motion_px) * 2 + 3
            kernel = np.zeros((side, side), np.float32)
            way = towards(c.motion_deg + 90) * c.motion_px / 2
            middle = side // 2
            a, b = (tuple(round(float(v) * 16) for v in middle + sign * way) for sign in (-1, 1))
            cv2.line(kernel, (a[0], a[1]), (b[0], b[1]), (1.0,), 1, cv2.LINE_8, 4)
            light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
        return light

    # ---- what moves

    def _show_hand(self, out: Image, hand: Hand) -> None:
        """Hand, forearm and what it holds, over the frame, with their shadow."""
        if hand not in self._hands:
            held = [self._card("back" if hand.held_face_down else code) for code in hand.held]
            c = self.conditions
            self._hands[hand] = self._limbs.see(hand, held, self._light_mm, c.shutter_s, c.blur_px)
        seen = self._hands[hand]
        if seen is None:
            return
        left, top, right, bottom = seen.box
        area = np.s_[top:bottom, left:right]
        dark = 1 - (0.25 + 0.75 * self.conditions.shadow) * 0.8 * seen.shadow
        under = self._light[area] * (dark * (1 - seen.cover))
        out[area] = encode(under + seen.colour * self._lit[area])

    # ---- the camera

    def _noise_tile(self, rng: np.random.Generator) -> npt.NDArray[np.int16]:
        width, height = self.lens.size
        shape = (height + 64, width + 64)
        grey = rng.standard_normal(shape, np.float32)
        tile = np.empty((*shape, 3), np.float32)
        for channel, share in enumerate((0.8, 0.5, 0.7)):
            tile[..., channel] = 0.7 * grey + share * rng.standard_normal(shape, np.float32)
        tile = np.asarray(cv2.GaussianBlur(tile, (3, 3), 0.5), np.float32)
        grain: npt.NDArray[np.int16] = np.rint(tile * (self.conditions.noise / tile.std())).astype(np.int16)
        return grain

    def _expose(self, out: Image, t: float, chance: np.random.Generator) -> Image:
        c = self.conditions
        gain = 1 + c.flicker * (0.6 * np.sin(2 * np.pi * 1.7 * t) + 0.4 * chance.normal())
        if c.flicker:
            out = np.asarray(cv2.convertScaleAbs(out, alpha=float(gain)), np.uint8)
        if c.bands:
            lines = np.arange(out.shape[0]) / out.shape[0] * 2 * np.pi * _BANDS + chance.uniform(0, 2 * np.pi)
            rows = (1 + c.bands * np.sin(lines)).astype(np.float32)[:, None, None]
            out = np.asarray(np.clip(out * rows + 0.5, 0, 255), np.uint8)
        if c.noise:
            height, width = out.shape[:2]
            y, x = (int(v) for v in chance.integers(0, 64, 2))
            out = np.asarray(cv2.add(out, self._noise[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)
        if c.jpeg is not None:
            _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, c.jpeg])
            out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return out


def _around(boxes: list[Box], size: tuple[int, int]) -> Box:
    return (
        max(0, min(box[0] for box in boxes)),
        max(0, min(box[1] for box in boxes)),
        min(size[0], max(box[2] for box in boxes)),
        min(size[1], max(box[3] for box in boxes)),
    )
