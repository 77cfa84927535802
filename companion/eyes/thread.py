"""The eyes' thread: reads a camera, looks at each frame, posts what was seen; and a second one that watches over it.

Law: whatever the camera does (raises, hangs, never lets go), the program goes on and can end: a thread that hangs is
left behind, and what it tells later is not heard.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from companion.errors import CameraAway
from companion.eyes.blind import Blindness
from companion.eyes.watch import CameraWatch, Word
from companion.messages import DeviceState, Message, TableSeen
from companion.ports import Camera, Frame
from companion.sight.sighting import Seen
from companion.supervise import complaint, shielded, tell_log

CHECK_S = 0.2


class Looking(Protocol):
    """What the thread needs of `Eyes`."""

    def look(self, frame: Frame) -> Seen:
        """What one frame tells."""
        ...


class EyesThread:
    """Iterates cameras, one after another where they fail.

    `make_camera`, `make_eyes`: called in the thread, the first for each try, the second at the start and after sight
    itself broke. `clock`: of the messages; `beat`: called after each frame and each check; `monotonic`: of the watch
    (real time, whatever the frames say).
    """

    def __init__(
        self,
        make_camera: Callable[[], Camera],
        make_eyes: Callable[[], Looking],
        post: Callable[[Message], None],
        watch: CameraWatch | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        beat: Callable[[], None] = lambda: None,
        monotonic: Callable[[], float] = time.monotonic,
        check_s: float = CHECK_S,
    ) -> None:
        self._make_camera = make_camera
        self._make_eyes = make_eyes
        self._post = post
        self._watch = watch or CameraWatch()
        self._clock = clock
        self._beat = beat
        self._monotonic = monotonic
        self._check_s = check_s
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._turn = 0
        self._eyes: Looking | None = None
        self._is_looking = False
        self._blindness = Blindness()
        self._logged = ""
        self._camera: Camera | None = None
        self._reader: threading.Thread | None = None
        self._watcher = threading.Thread(target=self._watch_over, name="eyes-watch", daemon=True)

    def start(self) -> None:
        """Let the threads run."""
        self._watcher.start()

    def stop(self, within_s: float = 1.0) -> bool:
        """End it; False where the camera didn't let go in time (it is left behind)."""
        self._stopped.set()
        with self._lock:
            self._turn += 1
            camera, self._camera = self._camera, None
        if self._watcher.is_alive():
            self._watcher.join(within_s)
        return camera is None or _let_go(camera, within_s)

    def join(self, within_s: float, looking_s: float) -> bool:
        """After `stop`: waits for the camera, and so long for a look that is under way, which ends however busy this
        machine is; False where it isn't over in time.

        A thread that comes back from OpenCV while the interpreter ends would take the whole program down.
        """
        reader = self._reader
        if reader is not None and reader.is_alive():
            reader.join(looking_s if self._is_looking else within_s)
        return reader is None or not reader.is_alive()

    # the watching thread

    def _watch_over(self) -> None:
        self._begin()
        while not self._stopped.wait(self._check_s):
            shielded("eyes' watch", self._check)
            self._beat()  # a dead camera is no reason to restart the program: the watch deals with it

    def _check(self) -> None:
        with self._lock:
            verdict = self._watch.check(self._monotonic())
            gone = self._abandoned() if verdict.abandon else None
            self._tell(verdict.word)
        if gone is not None:
            threading.Thread(target=_close, args=(gone,), name="camera-close", daemon=True).start()
        if verdict.begin:
            self._begin()

    def _abandoned(self) -> Camera | None:
        """Whatever the reading thread still tells is not heard; gives the camera that it had."""
        self._turn += 1
        if self._is_looking:
            self._eyes, self._is_looking = None, False
        camera, self._camera = self._camera, None
        return camera

    def _begin(self) -> None:
        with self._lock:
            self._turn += 1
            self._watch.opened(self._monotonic())
            turn = self._turn
        self._reader = threading.Thread(target=self._read, args=(turn,), name=f"eyes-{turn}", daemon=True)
        self._reader.start()

    # the reading thread

    def _read(self, turn: int) -> None:
        try:
            camera = self._open(turn)
            try:
                for frame in camera.frames():
                    if not self._take(turn, frame):
                        return
            finally:
                _close(camera)
        except Exception as error:  # noqa: BLE001 because a camera or sight may break in any way, and the table goes on
            self._failed(turn, error)
        else:
            self._ended(turn)

    def _open(self, turn: int) -> Camera:
        camera = self._make_camera()
        with self._lock:
            if turn == self._turn:
                self._camera = camera
        return camera

    def _take(self, turn: int, frame: Frame) -> bool:
        """Look at one frame; False where nobody listens to this thread any more."""
        with self._lock:
            if turn != self._turn:
                return False
            self._framed(frame)
            if not frame.is_steady:
                self._watch.looked(self._monotonic())
                return True
            if self._eyes is None:
                self._eyes = self._make_eyes()
            eyes, self._is_looking = self._eyes, True
        seen = eyes.look(frame)
        with self._lock:
            if turn != self._turn:
                return False
            self._is_looking = False
            self._watch.looked(self._monotonic())
            self._post(TableSeen(seen))
        self._beat()
        return True

    def _framed(self, frame: Frame) -> None:
        at = self._monotonic()
        blind = self._blindness.see(frame.pixels, at)
        self._tell(self._watch.framed(at, blind or frame.remark, is_blind=bool(blind)))
        self._logged = ""

    def _failed(self, turn: int, error: Exception) -> None:
        told = complaint(error)
        if told.line != self._logged:  # said once, however often it is tried in vain
            tell_log(error, "eyes")
        with self._lock:
            if turn == self._turn:
                self._logged, self._camera = told.line, None
                if self._is_looking:
                    self._eyes, self._is_looking = None, False
                is_away = isinstance(error, CameraAway)
                self._tell(self._watch.failed(self._monotonic(), told.say, is_away=is_away))

    def _ended(self, turn: int) -> None:
        with self._lock:
            if turn == self._turn:
                self._camera = None
                self._tell(self._watch.ended())

    def _tell(self, word: Word | None) -> None:
        if word is not None:
            self._post(DeviceState("camera", word.state, word.say, self._clock()))


def _close(camera: Camera) -> None:
    shielded("closing the camera", camera.close)


def _let_go(camera: Camera, within_s: float) -> bool:
    """Close it in a thread of its own: closing may never return."""
    closing = threading.Thread(target=_close, args=(camera,), name="camera-close", daemon=True)
    closing.start()
    closing.join(within_s)
    return not closing.is_alive()
