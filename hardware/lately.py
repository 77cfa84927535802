"""The end of a recording that is being written, as a recording of its own: the last minute, to be given away.

Law: nothing is written here, and nothing waits: pictures lie there whole or not at all. What is too much is thinned out
evenly, so that the minute stays a minute; `recording.json` says the pace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import Unreadable
from companion.jsontext import read_json

SECONDS = 60.0
MOST_BYTES = 12_000_000
_THINNEST = 4
"""Of so many pictures at least one is taken: with fewer a hand would come and go unseen."""


@dataclass(frozen=True, slots=True)
class Clip:
    """`head`: what its `recording.json` says; `pictures`: the files, to be numbered from 0."""

    head: Mapping[str, object]
    pictures: tuple[Path, ...]


def lately(folder: Path, seconds: float = SECONDS, most_bytes: int = MOST_BYTES) -> Clip | None:
    """The last pictures of a recording's folder, and what was pressed in them; None where there are none yet."""
    try:
        head = read_json((folder / "recording.json").read_text(encoding="utf-8"))
        pictures = sorted(path for path in folder.glob("[0-9]*.jpg") if path.stem.isdecimal())
        sizes = [path.stat().st_size for path in pictures]
    except (OSError, Unreadable):
        return None
    fps = head.get("fps") if isinstance(head, dict) else None
    if not isinstance(head, dict) or not isinstance(fps, int | float) or not pictures:
        return None
    first = max(0, len(pictures) - round(seconds * fps))
    step = next((n for n in range(1, _THINNEST) if sum(sizes[first::n]) <= most_bytes), _THINNEST)
    while sum(sizes[first::step]) > most_bytes:
        first += step
    taken = tuple(pictures[first::step])
    if not taken:
        return None
    number = int(pictures[first].stem)
    return Clip({**head, "fps": fps / step, "presses": _presses(head, number, step, len(taken))}, taken)


def _presses(head: Mapping[str, object], first: int, step: int, count: int) -> list[dict[str, object]]:
    """What was pressed from this picture on, numbered anew; a press after the last one belongs to that."""
    said = head.get("presses")
    presses = [press for press in said if isinstance(press, dict)] if isinstance(said, list) else []
    return [
        {**press, "frame": min((frame - first) // step, count - 1)}
        for press in presses
        if isinstance(frame := press.get("frame"), int) and frame >= first
    ]
