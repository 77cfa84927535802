"""A recording as a camera: its frames at their own times, its presses and its setup, read from a folder.

Law: `truth` is for tests alone and is never looked at here. What is broken is told in one sentence, and as late as it can
be: the frames before the broken one have been given by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import Unreadable
from companion.ports import Frame
from companion.referee import read_json

_BUTTONS = ("clue", "fuse", "undo", "ok")


class BrokenRecording(Unreadable):
    """The folder is no recording, or can't be read to its end."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down while this frame was taken."""

    frame: int
    button: str


@dataclass(frozen=True, slots=True)
class Recording:
    """What `recording.json` says. `corners`: the mat by hand, four (x, y) in pixels clockwise; None where markers show it."""

    folder: Path
    fps: float
    setup: Mapping[str, object]
    deck: str | None
    corners: tuple[tuple[float, float], ...] | None
    presses: tuple[Press, ...]


def read_recording(folder: Path) -> Recording:
    """The recording in a folder. Raises BrokenRecording."""
    path = folder / "recording.json"
    if not path.is_file():
        raise BrokenRecording(f"{folder} is no recording: it has no recording.json.")
    try:
        facts = read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as why:
        raise BrokenRecording(f"{path} can't be read: {why}") from None
    if not isinstance(facts, dict):
        raise BrokenRecording(f"{path} should hold one object in braces.")
    fps, setup, deck = facts.get("fps"), facts.get("setup"), facts.get("deck")
    if not _is_number(fps) or not 0.1 <= float(fps) <= 240:
        raise BrokenRecording(f"{path}: fps should be a number from 0.1 to 240.")
    if not isinstance(setup, dict):
        raise BrokenRecording(f'{path}: setup should be an object such as {{"players": 3}}.')
    if deck is not None and not isinstance(deck, str):
        raise BrokenRecording(f"{path}: deck should be the name of a taught deck.")
    return Recording(folder, float(fps), setup, deck, _corners(path, facts.get("mat", "markers")), _presses(path, facts))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _corners(path: Path, mat: object) -> tuple[tuple[float, float], ...] | None:
    if mat == "markers":
        return None
    corners = mat.get("corners") if isinstance(mat, dict) else None
    points = corners if isinstance(corners, list) else []
    good = [p for p in points if isinstance(p, list) and len(p) == 2 and all(_is_number(v) for v in p)]
    if len(points) != 4 or len(good) != 4:
        raise BrokenRecording(f'{path}: mat should be "markers" or {{"corners": four points [x, y]}}.')
    return tuple((float(x), float(y)) for x, y in good)


def _presses(path: Path, facts: Mapping[str, object]) -> tuple[Press, ...]:
    rows = facts.get("presses", [])
    if not isinstance(rows, list):
        raise BrokenRecording(f"{path}: presses should be a list.")
    found: list[Press] = []
    for row in rows:
        frame, button = (row.get("frame"), row.get("button")) if isinstance(row, dict) else (None, None)
        if not isinstance(frame, int) or isinstance(frame, bool) or frame < 0 or button not in _BUTTONS:
            raise BrokenRecording(f"{path}: a press needs a frame and a button out of {', '.join(_BUTTONS)}, not {row!r}.")
        found.append(Press(frame, str(button)))
    return tuple(sorted(found, key=lambda press: press.frame))


class RecordedCamera:
    """Plays a recording's frames as fast as they are asked for; `at` is the recording's own time, from 0."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._is_closed = False

    def frames(self) -> Iterator[Frame]:
        """The frames in order. Raises BrokenRecording where a frame is missing, unreadable or of another size."""
        shape: tuple[int, ...] | None = None
        count = 0
        for pixels in self._pictures():
            if self._is_closed:
                return
            if shape is not None and pixels.shape != shape:
                raise BrokenRecording(
                    f"Frame {count} of {self._recording.folder} is {pixels.shape[1]} x {pixels.shape[0]}, the ones before "
                    f"it {shape[1]} x {shape[0]}: the recording was read up to there."
                )
            shape = pixels.shape
            yield Frame(pixels, count / self._recording.fps, count)
            count += 1
        last = max((press.frame for press in self._recording.presses), default=-1)
        if last >= count:
            raise BrokenRecording(
                f"{self._recording.folder} ends early, after {count} frames, though a button is pressed in frame {last}: "
                "the recording was read up to there."
            )

    def close(self) -> None:
        """No frame comes after this."""
        self._is_closed = True

    def _pictures(self) -> Iterator[npt.NDArray[np.uint8]]:
        video = self._recording.folder / "video.mp4"
        return self._from_video(video) if video.is_file() else self._from_files()

    def _from_video(self, video: Path) -> Iterator[npt.NDArray[np.uint8]]:
        capture = cv2.VideoCapture(str(video))
        try:
            promised = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
            count = 0
            while capture.isOpened():
                there, pixels = capture.read()
                if not there:
                    break
                count += 1
                yield np.asarray(pixels, np.uint8)
        finally:
            capture.release()
        if count == 0:
            raise BrokenRecording(f"{video} can't be read as a video.")
        if count < promised - 1:  # some writers count one frame too many
            raise BrokenRecording(f"{video} ends early, after {count} of {promised} frames: it was read up to there.")

    def _from_files(self) -> Iterator[npt.NDArray[np.uint8]]:
        count = 0
        while (path := self._frame_file(count)) is not None:
            pixels = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
            if pixels is None:
                raise BrokenRecording(f"{path} can't be read as a picture: the recording was read up to there.")
            yield np.asarray(pixels, np.uint8)
            count += 1
        if count == 0:
            raise BrokenRecording(f"{self._recording.folder} holds neither video.mp4 nor a first frame 000000.jpg.")

    def _frame_file(self, index: int) -> Path | None:
        names = (f"{index:06d}{ending}" for ending in (".jpg", ".png", ".jpeg"))
        return next((p for n in names if (p := self._recording.folder / n).is_file()), None)
