"""Which mode of a Pi camera's sensor sees the whole field: named for the modules that are known, found for others.

Law: a mode that crops is never taken where there is one that doesn't: over the table it would need half a metre more
height. Where the field is cropped all the same, it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.sentences import say

Size = tuple[int, int]

WHOLE = 0.95
"""So much of the pixels across is the whole field: some drivers leave out a rim of dark ones."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """A camera module. `models`: libcamera's names for it; `mode`: the smallest one that sees the whole field and is
    large enough to read by, with its `bits` a pixel; `array`: all its pixels; `across_deg`: its angle of view across,
    None where that is the lens'.
    """

    name: str
    models: tuple[str, ...]
    mode: Size
    bits: int
    array: Size
    across_deg: float | None


# From the makers' data and the kernel's drivers: each mode here is binned or whole, none is a window of the sensor.
KNOWN = (
    Sensor("module 1", ("ov5647",), (1296, 972), 10, (2592, 1944), 54),
    Sensor("module 2", ("imx219",), (1640, 1232), 10, (3280, 2464), 62),
    Sensor("module 3", ("imx708", "imx708_noir"), (2304, 1296), 10, (4608, 2592), 66),
    Sensor("module 3 wide", ("imx708_wide", "imx708_wide_noir"), (2304, 1296), 10, (4608, 2592), 102),
    Sensor("HQ camera", ("imx477", "imx378"), (2028, 1520), 12, (4056, 3040), None),
    Sensor("AI camera", ("imx500",), (2028, 1520), 10, (4056, 3040), 66),
    Sensor("global shutter camera", ("imx296",), (1456, 1088), 10, (1456, 1088), None),
    Sensor("starlight camera", ("imx290", "imx327", "imx462"), (1920, 1080), 10, (1920, 1080), None),
)


@dataclass(frozen=True, slots=True)
class Mode:
    """What the sensor is set to. `say`: a sentence where it isn't as it should be, or was guessed."""

    size: Size
    bits: int
    say: str = ""


def known(model: str) -> Sensor | None:
    """The module of which libcamera says `model`."""
    return next((sensor for sensor in KNOWN if model in sensor.models), None)


def whole_field(
    model: str, modes: Callable[[], Sequence[Mapping[str, Any]]], array: Size | None, least: Size
) -> Mode | None:
    """The mode to set. `modes`: picamera2's list, asked for only where the module isn't known (asking sets each of them
    once); `array`: all pixels, where it tells; `least`: the size that is read. None where no mode is told.
    """
    if (sensor := known(model)) is not None:
        return Mode(sensor.mode, sensor.bits)
    told = [mode for mode in modes() if "size" in mode]  # of cameras that are no Pi's, picamera2 tells none
    told = [mode for mode in told if mode["size"][0] >= least[0] and mode["size"][1] >= least[1]]
    if not told:
        return None
    best = min(told, key=lambda mode: (-_seen(mode), mode["size"][0] * mode["size"][1]))
    size = (int(best["size"][0]), int(best["size"][1]))
    remark = say(
        "The camera's sensor {model} isn't known here: its mode of {width} x {height} is used.",
        model=model,
        width=size[0],
        height=size[1],
    )
    _, _, across, down = best.get("crop_limits", (0, 0, 0, 0))
    if array is not None and min(share((0, 0, across, down), array)) < WHOLE:
        remark = say(
            "No mode of the camera's sensor {model} sees its whole field: hang it higher, or use another camera.",
            model=model,
        )
    return Mode(size, int(best["bit_depth"]), remark)


def share(crop: Sequence[int], array: Size) -> tuple[float, float]:
    """How much of the sensor is seen, across and down. `crop`: left, top, width, height in its own pixels."""
    return crop[2] / array[0], crop[3] / array[1]


def cropped(crop: Sequence[int] | None, array: Size | None) -> str:
    """What to say where the picture shows only a part of the field across; nothing where all is seen or not told.

    Down, a picture of 16 to 9 is a part of most sensors, and is meant to be.
    """
    if crop is None or array is None or (across := share(crop, array)[0]) >= WHOLE:
        return ""
    return say(
        "The camera sees only {share}% of its field across: hang it higher, or bring the Pi's system up to date.",
        share=format(100 * across, ".0f"),
    )


def _seen(mode: Mapping[str, Any]) -> int:
    _, _, width, height = mode.get("crop_limits", (0, 0, 0, 0))
    return int(width) * int(height)
