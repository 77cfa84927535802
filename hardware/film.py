"""A recording's folder while it is being written: numbered pictures, `recording.json`, and the mark that says so.

Law: every file is whole or not there, at whatever moment the program or the power ends; while the mark `UNFINISHED`
lies there, whoever reads the recording takes what is whole as all there is.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import Unreadable
from companion.files import replace_file
from hardware.recording import UNFINISHED, Press

Pixels = npt.NDArray[np.uint8]

QUALITY = 92


class Film:
    """One recording being written. `head`: fps, setup, deck and mat as `recording.json` has them."""

    def __init__(self, folder: Path, head: Mapping[str, object]) -> None:
        self.folder = folder
        self.head = dict(head)
        self.presses: list[Press] = []
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / UNFINISHED).touch()
        self.tell()

    def add(self, picture: Pixels) -> None:
        """One more picture. OSError where it can't be written."""
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise OSError("the picture could not be made a JPEG")
        beside = self.folder / "picture.new"
        beside.write_bytes(data.tobytes())
        os.replace(beside, self._path(self.count))
        self.count += 1

    def repeat(self) -> None:
        """The last picture once more; on most disks that takes no room."""
        _same(self._path(self.count - 1), self._path(self.count))
        self.count += 1

    def take_over(self, other: Film, count: int) -> None:
        """Begins with the last `count` pictures of another recording, and what was pressed in them."""
        first = max(0, other.count - count)
        for number in range(first, other.count):
            _same(other._path(number), self._path(number - first))
        self.count = other.count - first
        self.press(*(Press(p.frame - first, p.button) for p in other.presses if p.frame >= first))

    def press(self, *presses: Press) -> None:
        """Buttons went down in the pictures of these numbers."""
        self.presses += presses
        if presses:
            self.tell()

    def tell(self) -> None:
        """Writes `recording.json` as it is now."""
        pressed = [{"frame": press.frame, "button": press.button} for press in self.presses]
        replace_file(self.folder / "recording.json", json.dumps({**self.head, "presses": pressed}, indent=1) + "\n")

    def close(self) -> None:
        """The recording is whole: a press after the last picture belongs to that one."""
        last = max(0, self.count - 1)
        self.presses = [Press(min(press.frame, last), press.button) for press in self.presses]
        self.tell()
        (self.folder / UNFINISHED).unlink(missing_ok=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.jpg"


def _same(path: Path, to: Path) -> None:
    """The same picture under another name; some disks can't share, and get a copy."""
    try:
        os.link(path, to)
    except OSError:
        shutil.copyfile(path, to)


def refuse_used(folder: Path) -> None:
    """Raises Unreadable where this folder can't take a recording: something lies in it, or it can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Unreadable(f"{folder} is not empty: name another folder for the recording.")
        probe = folder / UNFINISHED
        probe.touch()
        probe.unlink()
    except OSError as why:
        raise Unreadable(f"{folder} can't be written ({why.strerror}): name another folder for the recording.") from why
