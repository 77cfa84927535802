"""A USB camera through OpenCV: a reader thread of its own keeps the newest picture, so nobody is shown an old one.

Law: nobody waits for the driver: `read` on an unplugged camera may hang for ten seconds, but in the reader alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import CameraError
from companion.ports import Frame
from hardware.freshness import Freshness

Pixels = npt.NDArray[np.uint8]

SIZE = (1280, 720)
PICTURE_S = 3.0
OPEN_S = 10.0  # some cameras need seconds for their first picture


class Capture(Protocol):
    """What OpenCV's VideoCapture can do."""

    def read(self) -> tuple[bool, Any]: ...

    def get(self, what: int, /) -> float: ...

    def release(self) -> None: ...


class UsbCamera:
    """Camera `number` as in /dev/video0. `picture_s`: longest wait for a picture; `open_s`: for the first one."""

    def __init__(
        self,
        number: int = 0,
        *,
        open_capture: Callable[[int], Capture] | None = None,
        picture_s: float = PICTURE_S,
        open_s: float = OPEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._number, self._clock = number, clock
        self._open_capture = open_capture or open_v4l2
        self._picture_s, self._open_s = picture_s, open_s
        self._is_closed = False
        self._news = threading.Condition()
        self._newest: tuple[Pixels, float] | None = None
        self._why: str | None = None  # why no picture will come any more

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time, until it is closed. Raises CameraError."""
        threading.Thread(target=self._read, name=f"usb-camera-{self._number}", daemon=True).start()
        fresh = None if is_played(self._number) else Freshness()
        index, patience = 0, self._open_s
        try:
            while (newest := self._next(patience)) is not None:
                pixels, at = newest
                if fresh is not None:
                    fresh.see(pixels, at)
                yield Frame(pixels, at, index)
                index, patience = index + 1, self._picture_s
        finally:
            self.close()

    def close(self) -> None:
        """No frame comes after this; the reader lets the camera go by itself."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()

    def _next(self, patience: float) -> tuple[Pixels, float] | None:
        """The next picture that nobody has seen, None once it is closed."""
        with self._news:
            self._news.wait_for(lambda: self._newest or self._why or self._is_closed, patience)
            newest, self._newest = self._newest, None
            if self._is_closed:
                return None
            if newest is not None:
                return newest
        raise CameraError(
            self._why or f"Camera usb:{self._number} has given no picture for {patience:g} seconds: plug it in again."
        )

    def _read(self) -> None:
        try:
            capture = self._open_capture(self._number)
        except CameraError as why:
            self._end(str(why))
            return
        try:
            while not self._is_closed:
                there, pixels = capture.read()
                if not there or pixels is None:
                    self._end(f"Camera usb:{self._number} was lost: plug it in again.")
                    return
                picture = as_picture(np.asarray(pixels, np.uint8), capture)
                with self._news:
                    self._newest = (picture, self._clock())
                    self._news.notify_all()
        except CameraError as why:
            self._end(str(why))
        except cv2.error as why:
            self._end(f"Camera usb:{self._number} can't be read ({str(why).splitlines()[0]}): plug it in again.")
        finally:
            capture.release()

    def _end(self, why: str) -> None:
        with self._news:
            self._why = why
            self._news.notify_all()


def open_v4l2(number: int, devices: Path = Path("/dev")) -> Capture:
    """Opens /dev/video<number>. Raises CameraError."""
    if not (devices / f"video{number}").exists():
        there = sorted(int(path.name[5:]) for path in devices.glob("video*") if path.name[5:].isdigit())
        mend = f"say --camera usb:{there[0]}" if there else "plug it in, or say --camera simulated"
        raise CameraError(f"There is no camera {devices}/video{number}: {mend}.")
    cv2.setLogLevel(0)  # OpenCV would grumble on stderr in its own words
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraError(
            f"{devices}/video{number} can't be opened as a camera: another program holds it, it gives no pictures, or "
            "this user is not in the group video."
        )
    # Raw pictures of this size would be too much for USB 2.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def as_picture(pixels: Pixels, capture: Capture) -> Pixels:
    """The picture in (height, width, 3). Raises CameraError for what is none.

    OpenCV hands out what a device gives as BGR by itself, such as a loopback's, as one long row.
    """
    if pixels.ndim == 3 and pixels.shape[2] == 3:
        return pixels
    width, height = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    if pixels.size != width * height * 3:
        raise CameraError(f"The camera gives {pixels.size} bytes for {width} x {height}: such pictures can't be read.")
    return pixels.reshape(height, width, 3)


def is_played(number: int, devices: Path = Path("/sys/class/video4linux")) -> bool:
    """Whether this is no camera but a loopback device that plays pictures: those may stand still."""
    return "/virtual/" in str((devices / f"video{number}").resolve())
