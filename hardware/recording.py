"""What a recording's folder says of itself in `recording.json`: its pace, its game, its deck, its presses.

Law: `truth` is for tests alone and is never looked at here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

import cv2

from companion.errors import Unreadable
from companion.jsontext import read_json
from companion.sentences import say

UNFINISHED = "unfinished"
"""A file of this name lies in a recording while it is being written: a power cut leaves it there."""

_BUTTONS = ("clue", "fuse", "undo", "ok")
_MOST_FPS = 240
_MOST_FRAMES = 100_000_000
_MOST_PIXELS = 100_000


class BrokenRecording(Unreadable):
    """The folder is no recording, or can't be read to its end."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down while this frame was taken."""

    frame: int
    button: str


@dataclass(frozen=True, slots=True)
class Recording:
    """What `recording.json` says. `folder`: where the pictures are, or the film itself; `corners`: the mat by hand,
    four (x, y) in pixels clockwise; None: by its markers; `is_cut`: it was never finished, so that its end may be
    missing."""

    folder: Path
    fps: float
    setup: Mapping[str, object]
    deck: str | None
    corners: tuple[tuple[float, float], ...] | None
    presses: tuple[Press, ...]
    is_cut: bool = False


def read_recording(folder: Path) -> Recording:
    """The recording in a folder; or a film alone, at its own pace, of which nothing else is known: a game of three.

    Raises BrokenRecording.
    """
    if folder.is_file():
        return Recording(folder, film_fps(folder), {"players": 3}, None, None, ())
    path = folder / "recording.json"
    facts = _facts(folder, path)
    try:
        return Recording(
            folder,
            fps=_fps(facts.get("fps")),
            setup=_setup(facts.get("setup")),
            deck=_deck(facts.get("deck")),
            corners=_corners(facts.get("mat", "markers")),
            presses=_presses(facts.get("presses", [])),
            is_cut=(folder / UNFINISHED).exists(),
        )
    except ValueError as why:
        raise BrokenRecording(say("{path}: {why}", path=path, why=why)) from None


def film_fps(film: Path) -> float:
    """A film's pictures a second, as it says itself. Raises BrokenRecording where it is none."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg would grumble on stderr in its own words
    capture = cv2.VideoCapture(str(film), cv2.CAP_FFMPEG)
    try:
        fps = float(capture.get(cv2.CAP_PROP_FPS)) if capture.isOpened() else 0.0
    finally:
        capture.release()
    if not 0.1 <= fps <= _MOST_FPS:
        raise BrokenRecording(
            say("{film} can't be read as a film: name a recording's folder, or copy it again.", film=film)
        )
    return fps


def _facts(folder: Path, path: Path) -> dict[str, object]:
    if not path.is_file():
        raise BrokenRecording(say("{folder} is no recording: it has no recording.json.", folder=folder))
    try:
        facts = read_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BrokenRecording(say("{path} is no text in UTF-8: save it as such.", path=path)) from None
    except Unreadable as why:
        raise BrokenRecording(say("{path} can't be read. {why}", path=path, why=why)) from None
    if not isinstance(facts, dict):
        raise BrokenRecording(say("{path} should hold one object in braces.", path=path))
    return facts


def _fps(said: object) -> float:
    if not _is_number(said, _MOST_FPS) or said < 0.1:
        raise ValueError("fps should be a number from 0.1 to 240.")
    return float(said)


def _setup(said: object) -> dict[str, object]:
    if not isinstance(said, dict):
        raise ValueError('setup should be an object such as {"players": 3}.')
    return said


def _deck(said: object) -> str | None:
    if said is not None and not isinstance(said, str):
        raise ValueError("deck should be the name of a taught deck.")
    return said


def _corners(mat: object) -> tuple[tuple[float, float], ...] | None:
    if mat == "markers":
        return None
    corners = mat.get("corners") if isinstance(mat, dict) else None
    points = corners if isinstance(corners, list) else []
    if len(points) != 4 or not all(_is_point(point) for point in points):
        raise ValueError('mat should be "markers" or {"corners": [[x, y], [x, y], [x, y], [x, y]]} in pixels.')
    return tuple((float(x), float(y)) for x, y in points)


def _is_point(said: object) -> bool:
    return isinstance(said, list) and len(said) == 2 and all(_is_number(value, _MOST_PIXELS) for value in said)


def _presses(rows: object) -> tuple[Press, ...]:
    if not isinstance(rows, list):
        raise ValueError('presses should be a list such as [{"frame": 120, "button": "clue"}].')
    return tuple(sorted((_press(row) for row in rows), key=lambda press: press.frame))


def _press(row: object) -> Press:
    if isinstance(row, dict):
        frame, button = row.get("frame"), row.get("button")
        if _is_number(frame, _MOST_FRAMES) and isinstance(frame, int) and frame >= 0 and button in _BUTTONS:
            return Press(frame, str(button))
    raise ValueError(f"a press needs a frame and a button out of {', '.join(_BUTTONS)}, not {str(row)[:60]}.")


def _is_number(said: object, most: float) -> TypeGuard[int | float]:
    """Whether it is a number, and none beyond `most` either way."""
    return isinstance(said, int | float) and not isinstance(said, bool) and -most <= said <= most
