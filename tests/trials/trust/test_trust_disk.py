"""Rows 4 and 5: a disk of 1 MB that is full, and one that is read-only, under the whole program."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.journal.opening import past_games
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup

BANNER_S, SAVED_S = 2.0, 5.0
MOST = 60
FULL = 'mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"'
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
KEEPS = (
    "import sys; from pathlib import Path; from companion.wiring.settings_file import SettingsFile;"
    "print(SettingsFile(Path(sys.argv[1]) / 'settings.toml').keep_zones({'mat': (900.0, 500.0)}))"
)


def may_mount():
    if os.geteuid() != 0 or not (shutil.which("unshare") and shutil.which("nsenter")):
        return False
    return subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not may_mount(), reason="nothing may be mounted here: a disk of one's own takes root")


@pytest.fixture
def table(start, ask, tmp_path):
    """A table whose data folder is mounted so."""

    def started(mounts):
        folder = tmp_path / "data"
        folder.mkdir(exist_ok=True)
        through = ("unshare", "-m", "sh", "-c", mounts, "sh", folder)
        return Table(start("run", "--data", folder, "--port", 0, "--camera", "none", through=through), ask, folder)

    return started


class Table:
    """A running table, what it is asked, and its data folder as it sees it."""

    def __init__(self, running, ask, folder):
        self.running, self._ask = running, ask
        self.port = running.port()
        self.pin = re.search(r"#pin=(\d+)", running.said())[1]
        self.named = folder
        self.folder = Path(f"/proc/{running.process.pid}/root{folder}")

    def does(self, path, what):
        return self._ask(self.port, path, what, self.pin)[0]

    def page(self):
        return self._ask(self.port, "/api/state")[1]

    def waits(self, wanted, within_s):
        """Seconds until its page is so."""
        began = time.monotonic()
        while not wanted(self.page()):
            assert time.monotonic() - began < within_s, self.page()
            time.sleep(0.05)
        return time.monotonic() - began

    def inside(self, *command):
        """Runs a command that sees the folder as the table does."""
        seen = ["nsenter", "-t", str(self.running.process.pid), "-m", sys.executable, *command]
        return subprocess.run([str(word) for word in seen], capture_output=True, text=True, check=False, cwd=Path.cwd())

    def kept(self, to):
        """The games on its disk now, by a copy."""
        shutil.copytree(self.folder, to, ignore=shutil.ignore_patterns("*-shm", "filler"))
        return past_games(to)[-1].log


def fill(folder):
    """Leaves no room."""
    with (folder / "filler").open("wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            while True:
                try:
                    file.write(bytes(size))
                except OSError:
                    break


def is_saving(page):
    return "not-saving" not in page


def test_a_full_disk_is_told_and_everything_is_written_once_there_is_room(table, tmp_path, told):
    one = table(FULL)
    assert one.does("/api/games", {"players": 3}) == 200
    assert one.does("/api/actions", {"do": "clue"}) == 200
    (one.folder / "settings.toml").write_text("port = 8080\n")
    fill(one.folder)
    before = set(os.listdir(one.folder))
    done_at = [time.monotonic()]  # when each action was asked for, the clue included
    while is_saving(one.page()) and len(done_at) < MOST:  # what there is room for in the journal's own file, it takes
        done_at.append(time.monotonic())
        assert one.does("/api/actions", {"do": "clue" if len(done_at) % 2 else "undo"}) == 200
    one.waits(lambda page: not is_saving(page), BANNER_S)
    seen_at, kept = time.monotonic(), len(one.kept(tmp_path / "full"))
    assert kept < len(done_at), "a banner, and nothing that wasn't kept"
    told(
        f"full disk: {len(done_at)} actions, {kept} of them kept; the banner is seen"
        f" {seen_at - done_at[kept]:.2f} s after the first that wasn't"
    )
    assert seen_at - done_at[kept] < BANNER_S
    assert one.does("/api/actions", {"do": "play", "card": "R1"}) == 200
    backup = one.inside("-m", "companion", "backup", one.named / "backup.zip", "--data", one.named)
    assert (backup.returncode, len(backup.stderr.splitlines())) == (2, 1), backup.stderr
    assert "It can't be kept" in one.inside("-c", KEEPS, one.named).stdout
    assert (one.folder / "settings.toml").read_text() == "port = 8080\n"
    assert set(os.listdir(one.folder)) == before
    (one.folder / "filler").unlink()
    one.waits(is_saving, SAVED_S)
    assert len(one.kept(tmp_path / "copy")) == len(done_at) + 1
    assert one.running.end() == 0
    assert "Traceback" not in one.running.said()


def test_on_a_read_only_disk_it_starts_shows_past_games_and_says_that_it_does_not_save(table, tmp_path, plays):
    plays(tmp_path / "data", Setup(3), [GiveClue(), GiveClue()])
    one = table(READ_ONLY)
    assert not is_saving(one.page())
    assert one._ask(one.port, "/api/games")[1].count('"game":1') == 1
    assert one._ask(one.port, "/history")[0] == 200
    assert one.does("/api/actions", {"do": "clue"}) == 200
    assert one.page().count('"do":"clue"') == 3
    assert one.running.end() == 0
    assert "Traceback" not in one.running.said()
