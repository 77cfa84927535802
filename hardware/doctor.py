"""What is amiss with pins, groups and power: seen by trying them, as the table itself would.

Law: whatever is opened is let go again, and nothing is waited for longer than a few seconds.
"""

from __future__ import annotations

import grp
import os
import pwd
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn
from companion.errors import NoPins
from companion.settings import View
from hardware import panel
from hardware.factory import kind_of_panel, pi_model
from hardware.pins import Pins
from hardware.power import MEND, NOW, SINCE, throttled, words

_DEVICES = ("gpiochip*", "video*", "media*", "dma_heap/*")


def pins(spec: str, wiring: Pins) -> Check:
    """Opens the panel that `spec` names, and lets it go. Raises Unreadable for a spec that is none."""
    if kind_of_panel(spec) == "none":
        return ok("pins", "None, as asked for: the page has the buttons.")
    try:
        opened = panel.make(spec, wiring, lambda message: None)
    except NoPins as why:
        return fail("pins", "Buttons and lamps can't be reached.", str(why))
    opened.close()
    if opened.kind == "mock":
        return ok("pins", "Pretend ones: lamps and buttons are on the page.")
    return ok("pins", f"{_parts(wiring)} through lgpio on a {pi_model()}.")


def _parts(wiring: Pins) -> str:
    """Such as "Twelve lamps and four buttons", which is the full set."""
    lamps, buttons = len(wiring.lamps), len(wiring.buttons)
    if (lamps, buttons) == (12, 4):
        said = "Twelve lamps and four buttons"
    else:
        said = f"{lamps} lamp{'' if lamps == 1 else 's'} and {buttons} button{'' if buttons == 1 else 's'}"
    return said if wiring.buzzer is None else f"{said}, and a buzzer,"


def groups(devices: Path = Path("/dev")) -> Check:
    """Whether this user may open the chips of pins and the cameras that there are."""
    there = [path for kind in _DEVICES for path in sorted(devices.glob(kind))]
    closed = [path for path in there if not os.access(path, os.R_OK | os.W_OK)]
    if not there:
        return ok("groups", "There are neither pins nor cameras whose groups would matter.")
    if not closed:
        return ok("groups", f"This user may open {_listed(there)}.")
    wanted = sorted({_group(path) for path in closed})
    mend = f"sudo usermod -aG {','.join(wanted)} {pwd.getpwuid(os.getuid()).pw_name}, then log in anew."
    return warn("groups", f"This user may not open {_listed(closed)} (group {' and '.join(wanted)}).", mend)


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def _group(device: Path) -> str:
    number = device.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def view(said: View) -> Check:
    """How the table is found in the picture: by its markers, or by what the settings say instead."""
    more = [name for name, on in (("mirrored", said.mirrored), ("red and blue swapped", said.swap_red_blue)) if on]
    also = f" The picture is taken as {' and '.join(more)}." if more else ""
    mend = "That holds while the camera stays where it is; with four printed markers (companion mat) it need not."
    if said.line is not None:
        return warn("view", f"Without a mat: the settings' table line parts fireworks from discards.{also}", mend)
    if said.corners is not None:
        return warn("view", f"Without markers: the settings give the mat's four corners.{also}", mend)
    return ok("view", f"The mat is found by its printed markers.{also}")


def power(ask: Callable[[], int | None] = throttled) -> Check:
    """Whether the Pi has had enough power and air since it was switched on."""
    bits = ask()
    if bits is None:
        return ok("power", "Only a Raspberry Pi tells.")
    if now := words(bits, NOW):
        return fail("power", f"Just now {now}.", MEND)
    if since := words(bits, SINCE):
        return warn("power", f"Since it was switched on, at times {since}.", MEND)
    return ok("power", "Enough, ever since it was switched on.")
