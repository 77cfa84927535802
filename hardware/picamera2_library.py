"""picamera2 itself: loaded only when somebody asks, asked with its errors as sentences, and set to one modest mode.

Law: what picamera2 raises, and it raises anything, leaves here as CameraError.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import CameraError
from companion.sentences import say
from hardware.sensors import known, whole_field

SIZE = (1280, 720)
FORMAT = "RGB888"
LORES = (320, 180)
FPS = 15
BUFFERS = 4  # few, in one mode that is never switched: contiguous memory runs out otherwise

_log = logging.getLogger(__name__)


def cameras_there() -> list[str]:
    """The models of the Pi cameras that are connected. Raises CameraError where picamera2 can't be loaded."""
    found = asked(library().Picamera2.global_camera_info)
    return [str(one.get("Model", "unknown")) for one in found]


def library() -> Any:
    """The module. Raises CameraError with what to install."""
    try:
        return importlib.import_module("picamera2")
    except Exception as why:  # a numpy of another build shows as ValueError, a missing libcamera as ImportError
        raise CameraError(
            say(
                "picamera2 can't be loaded ({why}): sudo apt-get install python3-picamera2, and let the virtual "
                "environment see it (python3 -m venv --system-site-packages).",
                why=in_words(why),
            )
        ) from why


def asked(question: Callable[[], Any]) -> Any:
    """The answer. Raises CameraError."""
    try:
        return question()
    except Exception as why:
        raise CameraError(
            say("The camera can't be asked ({why}): look at its cable, or start the Pi anew.", why=in_words(why))
        ) from why


def configured(camera: Any, model: str, size: tuple[int, int], form: str = FORMAT) -> str:
    """Sets the camera to two streams in a mode over the whole field: the large one is read, the small one is for
    motion; gives what it is set to, in words. A camera of another make may have one stream alone, and that is used.
    """
    mode = whole_field(model, lambda: camera.sensor_modes, pixel_array(camera), size)
    wanted: dict[str, Any] = {"main": {"size": size, "format": form}, "buffer_count": BUFFERS}
    if "FrameDurationLimits" in camera.camera_controls:
        wanted["controls"] = {"FrameRate": FPS}
    sensor = {"sensor": {"output_size": mode.size, "bit_depth": mode.bits}} if mode is not None else {}
    small = {"size": LORES, "format": "YUV420"}
    try:
        camera.configure(camera.create_video_configuration(**wanted, **sensor, lores=small))
    except Exception as why:  # noqa: BLE001 - whatever it is, a simpler wish may still be granted
        _log.warning("The camera has no second stream (%s); it is used with one.", in_words(why))
        camera.configure(camera.create_video_configuration(**wanted))
        return say("Its sensor is {model}, with one stream.", model=model)
    if mode is None:
        return say("Its sensor is {model}.", model=model)
    if mode.say:
        _log.warning("%s", mode.say)
    named = known(model)
    return mode.say or say(
        "It is {name} ({model}), in its mode of {width} x {height}.",
        name=named.name if named else model,
        model=model,
        width=mode.size[0],
        height=mode.size[1],
    )


def pixel_array(camera: Any) -> tuple[int, int] | None:
    """All the sensor's pixels, None where it doesn't tell."""
    told = camera.camera_properties.get("PixelArraySize")
    return None if told is None else (int(told[0]), int(told[1]))


def lens_range(camera: Any) -> tuple[float, float] | None:
    """How far the lens can be moved, in dioptres; None where it has no motor."""
    told = camera.camera_controls.get("LensPosition")
    return None if told is None else (float(told[0]), float(told[1]))


def settable(camera: Any, controls: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the controls that this camera has: picamera2 refuses others."""
    return {name: value for name, value in controls.items() if name in camera.camera_controls}


def missing(number: int, found: int) -> str:
    """What to say of camera `number` where `found` were found."""
    if found == 0:
        return say("There is no Pi camera: look at its cable (the Pi switched off), or say --camera simulated.")
    return say(
        "There is no Pi camera {number}, the last one is {last}: say --camera picamera2:{last}.",
        number=number,
        last=found - 1,
    )


def in_words(why: Exception) -> str:
    """The first line of what an exception says, to be put into a sentence."""
    return (str(why) or type(why).__name__).splitlines()[0].rstrip(".")
