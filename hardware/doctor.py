"""What is amiss with camera, pins and power: seen by trying them, as the table itself would.

Law: whatever is opened is let go again, and nothing is waited for longer than a few seconds.
"""

from __future__ import annotations

import grp
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn
from companion.errors import CompanionError, NoPins
from hardware import panel
from hardware.cameras import Source, source
from hardware.factory import kind_of_panel, pi_model
from hardware.fingers import Pressing
from hardware.paced import Pace
from hardware.pins import Pins

CAMERA_S = 12.0
_LEAST_WIDTH, _LEAST_HEIGHT = 1280, 720

# What `vcgencmd get_throttled` means, bit by bit (now, and since it was switched on).
_NOW = {0: "the supply's voltage is too low", 1: "it is slowed down", 2: "it is throttled", 3: "it is too hot"}
_SINCE = {bit + 16: words for bit, words in _NOW.items()}
_SUPPLY = "Use the Pi's own power supply and a short cable, and let air reach it."


def camera(spec: str, simulated: Callable[[], Pressing], patience_s: float = CAMERA_S) -> Check:
    """Takes a picture with the camera that `spec` names. Raises Unreadable for a spec that is none."""
    found = source(spec, simulated, pace=Pace(1e6))
    if found.open is None:
        return warn("camera", "None, as asked for: nothing is seen on the table.", "Say --camera auto to look for one.")
    seen, why = _one_picture(found, patience_s)
    if seen is None:
        return fail("camera", f"{found.name}: no picture.", why)
    said = f"{found.name} gives pictures of {seen[0]} x {seen[1]}."
    if found.is_pretend:
        mend = "For a real one say --camera picamera2, or --camera usb:0."
        return warn("camera", f"{said} {found.say}", mend)
    if seen[0] < _LEAST_WIDTH or seen[1] < _LEAST_HEIGHT:
        mend = f"Cards are read surely from {_LEAST_WIDTH} x {_LEAST_HEIGHT} on: try another camera."
        return warn("camera", said, mend)
    return ok("camera", said)


def _one_picture(found: Source, patience_s: float) -> tuple[tuple[int, int] | None, str]:
    """Width and height of a picture, or why there is none; off this thread, since opening may hang."""
    answers: list[tuple[tuple[int, int] | None, str]] = []

    def look() -> None:
        assert found.open is not None
        try:
            opened = found.open()
            shapes = [frame.pixels.shape for frame in islice(opened.frames(), 1)]
            opened.close()
            if shapes:
                answers.append(((shapes[0][1], shapes[0][0]), ""))
            else:
                answers.append((None, "It ended before its first picture."))
        except CompanionError as why:
            answers.append((None, str(why)))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(patience_s)
    hangs = f"It hangs: nothing for {patience_s:g} seconds. Look at its cable, or start the Pi anew."
    return answers[0] if answers else (None, hangs)


def pins(spec: str, wiring: Pins) -> Check:
    """Opens the panel that `spec` names, and lets it go. Raises Unreadable for a spec that is none."""
    if kind_of_panel(spec) == "none":
        return ok("pins", "None, as asked for: the page has the buttons.")
    try:
        opened = panel.make(spec, wiring, lambda message: None)
    except NoPins as why:
        return fail("pins", f"Buttons and lamps can't be reached{_groups()}.", str(why))
    opened.close()
    if opened.kind == "mock":
        return ok("pins", "Pretend ones: lamps and buttons are on the page.")
    return ok("pins", f"Twelve lamps and four buttons through lgpio on a {pi_model()}.")


def _groups(devices: Path = Path("/dev")) -> str:
    """Whether this user may open the chips, as the end of a sentence."""
    closed = [path for path in sorted(devices.glob("gpiochip*")) if not os.access(path, os.R_OK | os.W_OK)]
    if not closed:
        return ""
    try:
        owner = grp.getgrgid(closed[0].stat().st_gid).gr_name
    except KeyError:
        owner = "nobody"
    return f": {closed[0]} belongs to the group {owner}, and this user may not open it"


def power(ask: Callable[[], str | None] | None = None) -> Check:
    """Whether the Pi has had enough power and air since it was switched on."""
    said = (ask or _throttled)()
    if said is None:
        return ok("power", "Only a Raspberry Pi tells.")
    bits = int(said.strip().removeprefix("throttled="), 0)
    now = [words for bit, words in _NOW.items() if bits >> bit & 1]
    since = [words for bit, words in _SINCE.items() if bits >> bit & 1]
    if now:
        return fail("power", f"Just now {' and '.join(now)}.", _SUPPLY)
    if since:
        return warn("power", f"Since it was switched on, at times {' and '.join(since)}.", _SUPPLY)
    return ok("power", "Enough, ever since it was switched on.")


def _throttled() -> str | None:
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    asked = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
    return asked.stdout if asked.returncode == 0 and "=" in asked.stdout else None


