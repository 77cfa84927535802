"""`--record`: what the table's camera saw and which buttons were pressed, as a recording that `companion watch` plays.

Law: nobody waits for the disk: the eyes' thread hands a frame over or lets it go, and a thread of the recorder's own
writes. Only the table is kept, the rest is black; while the mat is out of sight all is. Whatever fails here ends the
recording with a sentence, and nothing else.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.ports import Frame
from companion.sight.masking import table_alone
from companion.sight.mat import Mat
from companion.sight.sighting import Seen
from companion.supervise import shielded
from hardware.film import Film
from hardware.recording import Press

FPS = 10.0
LEAST_FREE = 500_000_000
MOST_WAITING = 4
OVERLAP_S = 6.0
"""The next game's recording begins so long before the game: its first card was on its way by then."""

_GAP_S = 1.0
_EARLY = 0.3  # pictures: cameras tremble
_STILL_S = 3.0
_ANEW_S = 1.0
_SAME = 5  # grey levels, of a picture an eighth as large
_LOOK_AT_DISK = 50
_LOST = "mat-lost"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Game:
    """A game has begun. `is_first`: none was recorded before it."""

    setup: Mapping[str, object]
    is_first: bool


@dataclass(frozen=True, slots=True)
class _Shot:
    """A frame to be written as the next `count` pictures, the last of them this one; `game`: what began before it."""

    frame: Frame
    mat: Mat | None
    count: int
    presses: tuple[Press, ...] = ()
    game: _Game | None = None


@dataclass(slots=True)
class _Still:
    """Whether the picture has been the same for long."""

    small: npt.NDArray[np.uint8] | None = None
    changed_at: float = -np.inf
    written_at: float = -np.inf

    def may_repeat(self, picture: npt.NDArray[np.uint8], at: float) -> bool:
        """Whether the last picture will do for this one."""
        small = np.asarray(cv2.resize(picture, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA), np.uint8)
        if self.small is None or int(cv2.absdiff(small, self.small).max()) > _SAME:
            self.small, self.changed_at = small, at
        if at - self.changed_at > _STILL_S and at - self.written_at < _ANEW_S:
            return True
        self.written_at = at
        return False


@dataclass(slots=True)
class _Times:
    """Which picture a frame becomes: pictures are `1 / fps` apart, and time in which no frame came is left out."""

    fps: float
    due: float | None = None

    def count(self, at: float) -> int:
        """How many pictures are due by a frame of this time; 0 where it comes too early."""
        if self.due is None or at - self.due > _GAP_S:
            self.due = at
        return max(0, int((at - self.due) * self.fps + 1 + _EARLY))

    def taken(self, count: int) -> None:
        """So many pictures were taken."""
        assert self.due is not None
        self.due += count / self.fps


@dataclass(slots=True)
class _Waiting:
    """What the writer has still to do, and what it hears."""

    shots: deque[_Shot] = field(default_factory=deque)
    presses: list[tuple[float, str]] = field(default_factory=list)
    game: _Game | None = None
    has_ended: bool = False


