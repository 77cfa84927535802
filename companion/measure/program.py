"""The whole program as a process: how soon its page is there, and what it costs while nothing happens on the table.

Law: it is started as people start it; what it costs is read from the system, beside what its pictures alone cost.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InTheWay
from companion.measure.phone import Phone, State
from companion.pictures import read_picture
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.recorder import Recorder
from hardware.rehearsal.script import Script

if TYPE_CHECKING:
    from models.edition import Edition

FPS, PLAYERS, LIES_THERE = 10, 3, 30
WARM_S, GONE_S, OPENED_S = 8.0, 5.0, 30.0  # a table full of cards is read once, when it is first seen
_ADDRESS = re.compile(r"The table is at http://\S+:(\d+) ")


@dataclass(frozen=True, slots=True)
class Idle:
    """A table full of cards on which nothing happens, `fps` frames a second. Milliseconds of the processor a frame:
    `program_ms` of the whole program, `reading_ms` of reading the same frames alone. `rss_mb`: with one phone;
    `peak_mb`: the most it ever was, as when a table full of cards was first read.
    """

    fps: int

    program_ms: float
    reading_ms: float
    rss_mb: float
    peak_mb: float
    threads: int

    @property
    def ratio(self) -> float:
        """The whole program to its pictures alone."""
        return self.program_ms / self.reading_ms

    @property
    def share(self) -> float:
        """Of one processor, by the whole program."""
        return self.program_ms * self.fps / 1000


def start_to_page() -> float:
    """Seconds from the start of `companion demo` to its page."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as data, _running("demo", "--data", data) as (port, _):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=OPENED_S) as page:
            page.read()
        return time.monotonic() - began


def idle(edition: Edition, seconds: float = 15.0, fps: int = FPS) -> Idle:
    """Plays a still table to the program and reads what it used."""
    with tempfile.TemporaryDirectory() as folder:
        frames, data = Path(folder) / "still", Path(folder) / "data"
        _record_still(edition, frames, round((WARM_S + seconds) * fps), fps)
        reading_ms = _reading_ms(frames)
        with _running("run", "--camera", f"file:{frames}", "--panel", "mock", "--data", str(data)) as (port, pid):
            with_phone = Phone(port)
            _await(with_phone, "pretend")
            with_phone.wait(lambda state: False, WARM_S)
            warm_s, threads = _cpu_s(pid), _status(pid, "Threads")
            _await(with_phone, "ended", WARM_S + 4 * seconds)
            used_s, peak_mb = _cpu_s(pid) - warm_s, _status(pid, "VmHWM") / 1024
            rss_mb = _status(pid, "VmRSS") / 1024  # by then what the first look took is given back
        return Idle(fps, 1000 * used_s / (seconds * fps), reading_ms, rss_mb, peak_mb, threads)


def _await(phone: Phone, state: str, within_s: float = OPENED_S) -> None:
    def is_so(page: State) -> bool:
        camera = page["camera"]
        return isinstance(camera, dict) and camera["state"] == state

    if not phone.wait(is_so, within_s):
        raise InTheWay(f"The table that is measured doesn't come to have its camera {state}: run it by hand.")


def _record_still(edition: Edition, folder: Path, count: int, fps: int) -> None:
    script = Script(play_game(PLAYERS, 1), PLAYERS, seed=1, fps=FPS, deck=deck_after_dealing(PLAYERS))
    scene, _ = next(script.frames(LIES_THERE))
    painter = Painter(edition.plates, edition.card_mm, Lens.over(), Conditions(), seed=1)
    with Recorder(folder, fps, {"players": PLAYERS}, edition.name, film=False) as recorder:
        for number in range(count):
            recorder.add(painter.frame(scene, number / fps))


def _reading_ms(frames: Path) -> float:
    paths = sorted(frames.glob("*.jpg"))[:50]
    began = time.process_time()
    for path in paths:
        read_picture(path)
    return 1000 * (time.process_time() - began) / len(paths)


@contextmanager
def _running(*words: str) -> Iterator[tuple[int, int]]:
    """A companion on a free port: (port, process)."""
    call = [sys.executable, "-m", "companion", *words, "--port", "0", "--host", "127.0.0.1"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = next((found for line in process.stdout if (found := _ADDRESS.match(line))), None)
            if said is None:
                raise InTheWay("The table that is to be measured doesn't start: run companion demo by hand.")
            yield int(said[1]), process.pid
        finally:
            process.terminate()
            try:
                process.wait(GONE_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _cpu_s(pid: int) -> float:
    """Seconds of the processor used by this process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status(pid: int, key: str) -> int:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    found = re.search(rf"^{key}:\s+(\d+)", text, re.MULTILINE)
    assert found is not None
    return int(found[1])
