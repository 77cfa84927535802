"""A small checkout and a machine without systemd to install it into: the real scripts, with pretended tools around."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2] / "systemd"
HOME_OF_VERSIONS = Path("opt/hanabi-companion")
DATA = Path("var/lib/hanabi-companion")
TOUCHING = ("chmod", "cp", "find", "install", "ln", "mkdir", "mv", "rm", "rmdir", "sync")

PYTHON = f"""#!/bin/sh
# Makes an environment whose pip installs nothing, and that compiles nothing: both take a real one's time.
case "$*" in
*'-m venv'*) for last; do :; done; mkdir -p "$last/bin" && cp "$0" "$last/bin/python" ;;
*'-m pip'* | *'-m compileall'*) ;;
*) exec {sys.executable} "$@" ;;
esac
"""
COMPANION = '''"""A companion that knows its version, and makes a backup."""
import sys
from pathlib import Path
from companion import __version__
if sys.argv[1:2] == ["backup"]:
    Path(sys.argv[2]).write_bytes(Path(sys.argv[4], "games.sqlite3").read_bytes())
else:
    print(__version__)
'''
PLUG = """#!/bin/sh
# Does it and writes it down; the power goes with the call of this number.
calls=$(($(cat "{calls}" 2>/dev/null || echo 0) + 1))
echo "$calls" >"{calls}"
if [ "$calls" = "${{CUT_BEFORE:-0}}" ]; then kill -9 0; fi
echo "{tool} $*" >>"{log}"
exec "{real}" "$@"
"""
CONTROL = """#!/bin/sh
# systemctl: writes down what it was told. What runs, and is named in BROKEN, does not come up.
echo "systemctl $*" >>"{log}"
case "$*" in
*restart*) case $(readlink "{current}") in *"${{BROKEN:-none}}"*) exit 1 ;; esac ;;
esac
"""


@dataclass
class Machine:
    """A root folder to install into. `say`: what the last script said, both streams."""

    tmp: Path
    said: str = ""
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        return self.tmp / "root"

    @property
    def home(self) -> Path:
        return self.root / HOME_OF_VERSIONS

    @property
    def checkout(self) -> Path:
        return self.tmp / "checkout"

    @property
    def log(self) -> list[str]:
        """What the scripts did to the disk and to systemd, in order."""
        return (self.tmp / "log").read_text().splitlines()

    def run(self, script: str, **settings: str) -> int:
        """Runs the checkout's install, rollback or uninstall; its exit status."""
        (self.tmp / "calls").unlink(missing_ok=True)
        (self.tmp / "log").write_text("")
        asked = {"DESTDIR": str(self.root), "REHEARSAL": "yes", "PYTHON": str(self.tmp / "python"), **settings}
        path = f"{self.tmp / 'tools'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", str(self.checkout / "systemd" / script)],
            env={"PATH": path, "LC_ALL": "C", **asked},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            start_new_session=True,  # so that the power can go for all of it at once
        )
        self.said = done.stdout
        return done.returncode

    def release(self, version: str) -> None:
        """The checkout becomes this version's."""
        (self.checkout / "companion" / "__init__.py").write_text(f'__version__ = "{version}"\n')

    def runs(self) -> str:
        """What the installed companion, whichever is current, says its version is."""
        called = [str(self.home / "current" / "bin" / "companion"), "--version"]
        return subprocess.run(called, capture_output=True, text=True, check=True).stdout.strip()

    def files(self) -> dict[str, tuple[int, int]]:
        """All that lies on the machine: when it was made, and as what."""
        found = [path for path in self.root.rglob("*") if "__pycache__" not in path.parts]
        return {str(path.relative_to(self.root)): path.lstat()[1:9:7] for path in found if not path.is_dir()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty machine, and the checkout of version 1."""
    made = Machine(tmp_path)
    for room in ("companion", "hardware", "models", "web", ".requirements"):
        (made.checkout / room).mkdir(parents=True)
    (made.checkout / "companion" / "__main__.py").write_text(COMPANION)
    (made.checkout / ".requirements" / "pi.txt").write_text("flask==3.1\n")
    shutil.copytree(HOME, made.checkout / "systemd")
    made.release("1")
    _tool(tmp_path / "python", PYTHON)
    words = {"calls": tmp_path / "calls", "log": tmp_path / "log", "current": made.home / "current"}
    for tool in TOUCHING:
        _tool(tmp_path / "tools" / tool, PLUG.format(tool=tool, real=shutil.which(tool), **words))
    _tool(tmp_path / "tools" / "systemctl", CONTROL.format(**words))
    for tool, does in (("dpkg-query", "printf 'install ok installed'"), ("systemd-sysusers", ":"), ("udevadm", ":")):
        _tool(tmp_path / "tools" / tool, f"#!/bin/sh\n{does}\n")
    return made


def _tool(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
