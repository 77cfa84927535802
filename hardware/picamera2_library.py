"""picamera2 itself: loaded only when somebody asks, asked with its errors as sentences, and set to one modest mode.

Law: what picamera2 raises, and it raises anything, leaves here as CameraError.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from companion.errors import CameraError

SIZE = (1280, 720)
LORES = (320, 180)
FPS = 15
BUFFERS = 4  # few, in one mode that is never switched: contiguous memory runs out otherwise

_INSTALL = (
    "picamera2 can't be loaded ({why}): sudo apt-get install python3-picamera2, and let the virtual environment see it "
    "(python3 -m venv --system-site-packages)."
)


def cameras_there() -> list[str]:
    """The models of the Pi cameras that are connected. Raises CameraError where picamera2 can't be loaded."""
    found = asked(library().Picamera2.global_camera_info)
    return [str(one.get("Model", "unknown")) for one in found]


def library() -> Any:
    """The module. Raises CameraError with what to install."""
    try:
        return importlib.import_module("picamera2")
    except Exception as why:  # a numpy of another build shows as ValueError, a missing libcamera as ImportError
        raise CameraError(_INSTALL.format(why=in_words(why))) from why


def asked(question: Callable[[], Any]) -> Any:
    """The answer. Raises CameraError."""
    try:
        return question()
    except Exception as why:
        raise CameraError(
            f"The camera can't be asked ({in_words(why)}): look at its cable, or start the Pi anew."
        ) from why


def configuration(camera: Any, size: tuple[int, int]) -> Any:
    """Two streams in one mode over the whole field: the large one is read, the small one is for motion."""
    wanted: dict[str, Any] = {
        "main": {"size": size, "format": "RGB888"},
        "lores": {"size": LORES, "format": "YUV420"},
        "buffer_count": BUFFERS,
        "controls": {"FrameRate": FPS},
    }
    if (mode := _whole_field(camera.sensor_modes, size)) is not None:
        wanted["sensor"] = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
    return camera.create_video_configuration(**wanted)


def _whole_field(modes: list[dict[str, Any]], size: tuple[int, int]) -> dict[str, Any] | None:
    """The smallest sensor mode that is large enough and crops least: some modes see only the middle of the table."""
    enough = [mode for mode in modes if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]

    def seen(mode: dict[str, Any]) -> int:
        _, _, width, height = mode.get("crop_limits", (0, 0, 0, 0))
        return int(width) * int(height)

    return min(enough, key=lambda mode: (-seen(mode), mode["size"][0] * mode["size"][1]), default=None)


def missing(number: int, found: int) -> str:
    """What to say of camera `number` where `found` were found."""
    if found == 0:
        return "There is no Pi camera: look at its cable (the Pi switched off), or say --camera simulated."
    return f"There is no Pi camera {number}, the last one is {found - 1}: say --camera picamera2:{found - 1}."


def in_words(why: Exception) -> str:
    """The first line of what an exception says, to be put into a sentence."""
    return (str(why) or type(why).__name__).splitlines()[0].rstrip(".")
