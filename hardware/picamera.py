"""The Pi's own camera through picamera2: one fixed modest mode over the whole field of view, held steady, every wait
with a limit.

Law: picamera2 is imported only on opening; no call that can hang is made without a limit or off this thread; what goes
wrong is CameraError with a sentence. Whoever supervises it makes a new PiCamera for each try, all with one `Kept`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import CameraAway, CameraError
from companion.ports import Frame
from companion.sentences import say
from hardware.freshness import Freshness
from hardware.holders import who_holds
from hardware.picamera2_library import (
    FORMAT,
    SIZE,
    asked,
    configured,
    in_words,
    lens_range,
    library,
    missing,
    pixel_array,
    settable,
)
from hardware.sensors import cropped
from hardware.steadying import Memory, Steadying
from hardware.sweep import sharpness

Pixels = npt.NDArray[np.uint8]

CAPTURE_S = 2.5
LET_GO_S = 2.0

# picamera2 names formats the other way round than the array's order.
_TO_BLUE_GREEN_RED: dict[str, slice | list[int]] = {
    "RGB888": slice(0, 3),
    "XRGB8888": slice(0, 3),
    "BGR888": [2, 1, 0],
    "XBGR8888": [2, 1, 0],
}
_STUCK = say(
    "The camera has not let go since it failed: if that stays so, start the companion again "
    "(sudo systemctl restart companion)."
)
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Kept:
    """What one try to use a camera leaves to the next: its locks, its last picture, and whoever still lets it go."""

    memory: Memory = field(default_factory=Memory)
    fresh: Freshness = field(default_factory=Freshness)
    letting_go: threading.Thread | None = None


class PiCamera:
    """Camera `number` of this Pi. `kept`: from the tries before; `form`: picamera2's name of the pictures' format, for
    a camera that gives but another; `devices`: where its device files are.

    `about`: what it is and what it was set to, in words, once it is open.
    """

    def __init__(
        self,
        number: int = 0,
        *,
        kept: Kept | None = None,
        size: tuple[int, int] = SIZE,
        form: str = FORMAT,
        capture_s: float = CAPTURE_S,
        let_go_s: float = LET_GO_S,
        clock: Callable[[], float] = time.monotonic,
        devices: Path = Path("/dev"),
    ) -> None:
        self._number, self._size, self._form = number, size, form
        self._kept = kept or Kept()
        self._capture_s, self._let_go_s = capture_s, let_go_s
        self._clock, self._devices = clock, devices
        self._closed = threading.Event()
        self._camera: Any = None
        self.about = ""
        self._letting_go = threading.Lock()

    def frames(self) -> Iterator[Frame]:
        """Frames until it is closed; they are steady once all is measured and locked. Raises CameraError."""
        try:
            camera = self._open()
            taking = _Taking(camera, self._capture_s)
            array = pixel_array(camera)
            steadying = Steadying(lens_range(camera), self._kept.memory)
            index = 0
            while not self._closed.is_set():
                pixels, grey, metadata = taking.next()
                at = self._clock()
                if self._closed.is_set():
                    return
                self._kept.fresh.see(pixels, at)
                grey = pixels[::4, ::4, 1] if grey is None else grey
                steady = steadying.hear(metadata, grey, at, partial(sharpness, pixels))
                if steady.controls is not None:
                    taking.set(steady.controls)
                remark = cropped(metadata.get("ScalerCrop"), array) or steadying.remark
                yield Frame(pixels, at, index, grey, remark, steady.is_ready)
                index += 1
        except CameraError:
            if not self._closed.is_set():  # closing may well disturb a picture that was being taken
                raise
        finally:
            self.close()

    def close(self) -> None:
        """Lets the camera go, in a thread of its own: a `stop` that never returns keeps nobody waiting for long."""
        self._closed.set()
        with self._letting_go:
            camera, self._camera = self._camera, None
        if camera is None:
            return
        letting_go = threading.Thread(target=_let_go, args=(camera,), name="camera-stop", daemon=True)
        self._kept.letting_go = letting_go
        letting_go.start()
        letting_go.join(self._let_go_s)
        if letting_go.is_alive():
            _log.warning("The camera does not stop; it is left alone.")

    def _open(self) -> Any:
        """The camera, running."""
        if self._kept.letting_go is not None and self._kept.letting_go.is_alive():
            raise CameraAway(_STUCK)
        picamera2 = library()
        found = asked(picamera2.Picamera2.global_camera_info)
        if self._number >= len(found):
            raise CameraAway(missing(self._number, len(found)))
        if holder := who_holds(list(self._devices.glob("media*"))):
            raise CameraAway(
                say("The camera is held by {holder}: end that one, and the table goes on by itself.", holder=holder)
            )
        try:
            camera = picamera2.Picamera2(self._number)
        except Exception as why:
            raise CameraError(
                say(
                    "The camera can't be opened ({why}): another program holds it, perhaps a second copy of "
                    "the companion; end that one, or else start the Pi anew.",
                    why=in_words(why),
                )
            ) from why
        with self._letting_go:
            self._camera = camera
        try:
            self.about = configured(camera, str(found[self._number].get("Model", "unknown")), self._size, self._form)
            camera.start()
        except Exception as why:
            raise CameraError(
                say("The camera can't be started ({why}): look at its cable, or start the Pi anew.", why=in_words(why))
            ) from why
        return camera


class _Taking:
    """Takes pictures with a running camera, each within `capture_s`."""

    def __init__(self, camera: Any, capture_s: float) -> None:
        self._camera, self._capture_s = camera, capture_s
        told = asked(camera.camera_configuration)
        self._order = _order(str(told["main"]["format"]))
        small = told.get("lores")
        self._streams = ["main", "lores"] if small else ["main"]
        self._small = (int(small["size"][0]), int(small["size"][1])) if small else (0, 0)

    def next(self) -> tuple[Pixels, Pixels | None, Mapping[str, Any]]:
        """One moment: the picture in blue, green and red; its brightness alone, where there is a small stream; and
        what the camera says of it.
        """
        try:
            arrays, metadata = self._camera.capture_arrays(self._streams, wait=self._capture_s)
        except TimeoutError:
            raise CameraError(
                say(
                    "The camera has given no picture for {n} seconds: look at its cable; it is tried anew.",
                    n=format(self._capture_s, "g"),
                )
            ) from None
        except Exception as why:
            raise CameraError(
                say("The camera was lost ({why}): look at its cable; it is tried anew.", why=in_words(why))
            ) from why
        pixels = np.ascontiguousarray(np.asarray(arrays[0], np.uint8)[..., self._order])
        if len(arrays) == 1:
            return pixels, None, metadata
        width, height = self._small  # brightness lies above the colours, and rows may be stored longer than they are
        return pixels, np.asarray(arrays[1], np.uint8)[:height, :width], metadata

    def set(self, controls: Mapping[str, Any]) -> None:
        """Sets what this camera has of these. Raises CameraError."""
        asked(lambda: self._camera.set_controls(settable(self._camera, controls)))


def _order(name: str) -> slice | list[int]:
    if name not in _TO_BLUE_GREEN_RED:
        raise CameraError(
            say("The camera gives pictures as {name}, which can't be read here: use another camera.", name=name)
        )
    return _TO_BLUE_GREEN_RED[name]


def _let_go(camera: Any) -> None:
    for step in (camera.stop, camera.close):
        try:
            step()
        except Exception as why:  # noqa: BLE001 - it is let go all the same
            _log.warning("letting the camera go: %s", in_words(why))