class TableRecorder:
    """Records into `folder`, and each further game beside it: `folder`-2, `folder`-3. `head`: setup, deck and mat;
    `least_free`: bytes that are left to others; `free`: bytes there are; `most_waiting`: frames, each of 2.8 MB."""

    def __init__(
        self,
        folder: Path,
        head: Mapping[str, object],
        *,
        fps: float = FPS,
        least_free: int = LEAST_FREE,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._folder, self._fps = folder, fps
        self._least_free, self._free, self._most_waiting = least_free, free, most_waiting
        self._film = Film(folder, {"fps": fps, **head})
        self._times, self._still = _Times(fps), _Still()
        self._game: int | None = None
        self._number = 0  # of the next picture, as the eyes' thread counts
        self._waiting = _Waiting()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)

    @property
    def film(self) -> Film:
        """What is being written."""
        return self._film

    def start(self) -> None:
        """Lets the thread run."""
        self._thread.start()

    def look(self, frame: Frame, mat: Mat | None, seen: Seen) -> None:
        """In the eyes' thread: takes this frame, if one is due and the writer isn't behind."""
        with self._news:
            waiting = self._waiting
            count = self._times.count(frame.at)
            if mat is None or count == 0 or waiting.has_ended or len(waiting.shots) >= self._most_waiting:
                return
            if waiting.game is not None and not waiting.game.is_first:
                self._number = min(self._number, round(OVERLAP_S * self._fps))
            last = self._number + count - 1
            presses = tuple(Press(last, button) for at, button in waiting.presses if at <= frame.at)
            waiting.presses = [press for press in waiting.presses if press[0] > frame.at]
            is_lost = any(word.partition(":")[0] == _LOST for word in seen.alarms)
            waiting.shots.append(_Shot(frame, None if is_lost else mat, count, presses, waiting.game))
            waiting.game = None
            self._times.taken(count)
            self._number += count
            self._news.notify_all()

    def press(self, button: str, at: float) -> None:
        """From any thread: a button went down at this time."""
        with self._news:
            self._waiting.presses.append((at, button))

    def play(self, number: int, setup: Mapping[str, object]) -> None:
        """In the table's thread: this is the game that is on."""
        with self._news:
            if number != self._game:
                before = self._waiting.game
                is_first = self._game is None or (before is not None and before.is_first)
                self._game, self._waiting.game = number, _Game(dict(setup), is_first)

    def stop(self, within_s: float = 1.0) -> None:
        """Ends the recording; what waits is written first."""
        with self._news:
            self._waiting.has_ended = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(within_s)

    # the writer's thread

    def _write(self) -> None:
        shielded("recorder", self._write_all, lambda why: self._end("The recording ends here: it went wrong inside."))

    def _write_all(self) -> None:
        try:
            while (shot := self._next()) is not None:
                self._take(shot)
            with self._news:
                left = [Press(self._film.count, button) for _, button in self._waiting.presses]
            self._film.press(*left)
            self._film.close()
        except OSError as why:
            self._end(f"The recording ends here: {self._film.folder} can't be written ({why.strerror or why}).")

    def _next(self) -> _Shot | None:
        with self._news:
            self._news.wait_for(lambda: self._waiting.shots or self._waiting.has_ended)
            return self._waiting.shots.popleft() if self._waiting.shots else None

    def _take(self, shot: _Shot) -> None:
        if shot.game is not None:
            self._begin(shot.game)
        picture = table_alone(shot.frame.pixels, shot.mat)
        for _ in range(shot.count - 1 if self._film.count else 0):
            self._film.repeat()
        if self._film.count and self._still.may_repeat(picture, shot.frame.at):
            self._film.repeat()
        else:
            self._film.add(picture)
        self._film.press(*shot.presses)
        if self._film.count % _LOOK_AT_DISK == 0 and self._free(self._film.folder) < self._least_free:
            self._film.close()
            self._end(
                f"The recording ends here, in {self._film.folder}: less than {self._least_free // 1_000_000} MB are "
                "left on the disk. The game goes on."
            )

    def _begin(self, game: _Game) -> None:
        """The first game is the recording's own; each further one has a recording for itself."""
        if game.is_first:
            self._film.head["setup"] = game.setup
            self._film.tell()
            return
        before = self._film
        self._film = Film(self._beside(), {**before.head, "setup": game.setup})
        self._film.take_over(before, round(OVERLAP_S * self._fps))
        before.close()

    def _beside(self) -> Path:
        numbers = (self._folder.with_name(f"{self._folder.name}-{number}") for number in range(2, 10_000))
        return next(folder for folder in numbers if not folder.exists())

    def _end(self, say: str) -> None:
        with self._news:
            self._waiting.has_ended = True
            self._waiting.shots.clear()
        _log.warning("%s", say)
