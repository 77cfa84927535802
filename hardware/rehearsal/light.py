"""The light over the table and the camera's faults, as named values of which benches vary one at a time.

Law: light is reckoned in linear intensities, 1.0 being white paper in full light; `encode` is the camera's curve
(a square root: near enough to sRGB, exactly invertible, and fast).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from hardware.rehearsal.lens import Lens

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

TABLES = ("wood", "pale-wood", "dark", "grey", "navy", "felt", "paper", "checked", "varnish")


@dataclass(frozen=True, slots=True)
class Conditions:
    """One evening's light, table and camera."""

    table: str = "wood"
    #: a plain cloth of this linear blue, green, red instead of that table
    cloth: tuple[float, float, float] | None = None
    exposure: float = 1.0
    #: gains of blue, green, red: a warm lamp is (0.7, 0.95, 1.2)
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    #: how much darker the far side is, 0 to 1, and where the light comes from
    gradient: float = 0.15
    light_from_deg: float = 320.0
    #: depth of the shadows of cards and hands, 0 to 1
    shadow: float = 0.5
    #: depth of a head's or lamp post's shadow across the table
    shade: float = 0.0
    #: brightness of mirrored lamps, how many, and how wide
    glare: float = 0.0
    glare_spots: int = 1
    glare_mm: float = 60.0
    #: where they are mirrored, in mm on the mat; anywhere, where none is said
    glare_at_mm: tuple[tuple[float, float], ...] = ()
    vignette: float = 0.12
    haze: float = 0.01
    blur_px: float = 0.6
    motion_px: float = 0.0
    motion_deg: float = 0.0
    #: standard deviation, in grey levels of 255
    noise: float = 2.0
    #: share by which the brightness swings from frame to frame
    flicker: float = 0.006
    #: depth of the bands that a pulsing lamp draws across a picture read line by line
    bands: float = 0.0
    jpeg: int | None = None
    sleeved: bool = False
    #: strength of a card's pale paper edge, 0 to 1
    edge: float = 0.35
    #: seconds that the shutter is open: what smears moving hands
    shutter_s: float = 1 / 60

    @classmethod
    def random(cls, rng: np.random.Generator, difficulty: float = 0.5) -> Conditions:
        """Some evening's light; `difficulty` 0 is a well-lit kitchen, 1 a pub."""
        d = float(np.clip(difficulty, 0, 1))
        warm = rng.normal(0, 0.22 * d)
        tint = rng.normal(0, 0.06 * d)
        return cls(
            table=str(rng.choice(TABLES)),
            exposure=float(np.exp(rng.normal(-0.15 * d, 0.4 * d))),
            cast=(float(np.exp(-warm)), float(np.exp(tint)), float(np.exp(warm))),
            gradient=float(rng.uniform(0, 0.2 + 0.4 * d)),
            light_from_deg=float(rng.uniform(0, 360)),
            shadow=float(rng.uniform(0.2, 0.5 + 0.3 * d)),
            shade=float(rng.uniform(0.2, 0.6) if rng.random() < 0.4 * d else 0),
            glare=float(rng.uniform(0.2, 1.2) * d if rng.random() < 0.5 * d else 0),
            glare_spots=int(rng.integers(1, 4)),
            glare_mm=float(rng.uniform(25, 90)),
            vignette=float(rng.uniform(0, 0.3)),
            haze=float(rng.uniform(0, 0.05 * d)),
            blur_px=float(rng.uniform(0.4, 0.7 + 1.6 * d)),
            motion_px=float(rng.uniform(2, 8) if rng.random() < 0.15 * d else 0),
            motion_deg=float(rng.uniform(0, 180)),
            noise=float(rng.uniform(1, 2 + 5 * d)),
            flicker=float(rng.uniform(0, 0.02 * d)),
            jpeg=int(rng.integers(45, 95)) if rng.random() < 0.5 else None,
            sleeved=bool(rng.random() < 0.2 * d),
            edge=float(rng.uniform(0, 0.6)),
        )

    def but(self, **changes: object) -> Conditions:
        """These conditions with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # because replace() checks names itself


def encode(light: Floats) -> Image:
    """Linear light to the camera's 8-bit values."""
    root = cv2.sqrt(np.maximum(light, 0))
    return np.asarray(cv2.convertScaleAbs(root, alpha=255.0), np.uint8)


def decode(image: Image) -> Floats:
    """8-bit values to linear light."""
    return (image.astype(np.float32) / 255.0) ** 2


def towards(degrees: float) -> npt.NDArray[np.float64]:
    """The unit vector on the table that points to `degrees`: clockwise, 0 being up (away), 90 right."""
    return np.asarray([np.sin(np.deg2rad(degrees)), -np.cos(np.deg2rad(degrees))])


def light_map(conditions: Conditions, lens: Lens, grid_mm: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """What every pixel's reflectance is multiplied by, and what mirrored light is added, both (height, width, 3)."""
    c = conditions
    x, y = grid_mm[..., 0] - lens.aim_mm[0], grid_mm[..., 1] - lens.aim_mm[1]
    way = towards(c.light_from_deg).tolist()  # plain floats: numpy's own would make every picture double
    along = (x * way[0] + y * way[1]) / 500
    lit = 1 + c.gradient * np.clip(along, -1.5, 1.5)
    if c.shade:
        across = towards(float(rng.uniform(0, 360))).tolist()
        edge = (x * across[0] + y * across[1] - rng.uniform(-200, 200)) / rng.uniform(6, 40)
        lit = lit * (1 - c.shade / (1 + np.exp(-np.clip(edge, -30, 30))))
    height, width = x.shape
    ys, xs = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]
    r2 = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / np.float32((width**2 + height**2) / 4)
    lit = lit * (1 - c.vignette * r2) * c.exposure
    mirrored = np.full_like(x, c.haze)
    spots = c.glare_spots if c.glare else 0
    for spot in range(spots):
        at = rng.uniform(-380, 380), rng.uniform(-230, 230)
        if c.glare_at_mm:
            at_mm = c.glare_at_mm[spot % len(c.glare_at_mm)]
            at = at_mm[0] - lens.aim_mm[0], at_mm[1] - lens.aim_mm[1]
        mirrored += c.glare * _spot(x - np.float32(at[0]), y - np.float32(at[1]), c.glare_mm, rng)
    if c.table == "varnish":
        mirrored += 0.25 * _spot(x - rng.uniform(-250, 250), y - rng.uniform(-150, 150), 110, rng)
    cast = np.asarray(c.cast, np.float32)
    return (lit[..., None] * cast).astype(np.float32), (mirrored[..., None] * cast * c.exposure).astype(np.float32)


def _spot(x: Floats, y: Floats, size_mm: float, rng: np.random.Generator) -> Floats:
    turn, narrow = rng.uniform(0, np.pi), rng.uniform(0.4, 1.0)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    u = (x * c + y * s) / size_mm
    v = (y * c - x * s) / (size_mm * narrow)
    r2 = u**2 + v**2
    return np.asarray(0.7 / (1 + np.exp(np.clip((r2 - 0.35) * 9, -40, 40))) + 0.3 * np.exp(-r2), np.float32)
