"""A recording on the disk: `recording.json` and a film or numbered pictures, as `companion watch` reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import cv2

from hardware.rehearsal.light import Image
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.script import Press, Script


class Recorder:
    """Writes frames as they come; close it with the presses and the truth, or use it in a `with`."""

    def __init__(
        self,
        folder: Path,
        fps: float,
        setup: Mapping[str, object],
        deck: str,
        mat: str | Mapping[str, object] = "markers",
        *,
        film: bool = True,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.presses: Sequence[Press] = ()
        self.truth: Sequence[Mapping[str, object]] = ()
        self.count = 0
        self._head = {"fps": fps, "setup": dict(setup), "deck": deck, "mat": mat}
        self._film = film
        self._writer: cv2.VideoWriter | None = None

    def add(self, frame: Image) -> None:
        """One more frame, BGR."""
        if self._film:
            self._to_film(frame)
        elif not cv2.imwrite(str(self.folder / f"{self.count:06d}.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, 92]):
            raise OSError(f"no picture could be written into {self.folder}: is the disk full?")
        self.count += 1

    def _to_film(self, frame: Image) -> None:
        if self._writer is None:
            size = (frame.shape[1], frame.shape[0])
            path = self.folder / "video.mp4"
            self._writer = cv2.VideoWriter(
                str(path), cv2.VideoWriter.fourcc(*"mp4v"), float(str(self._head["fps"])), size
            )
            if not self._writer.isOpened():
                raise OSError(f"no film could be begun at {path}: record pictures instead (film=False)")
        self._writer.write(frame)

    def close(self) -> None:
        """Finish the film and write `recording.json`."""
        if self._writer is not None:
            self._writer.release()
        presses = [{"frame": press.frame, "button": press.button} for press in self.presses]
        whole = {**self._head, "presses": presses, "truth": [dict(entry) for entry in self.truth]}
        (self.folder / "recording.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def record(
    folder: Path,
    script: Script,
    painter: Painter,
    setup: Mapping[str, object],
    deck: str,
    *,
    film: bool = True,
    most_frames: int | None = None,
) -> int:
    """Draw the whole script into `folder`; answers the number of frames."""
    with Recorder(folder, script.fps, setup, deck, film=film) as recorder:
        for scene, at in script.frames():
            recorder.add(painter.frame(scene, at))
            if most_frames is not None and recorder.count >= most_frames:
                break
        recorder.presses, recorder.truth = script.presses, script.truth
    return recorder.count
