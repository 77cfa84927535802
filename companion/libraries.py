"""Whether this Python has the libraries that the companion needs, and whether they fit together.

Law: each is tried in a Python of its own, as the table would load it: one that crashes takes nobody along.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn

TRY_S = 60.0
NAMES = {"opencv-python": "OpenCV", "numpy": "NumPy", "flask": "Flask", "gpiozero": "gpiozero"}
ON_A_PI = {"picamera2": "picamera2", "lgpio": "lgpio"}


@dataclass(frozen=True, slots=True)
class Cure:
    """What a failed import says, and the mend for that."""

    sign: str
    mend: str


_ANEW = "Install the companion anew: make setup; on a Pi as a service: sudo make install."
_OWN_NUMPY = (
    "NumPy is another one than it was built with: take it out of this environment (python -m pip uninstall numpy), so "
    "that the system's own is found; or install the companion anew: sudo make install."
)
CURES = (
    Cure("numpy.dtype size changed", _OWN_NUMPY),
    Cure("compiled using NumPy", _OWN_NUMPY),
    Cure("_ARRAY_API not found", _OWN_NUMPY),
    Cure("libGL.so", "sudo apt-get install libgl1"),
    Cure("libglib", "sudo apt-get install libglib2.0-0"),
    Cure(
        "No module named 'libcamera'", "sudo apt-get install python3-libcamera; this Python must be the system's own."
    ),
    Cure("No module named 'picamera2'", "sudo apt-get install --no-install-recommends python3-picamera2."),
)
"""The known ways in which libraries don't fit, the closest first."""

Try = Callable[[str], str]


def versions() -> Check:
    """What this program runs on; for whoever is asked for help."""
    found = {says: _version(name) for name, says in NAMES.items()}
    found |= {says: version for name, says in ON_A_PI.items() if (version := _version(name)) is not None}
    seen = f"Python {platform.python_version()} on {platform.machine()}; "
    seen += ", ".join(f"{says} {version or 'missing'}" for says, version in found.items()) + "."
    missing = [says for says, version in found.items() if version is None]
    return fail("versions", seen, _ANEW) if missing else ok("versions", seen)


def loads(name: str, said: str, *, attempt: Try | None = None) -> Check:
    """Whether a library can be loaded beside the others. `said`: what it is for."""
    complaint = (attempt or tried)(name)
    if not complaint:
        return ok(name, f"{said}: loads.")
    mend = next((cure.mend for cure in CURES if cure.sign in complaint), _ANEW)
    return fail(name, f"{said}: can't be loaded ({complaint.strip().splitlines()[-1][:200]}).", mend)


def camera_library(*, is_a_pi: bool, attempt: Try | None = None, config: Path | None = None) -> Check:
    """Whether the Pi's camera library can be had from this environment; not needed on another machine."""
    if not is_a_pi and util.find_spec("picamera2") is None:
        return ok("libcamera", "Not needed: this is no Raspberry Pi.")
    if is_a_pi and _is_closed(config or Path(sys.prefix) / "pyvenv.cfg"):
        mend = "Make it anew with --system-site-packages (sudo make install does); or use a USB camera: --camera usb:0."
        return fail("libcamera", f"The environment {sys.prefix} doesn't see the system's libraries.", mend)
    found = loads("picamera2", "The Pi's cameras", attempt=attempt)
    if found.mend:
        return warn("libcamera", found.seen, f"{found.mend} A USB camera can do without: --camera usb:0.")
    return ok("libcamera", found.seen)


def tried(name: str) -> str:
    """What Python complains of when it loads this library with NumPy; empty where it doesn't."""
    words = [sys.executable, "-c", f"import numpy, {name}"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TRY_S, check=False, errors="replace")
    except (OSError, subprocess.SubprocessError) as why:
        return str(why)
    if done.returncode == 0:
        return ""
    return done.stderr or f"it ended with status {done.returncode}"


def _is_closed(config: Path) -> bool:
    """Whether this is a virtual environment that hides the system's libraries."""
    try:
        lines = config.read_text(encoding="utf-8").lower().splitlines()
    except (OSError, ValueError):
        return False
    return not any(line.replace(" ", "") == "include-system-site-packages=true" for line in lines)


def _version(package: str) -> str | None:
    for name in (package, f"{package}-headless"):  # OpenCV comes either way
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None
