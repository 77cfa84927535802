"""The Pi's own camera through picamera2: one fixed modest mode over the whole field of view, every wait with a limit.

Law: picamera2 is imported only on opening; no call that can hang is made without a limit or off this thread; what goes
wrong is CameraError with a sentence. Whoever supervises it makes a new PiCamera for each try.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import CameraError
from companion.ports import Frame
from hardware.freshness import Freshness
from hardware.picamera2_library import SIZE, asked, configuration, in_words, library, missing

Pixels = npt.NDArray[np.uint8]

CAPTURE_S = 3.0
LET_GO_S = 2.0

# picamera2 names formats the other way round than the array's order, and drivers have differed: what came out decides.
_TO_BLUE_GREEN_RED: dict[str, slice | list[int]] = {
    "RGB888": slice(0, 3),
    "XRGB8888": slice(0, 3),
    "BGR888": [2, 1, 0],
    "XBGR8888": [2, 1, 0],
}
_log = logging.getLogger(__name__)


class PiCamera:
    """Camera `number` of this Pi. `swap_red_and_blue`: for a driver that says one order and gives the other."""

    def __init__(
        self,
        number: int = 0,
        *,
        size: tuple[int, int] = SIZE,
        capture_s: float = CAPTURE_S,
        let_go_s: float = LET_GO_S,
        swap_red_and_blue: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._number, self._size = number, size
        self._capture_s, self._let_go_s = capture_s, let_go_s
        self._swaps, self._clock = swap_red_and_blue, clock
        self._closed = threading.Event()
        self._camera: Any = None
        self._letting_go = threading.Lock()

    def frames(self) -> Iterator[Frame]:
        """Frames until it is closed. Raises CameraError."""
        try:
            camera = self._open()
            order, (width, height) = self._order(camera), self._small_size(camera)
            fresh = Freshness()
            index = 0
            while not self._closed.is_set():
                large, small = self._capture(camera)
                pixels = np.ascontiguousarray(large[..., order])
                at = self._clock()
                if self._closed.is_set():
                    return
                fresh.see(pixels, at)
                yield Frame(pixels, at, index, small[:height, :width])  # its brightness lies above its colours
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
        letting_go.start()
        letting_go.join(self._let_go_s)
        if letting_go.is_alive():
            _log.warning("The camera does not stop; it is left alone.")

    def _open(self) -> Any:
        picamera2 = library()
        found = asked(picamera2.Picamera2.global_camera_info)
        if self._number >= len(found):
            raise CameraError(missing(self._number, len(found)))
        try:
            self._camera = camera = picamera2.Picamera2(self._number)
        except Exception as why:
            raise CameraError(
                f"The camera can't be opened ({in_words(why)}): another program holds it, perhaps a second copy of the "
                "companion; end that one, or else start the Pi anew."
            ) from why
        try:
            camera.configure(configuration(camera, self._size))
            camera.start()
        except Exception as why:
            raise CameraError(
                f"The camera can't be started ({in_words(why)}): look at its cable, or start the Pi anew."
            ) from why
        return camera

    def _capture(self, camera: Any) -> tuple[Pixels, Pixels]:
        """Both streams of one moment: the large picture as the driver orders it, the small one in planes."""
        try:
            (large, small), _ = camera.capture_arrays(["main", "lores"], wait=self._capture_s)
            return np.asarray(large, np.uint8), np.asarray(small, np.uint8)
        except TimeoutError:
            raise CameraError(
                f"The camera has given no picture for {self._capture_s:g} seconds: look at its cable; it is tried anew."
            ) from None
        except Exception as why:
            raise CameraError(f"The camera was lost ({in_words(why)}): look at its cable; it is tried anew.") from why

    def _small_size(self, camera: Any) -> tuple[int, int]:
        """Width and height of the small stream, whose rows may be stored longer than they are."""
        width, height = asked(camera.camera_configuration)["lores"]["size"]
        return int(width), int(height)

    def _order(self, camera: Any) -> slice | list[int]:
        name = str(asked(camera.camera_configuration)["main"]["format"])
        if name not in _TO_BLUE_GREEN_RED:
            raise CameraError(f"The camera gives pictures as {name}, which can't be read here: use another camera.")
        order = _TO_BLUE_GREEN_RED[name]
        return ([2, 1, 0] if isinstance(order, slice) else slice(0, 3)) if self._swaps else order


def _let_go(camera: Any) -> None:
    for step in (camera.stop, camera.close):
        try:
            step()
        except Exception as why:  # noqa: BLE001 - it is let go all the same
            _log.warning("letting the camera go: %s", in_words(why))
