"""Where the pins come from: the Pi's own through lgpio, or gpiozero's pretend ones.

Law: the factory is always named, never found by trying: gpiozero's silent fallback to its native one has killed Python.
What can't be had is `NoPins` with the mend.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any, Literal

from companion.errors import NoPins, Unreadable
from companion.sentences import say

Kind = Literal["gpio", "mock", "none"]
SPECS = ("auto", "gpio", "mock", "none")

_FIRST_CHIP = 0
_MODEL = Path("/proc/device-tree/model")


def is_a_pi(model: Path = _MODEL) -> bool:
    """Whether this is a Raspberry Pi, by its device tree."""
    return "Raspberry Pi" in pi_model(model)


def pi_model(model: Path = _MODEL) -> str:
    """What the device tree calls this machine, an empty string where it has none."""
    try:
        return model.read_bytes().rstrip(b"\0\n").decode(errors="replace")
    except OSError:
        return ""


def kind_of_panel(spec: str) -> Kind:
    """What `--panel` asks for on this machine. Raises Unreadable."""
    if spec not in SPECS:
        raise Unreadable(say("{spec!r} is no panel: say one of {choices}.", spec=spec, choices=", ".join(SPECS)))
    if spec == "auto":
        return "gpio" if is_a_pi() else "mock"
    return "gpio" if spec == "gpio" else "mock" if spec == "mock" else "none"


def open_pretend() -> Any:
    """gpiozero's mock factory: the one that is set already, or a new one, set so that pretend fingers find it."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    if not isinstance(Device.pin_factory, MockFactory):
        Device.pin_factory = MockFactory()
    return Device.pin_factory


def open_real() -> Any:
    """lgpio's factory; where the chip that it takes for this Pi is gone, of the first chip: a Pi 5's header has moved
    from the one to the other with its kernel. Raises NoPins.
    """
    if not is_a_pi():
        raise NoPins(
            say(
                "This machine has no pins, it is no Raspberry Pi: pretend ones are --panel mock, or play "
                "without them: --panel none."
            )
        )
    _give_lgpio_a_folder()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError:
        raise NoPins(
            say(
                "The pins need lgpio, which this Python lacks: sudo apt-get install python3-lgpio, and make "
                "the virtual environment with --system-site-packages; or play without them: --panel none."
            )
        ) from None
    with contextlib.suppress(Exception):  # lgpio.error is nothing but an Exception, and gpiozero adds its own
        return LGPIOFactory()
    try:
        return LGPIOFactory(chip=_FIRST_CHIP)
    except Exception as why:
        raise NoPins(
            say(
                "The pins can't be opened ({why}): is this user in the group gpio (sudo usermod -aG gpio "
                "$USER, then log in anew)? Or play without them: --panel none.",
                why=why,
            )
        ) from why


def _give_lgpio_a_folder() -> None:
    """lgpio lays a pipe into LG_WD, else into the working directory, and dies where it can't write."""
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or tempfile.mkdtemp(prefix="lgpio-")
