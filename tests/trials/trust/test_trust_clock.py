"""Row 6: a wall clock that starts in 1970, jumps by 50 years and goes back an hour, under the whole program."""

import importlib
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from companion.journal.examining import examine
from companion.journal.opening import NAME

SHIM = Path(__file__).with_name("clock.c")
YEAR_S = 365.25 * 24 * 3600
JUMPS_S = (-20 * 365 * 24 * 3600, int(50 * YEAR_S), int(50 * YEAR_S) - 3600)  # of today; the first is 1970 on
EXACT_S = 0.1
FOR_PEOPLE = {
    "companion/journal/opening.py",
    "companion/journal/store.py",
    "companion/wiring/keeping.py",
    "companion/wiring/live.py",
    "companion/evening/evening.py",
    "companion/machine.py",
}
"""Where the wall clock is asked: for dates that people read, and nothing is timed by it."""
needs_a_shim = pytest.mark.skipif(
    shutil.which("cc") is None or not sys.platform.startswith("linux"), reason="another clock takes Linux and cc"
)


@pytest.fixture
def wall(tmp_path):
    """A wall clock to be set, and what makes a program go by it."""
    library, off = tmp_path / "clock.so", tmp_path / "off"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SHIM, "-ldl"], check=True)
    off.write_text(str(int(-time.time())))  # 1970
    return off, (f"LD_PRELOAD={library}", f"CLOCK_OFF={off}")


@pytest.fixture
def fed(tmp_path):
    """A watchdog's socket, and when it was fed."""
    at, path = [], tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(path))
        heard.settimeout(0.1)
        ends = threading.Event()

        def listen():
            while not ends.is_set():
                try:
                    if b"WATCHDOG=1" in heard.recv(100):
                        at.append(time.monotonic())
                except TimeoutError:
                    continue

        thread = threading.Thread(target=listen)
        thread.start()
        yield path, at
        ends.set()
        thread.join(5)


def test_the_wall_clock_is_asked_only_for_what_people_read():
    asks = set()
    for room in ("companion", "hardware", "models", "web"):
        home = Path(importlib.import_module(room).__file__).parent
        asks |= {
            path.relative_to(home.parent).as_posix()
            for path in home.rglob("*.py")
            if "time.time" in path.read_text(encoding="utf-8")
        }
    watched = {path for path in asks if not path.startswith(("companion/measure/", "companion/commands/"))}
    assert watched <= FOR_PEOPLE


@needs_a_shim
def test_no_jump_of_the_clock_moves_a_timer_an_order_or_the_watchdog(start, call, ask, wall, fed, tmp_path, told):
    (off, by_it), (path, at), data = wall, fed, tmp_path / "data"
    through = ("env", *by_it, f"NOTIFY_SOCKET={path}")
    running = start("run", "--data", data, "--port", 0, "--camera", "none", through=through)
    port = running.port()
    pin = running.said().split("#pin=")[1][:6]
    phone = call(port)
    assert ask(port, "/api/games", {"players": 3}, pin)[0] == 200
    errors, windows = [], []
    for jump in (None, *JUMPS_S):
        if jump is not None:
            off.write_text(str(jump))
        began = time.monotonic()
        assert ask(port, "/api/actions", {"do": "clue"}, pin)[0] == 200
        published = time.monotonic()
        time.sleep(0.3)  # what passes is what is measured here
        asked = time.monotonic()
        age = json.loads(ask(port, "/healthz")[1])["age"]
        least, most = asked - published, time.monotonic() - began
        errors.append(max(least - age, age - most, 0.0))
        windows.append(most - least)
        assert json.loads(ask(port, "/api/games")[1])["games"][0]["begun"] is None, "a game begun in 1970 has no date"
    entries = examine(data / NAME).entries
    assert running.end() == 0
    phone.close()
    gaps = [later - earlier for earlier, later in pairwise(at)]
    years = [datetime.fromtimestamp(entry.at, UTC).year for entry in entries]
    told(
        f"clock of {years}: timers wrong by {max(errors):.3f} s at most (what they should say is"
        f" known to {max(windows):.3f} s), watchdog fed {len(at)} times,"
        f" longest gap {max(gaps):.2f} s, {sum(entry.clock_set for entry in entries)} of {len(entries)} entries dated"
    )
    assert max(errors) < EXACT_S
    assert max(gaps) < 5
    assert [entry.clock_set for entry in entries] == [False, False, False, True, True]
    versions = [state["version"] for state in phone.states]
    assert versions == sorted(versions)
    assert phone.states[-1]["clues"] == 4
    assert [line for line in running.complaints.all if " INFO " not in line] == []
