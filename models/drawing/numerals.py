"""The numerals 1 to 5 as strokes of a pen, in three hands.

A stroke is a list of points in a box 1 wide and 1.5 high, y down; `~` hands are curved through their points,
the angular one runs straight. The pen's width changes along a stroke in the brush hand.
"""

from __future__ import annotations

import numpy as np

from models.drawing.canvas import Floats, Mask

Strokes = tuple[tuple[tuple[float, float], ...], ...]

CURVED: dict[int, Strokes] = {
    1: (
        ((0.22, 0.36), (0.42, 0.22), (0.58, 0.04), (0.57, 0.5), (0.56, 1.0), (0.56, 1.44)),
        ((0.30, 1.44), (0.56, 1.42), (0.84, 1.44)),
    ),
    2: (
        (
            (0.12, 0.40),
            (0.22, 0.14),
            (0.50, 0.04),
            (0.80, 0.16),
            (0.84, 0.46),
            (0.60, 0.84),
            (0.32, 1.14),
            (0.12, 1.42),
        ),
        ((0.12, 1.42), (0.5, 1.38), (0.92, 1.42)),
    ),
    3: (
        ((0.14, 0.24), (0.36, 0.06), (0.66, 0.08), (0.82, 0.32), (0.70, 0.58), (0.44, 0.68)),
        ((0.44, 0.68), (0.76, 0.78), (0.90, 1.04), (0.78, 1.34), (0.48, 1.46), (0.10, 1.30)),
    ),
    4: (
        ((0.62, 0.05), (0.40, 0.46), (0.08, 0.98)),
        ((0.08, 0.98), (0.5, 0.96), (0.95, 0.97)),
        ((0.68, 0.52), (0.68, 1.0), (0.67, 1.46)),
    ),
    5: (
        ((0.84, 0.07), (0.54, 0.09), (0.25, 0.07)),
        ((0.25, 0.07), (0.21, 0.36), (0.17, 0.66)),
        ((0.17, 0.66), (0.48, 0.54), (0.80, 0.68), (0.90, 1.00), (0.74, 1.34), (0.44, 1.46), (0.10, 1.32)),
    ),
}
ANGULAR: dict[int, Strokes] = {
    1: (((0.2, 0.42), (0.55, 0.06), (0.55, 1.46)),),
    2: (((0.1, 0.34), (0.34, 0.06), (0.72, 0.06), (0.9, 0.30), (0.9, 0.5), (0.1, 1.44), (0.92, 1.44)),),
    3: (((0.1, 0.06), (0.9, 0.06), (0.46, 0.62), (0.90, 0.86), (0.90, 1.24), (0.68, 1.44), (0.1, 1.44)),),
    4: (((0.5, 0.06), (0.08, 1.04), (0.94, 1.04)), ((0.70, 0.62), (0.70, 1.46))),
    5: (((0.9, 0.06), (0.16, 0.06), (0.16, 0.68), (0.66, 0.60), (0.90, 0.86), (0.90, 1.2), (0.64, 1.44), (0.1, 1.44)),),
}


def _curve(points: Floats) -> Floats:
    """Catmull-Rom through the points, ends doubled, about 10 samples a leg."""
    padded = np.concatenate([points[:1] * 2 - points[1:2], points, points[-1:] * 2 - points[-2:-1]])
    t = np.linspace(0, 1, 10, endpoint=False, dtype=np.float32)[:, None]
    legs = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        legs.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.asarray(np.concatenate([*legs, points[-1:]]), np.float32)


def write_numeral(
    mask: Mask, rank: int, hand: str, corner: tuple[float, float], height_mm: float, grow_mm: float = 0
) -> None:
    """Write `rank` with its top left at `corner`; `grow_mm` widens the pen, which is how outlines are made."""
    unit_mm = height_mm / 1.5
    for stroke in (ANGULAR if hand == "angular" else CURVED)[rank]:
        points = np.asarray(stroke, np.float32)
        if hand != "angular":
            points = _curve(points)
        along = np.linspace(0, 1, len(points), dtype=np.float32)
        if hand == "brush":
            width = 0.27 - 0.12 * along + 0.05 * np.sin(along * np.pi)
        else:
            width = np.full_like(along, 0.20 if hand == "round" else 0.19)
        mask.stroke(
            points * unit_mm + np.asarray(corner, np.float32), (width * unit_mm + 2 * grow_mm).astype(np.float32)
        )
