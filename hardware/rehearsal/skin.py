"""How hands look: skin, fingers, cuff and sleeve, drawn once for a person and a pose.

A limb's picture has the middle fingertip at the origin and the forearm running down along +y, in millimetres.
"""

from __future__ import annotations

import cv2
import numpy as np

from hardware.rehearsal.light import Floats

_SCALE = 2.0
WIDE_MM, LONG_MM, ABOVE_MM = 170.0, 760.0, 20.0

#: linear blue, green, red
SKINS = ((0.20, 0.30, 0.52), (0.28, 0.40, 0.62), (0.07, 0.12, 0.24), (0.13, 0.21, 0.40), (0.24, 0.34, 0.58))
SLEEVES = ((0.14, 0.05, 0.03), (0.05, 0.05, 0.30), (0.30, 0.30, 0.30), (0.03, 0.12, 0.06), (0.02, 0.02, 0.02))

#: pose: (finger roots x, tip x, tip y, width) and the thumb's points; tips near y = 0
_FINGERS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "pinch": ((-21, -9, 6, 17), (-7, -2, 0, 18), (8, 6, 4, 17), (22, 15, 14, 15)),
    "flat": ((-26, -38, 12, 17), (-9, -12, 0, 18), (9, 13, 3, 17), (25, 35, 20, 15)),
    "point": ((-20, -14, 0, 17), (-5, -4, 42, 19), (10, 8, 46, 18), (23, 20, 52, 16)),
    "fan": ((-22, -16, 24, 18), (-7, -6, 18, 19), (9, 6, 20, 18), (23, 18, 28, 16)),
}
_THUMBS: dict[str, tuple[tuple[float, float], ...]] = {
    "pinch": ((-30, 84), (-34, 52), (-16, 20)),
    "flat": ((-32, 92), (-60, 66), (-66, 44)),
    "point": ((-30, 88), (-36, 62), (-16, 46)),
    "fan": ((-30, 84), (-28, 50), (-6, 34)),
}


def draw_limb(person: int, pose: str, seed: int) -> Floats:
    """Premultiplied linear picture of a limb, `_SCALE` pixels a millimetre: each part rounded by its own shading."""
    rng = np.random.default_rng([seed, person, 5])
    skin = np.asarray(SKINS[person % len(SKINS)], np.float32) * np.float32(rng.uniform(0.85, 1.15))
    sleeve = np.asarray(SLEEVES[(person * 2 + seed) % len(SLEEVES)], np.float32)
    size = (round(WIDE_MM * _SCALE), round((LONG_MM + ABOVE_MM) * _SCALE))
    picture: Floats = np.zeros((size[1], size[0], 4), np.float32)
    cuff = float(rng.uniform(165, 330))
    _part(picture, _tube([(2, 110), (3, 160), (6, 300), (10, 760)], [52, 48, 62, 84]), skin, 0.5)
    _part(picture, _tube([(3, cuff), (6, cuff + 130), (10, 770)], [74, 84, 104], open_end=True), sleeve, 0.45, rng)
    _part(picture, _tube([(3, cuff - 4), (3, cuff + 9)], [77, 77], open_end=True), sleeve * 0.7, 0.4, rng)
    fingers = _FINGERS[pose]
    if pose == "flat":
        _part(picture, _tube(list(_THUMBS[pose]), [27, 21, 17]), skin * 0.95, 0.5)
    for root, tip_x, tip_y, width in fingers:
        _part(
            picture,
            _tube(
                [(root, 84), ((root + tip_x) / 2, 42 + tip_y * 0.5), (tip_x, tip_y + width / 2)],
                [width + 3, width + 1, width - 1],
            ),
            skin,
            0.55,
        )
        nail = _tube([(tip_x, tip_y + width * 0.28), (tip_x, tip_y + width * 0.62)], [width * 0.5, width * 0.56])
        _part(picture, nail, skin * np.asarray([1.25, 1.2, 1.1], np.float32), 0.25)
        crease = _tube(
            [
                ((root + tip_x) / 2 - width * 0.3, 44 + tip_y * 0.5),
                ((root + tip_x) / 2 + width * 0.3, 44 + tip_y * 0.5),
            ],
            [1.6, 1.6],
        )
        _part(picture, crease, skin * 0.72, 0.1)
    _part(picture, _tube([(0, 84), (1, 112), (2, 132)], [70, 74, 58]), skin, 0.45)
    for root, _, _, width in fingers:
        knuckle = cv2.GaussianBlur(_tube([(root - 2, 82), (root + 2, 82)], [width * 0.6] * 2), (0, 0), 4.0)
        picture[..., :3] *= 1 + 0.16 * knuckle[..., None]
    if pose != "flat":
        _part(picture, _tube(list(_THUMBS[pose]), [27, 22, 17]), skin * 1.03, 0.5)
    return picture


