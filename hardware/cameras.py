"""Which camera `--camera` means: from the word of the command line to what opens it, as often as it must be opened.

Law: nothing is opened before a camera's frames are asked for; pretend pictures say that they are.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CameraError, Unreadable
from companion.ports import Camera
from companion.sentences import say
from companion.table.placements import Button
from hardware.factory import is_a_pi
from hardware.fingers import FingeredCamera, Pressing
from hardware.paced import Pace, PacedCamera

SPECS = "auto, picamera2[:N], usb[:N] or usb:/dev/PATH, file:PATH, simulated or none"
_HIGHEST = 63
_SIMULATED = say("The camera is pretend: a drawn table plays by itself.")


@dataclass(frozen=True, slots=True)
class Source:
    """Where pictures come from. `say`: a sentence where they are pretend; `open`: a new camera each time, if any."""

    name: str
    open: Callable[[], Camera] | None
    is_pretend: bool = False
    say: str = ""


def source(
    spec: str,
    simulated: Callable[[], Pressing],
    *,
    pace: Pace | None = None,
    press: Callable[[Button], object] = lambda button: None,
) -> Source:
    """The source that `spec` names; `simulated` makes the drawn table's camera.

    What is drawn or recorded is played at `pace`, whose clock is then the table's, and its people's presses are made
    by `press`. Raises Unreadable for a spec that is none, or a recording that can't be read.
    """

    def played(camera: Callable[[], Pressing]) -> Callable[[], Camera]:
        return lambda: _played(camera(), pace or Pace(), press)

    kind, colon, rest = spec.partition(":")
    if kind == "usb" and rest.startswith("/"):
        return Source(spec, _usb(Path(rest)))
    if kind in ("picamera2", "usb"):
        number = _number(spec, rest) if colon else 0
        return Source(f"{kind}:{number}", _pi(number) if kind == "picamera2" else _usb(Path(f"/dev/video{number}")))
    if kind == "file" and rest:
        pretend = say("The camera is pretend: {recording} is played.", recording=rest)
        return Source(spec, played(_recorded(Path(rest))), is_pretend=True, say=pretend)
    if spec == "auto":
        return source("picamera2" if pi_camera_there() else "simulated", simulated, pace=pace, press=press)
    if spec == "simulated":
        return Source(spec, played(simulated), is_pretend=True, say=_SIMULATED)
    if spec == "none":
        return Source(spec, None)
    raise Unreadable(say("{spec!r} is no camera: say {choices}.", spec=spec, choices=SPECS))


def pi_camera_there() -> bool:
    """Whether this is a Pi with a camera that can be used."""
    if not is_a_pi() or importlib.util.find_spec("picamera2") is None:
        return False
    from hardware.picamera2_library import cameras_there

    try:
        return bool(cameras_there())
    except CameraError:
        return False


def _number(spec: str, rest: str) -> int:
    if not (rest.isascii() and rest.isdigit() and int(rest) <= _HIGHEST):
        raise Unreadable(f"{spec!r} names no camera: {rest!r} should be its number, such as {spec.split(':')[0]}:0.")
    return int(rest)


def _pi(number: int) -> Callable[[], Camera]:
    from hardware.picamera import Kept, PiCamera

    kept = Kept()
    return lambda: PiCamera(number, kept=kept)


def _usb(device: Path) -> Callable[[], Camera]:
    from hardware.usb import UsbCamera, UsbKept

    kept = UsbKept()
    return lambda: UsbCamera(device, kept=kept)


def _recorded(folder: Path) -> Callable[[], Pressing]:
    from hardware.recorded import RecordedCamera
    from hardware.recording import read_recording

    recording = read_recording(folder)
    return lambda: RecordedCamera(recording)


def _played(camera: Pressing, pace: Pace, press: Callable[[Button], object]) -> Camera:
    return FingeredCamera(PacedCamera(camera, pace), camera.pressed, press)
