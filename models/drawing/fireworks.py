"""The fireworks: a shape for each suit, one to five of them on a card, as coverage maps of body and hot core.

Each shape is a small function (mask, core, centre, radius, random) that strews strokes; positions in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.drawing.canvas import Floats, Mask

Shape = Callable[[Mask, Mask, "Floats", float, np.random.Generator], None]

#: Where the bursts of a rank stand, in a box from -1 to 1, and how large they are.
PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0.0, 0.0, 0.96),),
    2: ((-0.36, -0.38, 0.70), (0.38, 0.40, 0.66)),
    3: ((0.02, -0.54, 0.60), (-0.50, 0.34, 0.57), (0.52, 0.44, 0.58)),
    4: ((-0.48, -0.52, 0.54), (0.50, -0.44, 0.53), (-0.46, 0.48, 0.53), (0.50, 0.54, 0.54)),
    5: ((-0.60, -0.62, 0.46), (0.60, -0.58, 0.47), (0.0, 0.0, 0.50), (-0.60, 0.62, 0.47), (0.58, 0.64, 0.46)),
}


def _ray(angle: float) -> Floats:
    return np.asarray([np.sin(angle), -np.cos(angle)], np.float32)


def _tapered(mask: Mask, a: Floats, b: Floats, wide: float, thin: float) -> None:
    side = np.asarray([-(b - a)[1], (b - a)[0]], np.float32)
    side /= np.linalg.norm(side) + 1e-9
    mask.polygon([a + side * thin / 2, b + side * wide / 2, b - side * wide / 2, a - side * thin / 2])
    mask.disc((float(b[0]), float(b[1])), wide / 2)


def peony(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Round: rings of beads, each with a fine tail."""
    for ring, (share, beads) in enumerate(((0.34, 12), (0.58, 20), (0.80, 28), (1.0, 36))):
        for bead in range(beads):
            angle = (bead + 0.5 * (ring % 2)) * 2 * np.pi / beads + rng.normal(0, 0.03)
            end = centre + _ray(angle) * radius * share * rng.uniform(0.96, 1.03)
            _tapered(mask, end - _ray(angle) * radius * 0.20, end, radius * 0.065, radius * 0.012)
            core.disc((float(end[0]), float(end[1])), radius * 0.018)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.10)


def willow(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Arms that rise and fall, drooping at their ends."""
    arms = 17
    for arm in range(arms):
        angle = -2.15 + 4.3 * arm / (arms - 1) + rng.normal(0, 0.05)
        reach = radius * rng.uniform(0.72, 1.0)
        t = np.linspace(0, 1, 14, dtype=np.float32)
        x = np.sin(angle) * reach * (1.25 * t - 0.3 * t**2)
        y = -np.cos(angle) * reach * 1.15 * t + radius * 0.80 * t**2
        points = (np.stack([x, y], 1) + centre).astype(np.float32)
        width = (radius * (0.03 + 0.055 * np.sin(np.pi * np.clip(t * 0.9 + 0.1, 0, 1)))).astype(np.float32)
        mask.stroke(points, width)
        core.stroke(points[2:9], width[2:9] * 0.35)
        mask.disc((float(points[-1][0]), float(points[-1][1])), radius * 0.035)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.13)


def palm(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """A tuft of stems, each opening into a leaf of three at its end."""
    for stem in range(13):
        angle = stem * 2 * np.pi / 13 + rng.normal(0, 0.06)
        end = centre + _ray(angle) * radius * rng.uniform(0.62, 0.78)
        _tapered(mask, centre + _ray(angle) * radius * 0.08, end, radius * 0.055, radius * 0.03)
        for spread in (-0.75, 0.0, 0.75):
            tip = end + _ray(angle + spread) * radius * (0.26 if spread == 0 else 0.22)
            middle = (end + tip) / 2
            across = _ray(angle + spread + np.pi / 2) * radius * 0.055
            mask.polygon([end, middle + across, tip, middle - across])
        core.disc((float(end[0]), float(end[1])), radius * 0.03)
    for hair in range(40):
        angle = hair * 2 * np.pi / 40
        _tapered(mask, centre, centre + _ray(angle) * radius * rng.uniform(0.2, 0.45), radius * 0.015, radius * 0.03)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.09)


def spider(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Long straight rays of uneven length."""
    for ray in range(34):
        angle = ray * 2 * np.pi / 34 + rng.normal(0, 0.04)
        reach = radius * (1.0 if ray % 2 else 0.68) * rng.uniform(0.9, 1.04)
        _tapered(
            mask, centre + _ray(angle) * reach, centre + _ray(angle) * radius * 0.10, radius * 0.055, radius * 0.008
        )
        bead = centre + _ray(angle) * reach
        mask.disc((float(bead[0]), float(bead[1])), radius * 0.022)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.15)


