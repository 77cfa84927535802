"""A USB camera through OpenCV: a reader thread of its own keeps the newest picture, so nobody is shown an old one.

Law: nobody waits for the driver: `read` on an unplugged camera may hang for ten seconds, but in the reader alone. Only
the reader touches the camera. Whoever supervises it makes a new UsbCamera for each try, all with one `UsbKept`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import CameraAway, CameraError
from companion.ports import Frame
from companion.sentences import say
from hardware.freshness import Freshness
from hardware.holders import who_holds
from hardware.usb_locks import Held, UsbLocks

Pixels = npt.NDArray[np.uint8]

SIZE = (1280, 720)
PICTURE_S = 3.0
OPEN_S = 10.0  # some cameras need seconds for their first picture


class Capture(Protocol):
    """What OpenCV's VideoCapture can do."""

    def read(self) -> tuple[bool, Any]: ...

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


@dataclass(slots=True)
class UsbKept:
    """What one try to use a camera leaves to the next: its locks, its last picture, and a reader that may still hang in
    the driver."""

    held: Held = field(default_factory=Held)
    fresh: Freshness = field(default_factory=Freshness)
    reader: threading.Thread | None = None


class UsbCamera:
    """The camera at `device`, such as /dev/video0. `picture_s`: longest wait for a picture; `open_s`: for the first
    one; `kept`: from the tries before."""

    def __init__(
        self,
        device: Path = Path("/dev/video0"),
        *,
        kept: UsbKept | None = None,
        open_capture: Callable[[Path], Capture] | None = None,
        picture_s: float = PICTURE_S,
        open_s: float = OPEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device, self._clock = device, clock
        self._name = f"usb:{device.name.removeprefix('video')}" if is_numbered(device) else str(device)
        self._kept = kept or UsbKept()
        self._open_capture = open_capture or open_v4l2
        self._picture_s, self._open_s = picture_s, open_s
        self._is_played = is_played(device)
        self._is_closed = False
        self._news = threading.Condition()
        self._newest: tuple[Pixels, float, str] | None = None
        self._why: CameraError | None = None  # why no picture will come any more

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time, until it is closed. Raises CameraError."""
        before = self._kept.reader
        if before is not None and before.is_alive():
            raise CameraAway(
                say("Camera {name} hangs in its driver: plug it in again, and it is opened anew.", name=self._name)
            )
        reader = threading.Thread(target=self._read, name=f"camera-{self._name}", daemon=True)
        self._kept.reader = reader
        reader.start()
        index, patience = 0, self._open_s
        try:
            while (newest := self._next(patience)) is not None:
                pixels, at, remark = newest
                if not self._is_played:
                    self._kept.fresh.see(pixels, at)
                yield Frame(pixels, at, index, remark=remark)
                index, patience = index + 1, self._picture_s
        finally:
            self.close()

    def close(self) -> None:
        """No frame comes after this; the reader lets the camera go by itself."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()

    def _next(self, patience: float) -> tuple[Pixels, float, str] | None:
        """The next picture that nobody has seen, None once it is closed."""
        with self._news:
            self._news.wait_for(lambda: self._newest or self._why or self._is_closed, patience)
            newest, self._newest = self._newest, None
            if self._is_closed:
                return None
            if newest is not None:
                return newest
        raise self._why or CameraError(
            say(
                "Camera {name} has given no picture for {n} seconds: plug it in again.",
                name=self._name,
                n=format(patience, "g"),
            )
        )

    def _read(self) -> None:
        try:
            capture = self._open_capture(self._device)
        except CameraError as why:
            self._end(why)
            return
        try:
            locks = None if self._is_played else UsbLocks(capture, self._kept.held)
            while not self._is_closed:
                there, pixels = capture.read()
                if not there or pixels is None:
                    self._end(CameraError(say("Camera {name} was lost: plug it in again.", name=self._name)))
                    return
                self._show(as_picture(np.asarray(pixels, np.uint8), capture), locks)
        except CameraError as why:
            self._end(why)
        except Exception as why:  # noqa: BLE001 - OpenCV's own, and whatever a driver's answers may lead to
            line = (str(why) or type(why).__name__).splitlines()[0]
            self._end(
                CameraError(say("Camera {name} can't be read ({line}): plug it in again.", name=self._name, line=line))
            )
        finally:
            capture.release()

    def _show(self, picture: Pixels, locks: UsbLocks | None) -> None:
        at = self._clock()
        if locks is not None:
            locks.hear(picture, at)
        with self._news:
            self._newest = (picture, at, "" if locks is None else locks.remark)
            self._news.notify_all()

    def _end(self, why: CameraError) -> None:
        with self._news:
            self._why = why
            self._news.notify_all()


def open_v4l2(device: Path) -> Capture:
    """Opens a video device. Raises CameraError; CameraAway where there is none, or another program has it."""
    if not device.exists():
        raise CameraAway(say("There is no camera {device}: {instead}.", device=device, instead=_instead(device)))
    if holder := who_holds([device]):
        raise CameraAway(
            say(
                "{device} is held by {holder}: end that one, and the table goes on by itself.",
                device=device,
                holder=holder,
            )
        )
    cv2.setLogLevel(0)  # OpenCV would grumble on stderr in its own words
    capture = cv2.VideoCapture(str(device), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraError(
            say(
                "{device} can't be opened as a camera: another program holds it, it gives no pictures, or "
                "this user is not in the group video.",
                device=device,
            )
        )
    # Raw pictures of this size would be too much for USB 2.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _instead(device: Path) -> str:
    """What to do where this one isn't there."""
    numbers = sorted(int(path.name[5:]) for path in device.parent.glob("video*") if path.name[5:].isdigit())
    there = [number for number in numbers if device.name != f"video{number}"]
    if there:
        return say("say --camera usb:{number}, or plug it in", number=there[0])
    return say("plug it in, or say --camera simulated")


def is_numbered(device: Path) -> bool:
    """Whether this is a device that is named by its number, such as /dev/video0."""
    return device.parent == Path("/dev") and device.name.removeprefix("video").isdigit()


def as_picture(pixels: Pixels, capture: Capture) -> Pixels:
    """The picture in (height, width, 3). Raises CameraError for what is none.

    OpenCV hands out what a device gives as BGR by itself, such as a loopback's, as one long row.
    """
    if pixels.ndim == 3 and pixels.shape[2] == 3:
        return pixels
    width, height = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    if pixels.size != width * height * 3:
        raise CameraError(
            say(
                "The camera gives {size} bytes for {width} x {height}: such pictures can't be read.",
                size=pixels.size,
                width=width,
                height=height,
            )
        )
    return pixels.reshape(height, width, 3)


def is_played(device: Path, devices: Path = Path("/sys/class/video4linux")) -> bool:
    """Whether this is no camera but a loopback device that plays pictures: those may stand still, and can't be set."""
    return "/virtual/" in str((devices / device.resolve().name).resolve())
