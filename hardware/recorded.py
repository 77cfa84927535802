"""A recording as a camera: its frames at their own times, as fast as they are asked for.

Law: what is broken is told in one sentence, and as late as it can be: the frames before it have been given by then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import Unreadable
from companion.pictures import read_picture
from companion.ports import Frame
from companion.sentences import say
from hardware.recording import BrokenRecording, Recording

Pixels = npt.NDArray[np.uint8]

_ENDINGS = (".jpg", ".png", ".jpeg")


class RecordedCamera:
    """Plays a recording; `at` is the recording's own time, from 0."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._is_closed = False
        self._count = 0  # frames handed out

    def frames(self) -> Iterator[Frame]:
        """The frames in order. Raises BrokenRecording where a frame is missing, unreadable or of another size; a
        recording that was cut off while it was made ends there."""
        try:
            yield from self._frames()
        except BrokenRecording:
            if not (self._recording.is_cut and self._count):
                raise

    def _frames(self) -> Iterator[Frame]:
        shape: tuple[int, ...] | None = None
        count = 0
        for pixels in _pictures(self._recording.folder):
            if self._is_closed:
                return
            if shape is not None and pixels.shape != shape:
                raise BrokenRecording(self._changed_size(count, shape, pixels.shape))
            shape = pixels.shape
            self._count = count + 1
            yield Frame(pixels, count / self._recording.fps, count)
            count += 1
        self._refuse_early_end(count)

    def pressed(self, since: int) -> list[tuple[float, str]]:
        """The presses from number `since` on, that have been made by now: (at, button)."""
        made = [press for press in self._recording.presses if press.frame < self._count]
        return [(press.frame / self._recording.fps, press.button) for press in made[since:]]

    def close(self) -> None:
        """No frame comes after this."""
        self._is_closed = True

    def _changed_size(self, count: int, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        return say(
            "Frame {number} of {folder} is {size}, the ones before it {before}: the recording was read up to there.",
            number=count,
            folder=self._recording.folder,
            size=_in_words(after),
            before=_in_words(before),
        )

    def _refuse_early_end(self, count: int) -> None:
        last = max((press.frame for press in self._recording.presses), default=-1)
        if last >= count:
            raise BrokenRecording(
                say(
                    "{folder} ends early, after {n} frames, though a button is pressed in frame {last}: the recording "
                    "was read up to there.",
                    folder=self._recording.folder,
                    n=count,
                    last=last,
                )
            )


def _in_words(shape: tuple[int, ...]) -> str:
    return f"{shape[1]} x {shape[0]}"


def _pictures(folder: Path) -> Iterator[Pixels]:
    video = folder if folder.is_file() else folder / "video.mp4"
    return _from_video(video) if video.is_file() else _from_files(folder)


def _from_video(video: Path) -> Iterator[Pixels]:
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg would grumble on stderr in its own words
    capture = cv2.VideoCapture(str(video), cv2.CAP_FFMPEG)
    count = 0
    try:
        promised = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        while (pixels := _next(capture)) is not None:
            yield pixels
            count += 1
    finally:
        capture.release()
    if count == 0:
        raise BrokenRecording(say("{video} can't be read as a video: copy it again.", video=video))
    if count < promised - 1:  # some writers count one frame too many
        raise BrokenRecording(
            say(
                "{video} ends early, after {count} of {promised} frames: the recording was read up to there.",
                video=video,
                count=count,
                promised=promised,
            )
        )


def _next(capture: cv2.VideoCapture) -> Pixels | None:
    there, pixels = capture.read()
    return np.asarray(pixels, np.uint8) if there else None


def _from_files(folder: Path) -> Iterator[Pixels]:
    count = 0
    while (path := _frame_file(folder, count)) is not None:
        try:
            pixels = read_picture(path)
        except Unreadable as why:
            raise BrokenRecording(say("{why}; the recording was read up to there.", why=str(why).rstrip("."))) from None
        yield pixels
        count += 1
    last = _last_number(folder)
    if last > count:
        raise BrokenRecording(
            say(
                "{folder} lacks frame {count} of {last}: the recording was read up to there.",
                folder=folder,
                count=format(count, "06d"),
                last=format(last, "06d"),
            )
        )
    if count == 0:
        raise BrokenRecording(
            say("{folder} holds neither video.mp4 nor a first frame 000000.jpg: nothing to watch.", folder=folder)
        )


def _frame_file(folder: Path, index: int) -> Path | None:
    return next((p for ending in _ENDINGS if (p := folder / f"{index:06d}{ending}").is_file()), None)


def _last_number(folder: Path) -> int:
    """The highest number of a frame's file, -1 where there is none."""
    names = [path.stem for path in folder.iterdir() if path.suffix in _ENDINGS]
    return max((int(name) for name in names if len(name) == 6 and name.isascii() and name.isdigit()), default=-1)
