"""Everything that the lock for the Pi names is there as a wheel for its processor, and numpy is not among it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

LOCK = Path(__file__).resolve().parents[2] / ".requirements" / "pi.txt"
if not LOCK.is_file():
    pytest.skip("the locks are not in the wheel", allow_module_level=True)

# Raspberry Pi OS bookworm has glibc 2.36.
PLATFORMS = [f"{tag}_aarch64" for tag in ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")]


def named():
    """What the lock names for Linux."""
    lines = re.findall(r"^([a-z0-9-]+)==(.*)", LOCK.read_text(), re.MULTILINE)
    return {name for name, rest in lines if "sys_platform == 'win32'" not in rest}


def found(folder, *words):
    """What pip would install; None where it finds something missing. Nothing is fetched but names and hashes."""
    report = folder / "report.json"
    asked = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--no-deps",
        "--only-binary=:all:",
        "--report",
        str(report),
    ]
    done = subprocess.run([sys.executable, *asked, *words], capture_output=True, check=False)
    return json.loads(report.read_text())["install"] if done.returncode == 0 else None


@pytest.fixture(scope="module")
def registry(tmp_path_factory):
    """Skips where there is no network, or no pip."""
    if found(tmp_path_factory.mktemp("asked"), "--ignore-installed", "segno") is None:
        pytest.skip("no package registry can be reached from here")


def test_the_system_s_numpy_is_left_alone():
    assert "opencv-python" in named()
    assert not named() & {"numpy", "picamera2", "lgpio"}


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_each_wheel_is_there_for_a_pi_s_processor(registry, tmp_path, python):
    """bookworm has Python 3.11, trixie 3.13."""
    where = [word for platform in PLATFORMS for word in ("--platform", platform)]
    version = ["--python-version", python, "--implementation", "cp", "--target", str(tmp_path / "nowhere")]
    installed = found(tmp_path, *version, *where, "--require-hashes", "--requirement", str(LOCK))
    assert installed is not None
    assert {one["metadata"]["name"].lower().replace("_", "-") for one in installed} == named()