def _tube(points: list[tuple[float, float]], widths: list[float], *, open_end: bool = False) -> Floats:
    """Coverage of a limb part along `points` (mm), as thick as `widths` there; an open end is cut like a sleeve's."""
    size = (round(WIDE_MM * _SCALE), round((LONG_MM + ABOVE_MM) * _SCALE))
    mask = np.zeros((size[1], size[0]), np.uint8)
    t = np.linspace(0, len(points) - 1, 14 * (len(points) - 1))
    xs, ys, ws = (
        np.interp(t, range(len(points)), values) for values in ([p[0] for p in points], [p[1] for p in points], widths)
    )
    smooth = np.ones(7) / 7
    ws = np.convolve(np.pad(ws, 3, mode="edge"), smooth, mode="valid")
    centres = np.stack([(xs + WIDE_MM / 2) * _SCALE, (ys + ABOVE_MM) * _SCALE], axis=1)
    for a, b, width in zip(centres, centres[1:], ws, strict=False):
        ends = [(int(p[0] * 16), int(p[1] * 16)) for p in (a, b)]
        cv2.circle(mask, ends[0], int(width * _SCALE * 8), (255,), -1, cv2.LINE_AA, 4)
        cv2.circle(mask, ends[1], int(width * _SCALE * 8), (255,), -1, cv2.LINE_AA, 4)
        side = np.asarray([-(b - a)[1], (b - a)[0]]) / (np.hypot(*(b - a)) + 1e-9) * width * _SCALE / 2
        quad = np.rint(np.stack([a + side, b + side, b - side, a - side]) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, quad, (255,), cv2.LINE_AA, 4)
    if open_end:
        x = np.arange(size[0], dtype=np.float32) - centres[0, 0]
        cut = centres[0, 1] + 3 * _SCALE * (x / (widths[0] * _SCALE / 2)) ** 2
        rows = np.arange(size[1])[:, None]
        mask[(rows < cut[None, :]) | (rows > cut[None, :] + centres[-1, 1] - centres[0, 1])] = 0
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _part(picture: Floats, cover: Floats, colour: Floats, depth: float, rng: np.random.Generator | None = None) -> None:
    """Paint a part whose edges turn away from the light by `depth`; with `rng`, woven cloth."""
    left, top, width, height = cv2.boundingRect((cover > 0).astype(np.uint8))
    box = np.s_[max(0, top - 6) : top + height + 6, max(0, left - 6) : left + width + 6]
    own = cover[box]
    inside = cv2.distanceTransform((own > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    widest = float(inside.max()) + 1e-6
    bulge = np.sqrt(np.clip(1 - (1 - np.clip(inside / (widest * 0.9), 0, 1)) ** 2, 0, 1))
    shade = cv2.GaussianBlur(((1 - depth) + depth * bulge).astype(np.float32), (0, 0), 2.0)
    if rng is not None:
        folds = cv2.resize(
            rng.normal(0, 1, (26, 8)).astype(np.float32), (own.shape[1], own.shape[0]), interpolation=cv2.INTER_CUBIC
        )
        shade = shade * (1 + 0.16 * folds + 0.05 * rng.standard_normal(own.shape, np.float32))
    tone = np.clip(shade, 0.05, 2)[..., None] * colour
    area = picture[box]
    area *= 1 - own[..., None]
    area[..., :3] += tone * own[..., None]
    area[..., 3] += own