def dandelion(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Hair-thin rays with a small cross of light at each end."""
    for ray in range(30):
        angle = ray * 2 * np.pi / 30
        reach = radius * (0.98 if ray % 2 else 0.70) * rng.uniform(0.95, 1.03)
        end = centre + _ray(angle) * reach
        _tapered(mask, centre, end, radius * 0.014, radius * 0.035)
        for turn in range(4):
            tip = end + _ray(angle + turn * np.pi / 2) * radius * 0.085
            across = _ray(angle + turn * np.pi / 2 + np.pi / 2) * radius * 0.02
            mask.polygon([end + across, tip, end - across])
        core.disc((float(end[0]), float(end[1])), radius * 0.02)
    mask.disc((float(centre[0]), float(centre[1])), radius * 0.16)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.14)


def wheel(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Two rings of broad petals, meant for many hues."""
    for inner, outer, petals, wide in ((0.62, 1.0, 26, 0.085), (0.30, 0.56, 18, 0.06)):
        for petal in range(petals):
            angle = petal * 2 * np.pi / petals + (np.pi / petals if inner < 0.5 else 0)
            _tapered(
                mask,
                centre + _ray(angle) * radius * inner,
                centre + _ray(angle) * radius * (outer - 0.03),
                radius * wide,
                radius * 0.03,
            )
    for ray in range(18):
        core.line([centre, centre + _ray(ray * 2 * np.pi / 18) * radius * rng.uniform(0.18, 0.26)], radius * 0.02)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.08)


def eclipse(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """A dark disc with a crown of thorns: for the black suit, which has only its outline to shine with."""
    mask.disc((float(centre[0]), float(centre[1])), radius * 0.40)
    for thorn in range(22):
        angle = thorn * 2 * np.pi / 22
        reach = radius * (1.0 if thorn % 2 else 0.76) * rng.uniform(0.95, 1.03)
        across = _ray(angle + np.pi / 2) * radius * 0.06
        root = centre + _ray(angle) * radius * 0.36
        mask.polygon([root + across, centre + _ray(angle) * reach, root - across])
    for arc in range(3):
        turn = np.linspace(0.3, 1.9, 12) + arc * 2 * np.pi / 3
        core.line([centre + _ray(float(a)) * radius * 0.27 for a in turn], radius * 0.022)


def spiral(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Arms that all turn the same way."""
    for arm in range(12):
        t = np.linspace(0.08, 1, 16, dtype=np.float32)
        angle = arm * 2 * np.pi / 12 + 1.3 * t
        points = (centre + np.stack([np.sin(angle), -np.cos(angle)], 1) * (t * radius)[:, None]).astype(np.float32)
        mask.stroke(points, (radius * (0.03 + 0.07 * t)).astype(np.float32))
        core.disc((float(points[-1][0]), float(points[-1][1])), radius * 0.03)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.10)


def rings(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Three thin rings and beads between them."""
    turn = np.linspace(0, 2 * np.pi, 60)
    for share, width in ((0.45, 0.05), (0.72, 0.04), (0.98, 0.035)):
        mask.line([centre + _ray(float(a)) * radius * share for a in turn], radius * width)
    for bead in range(16):
        at = centre + _ray(bead * 2 * np.pi / 16) * radius * (0.58 if bead % 2 else 0.85)
        mask.disc((float(at[0]), float(at[1])), radius * 0.05)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.14)
    mask.disc((float(centre[0]), float(centre[1])), radius * 0.2)


def crossette(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """Rays that split into four at their ends."""
    for ray in range(10):
        angle = ray * 2 * np.pi / 10 + rng.normal(0, 0.03)
        end = centre + _ray(angle) * radius * 0.66
        _tapered(mask, centre, end, radius * 0.05, radius * 0.02)
        for turn in range(4):
            _tapered(
                mask,
                end + _ray(angle + np.pi / 4 + turn * np.pi / 2) * radius * 0.30,
                end,
                radius * 0.05,
                radius * 0.012,
            )
        core.disc((float(end[0]), float(end[1])), radius * 0.035)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.10)


def petals(mask: Mask, core: Mask, centre: Floats, radius: float, rng: np.random.Generator) -> None:
    """A blossom: eight wide petals around a lit eye, eight narrow ones between them."""
    for petal in range(16):
        angle = petal * 2 * np.pi / 16
        wide, reach = (0.15, 1.0) if petal % 2 == 0 else (0.07, 0.78)
        root, tip = centre + _ray(angle) * radius * 0.24, centre + _ray(angle) * radius * reach
        middle = root * 0.45 + tip * 0.55
        across = _ray(angle + np.pi / 2) * radius * wide
        mask.polygon([root, middle + across, tip, middle - across])
        core.line([root, middle], radius * 0.02)
    core.disc((float(centre[0]), float(centre[1])), radius * 0.12)


SHAPES: dict[str, Shape] = {
    "peony": peony,
    "willow": willow,
    "palm": palm,
    "spider": spider,
    "dandelion": dandelion,
    "wheel": wheel,
    "eclipse": eclipse,
    "spiral": spiral,
    "rings": rings,
    "crossette": crossette,
    "petals": petals,
}
