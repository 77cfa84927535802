"""Whether the Pi has enough power and air, as its firmware and its kernel tell; nothing on another machine.

Law: looking costs a file or two; nobody at the table waits for it.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.messages import DeviceState, Message
from companion.sentences import Sentence, joined, listed, say

# What `vcgencmd get_throttled` means, bit by bit: just now; sixteen bits higher, since it was switched on.
NOW = {
    0: say("the supply's voltage is too low"),
    1: say("it is slowed down"),
    2: say("it is throttled"),
    3: say("it is too hot"),
}
SINCE = {bit + 16: words for bit, words in NOW.items()}
MEND = say("Use the Pi's own power supply and a short cable, and let air reach it.")

TOO_HOT = 80_000  # thousandths of a degree: from here on the firmware slows it down
EVERY_S, CALM_S = 10.0, 60.0

Ask = Callable[[], int | None]


def told_by_firmware() -> int | None:
    """What `vcgencmd` tells, None where there is none or it may not ask."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    with contextlib.suppress(OSError, subprocess.SubprocessError, ValueError):
        asked = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
        return int(asked.stdout.strip().removeprefix("throttled="), 0)
    return None


def told_by_kernel(system: Path = Path("/sys")) -> int | None:
    """The same bits as far as the kernel's own sensors tell them, None off a Pi."""
    alarm = _supply(system / "class" / "hwmon")
    if alarm is None:
        return None
    heat = _number(system / "class" / "thermal" / "thermal_zone0" / "temp") or 0
    return alarm | (1 << 3 if heat >= TOO_HOT else 0)


def throttled() -> int | None:
    """All that can be known, None off a Pi."""
    told = (told_by_firmware(), told_by_kernel())
    return None if told == (None, None) else (told[0] or 0) | (told[1] or 0)


def words(bits: int, of: dict[int, Sentence]) -> str:
    """What these bits mean, of those that are asked for."""
    said = [says for bit, says in of.items() if bits >> bit & 1]
    return listed(said) if said else ""


class PowerWatch:
    """Looks now and then while the table runs, and posts what changes. Off a Pi it does nothing."""

    def __init__(
        self, post: Callable[[Message], None], clock: Callable[[], float] = time.monotonic, ask: Ask = told_by_kernel
    ) -> None:
        self._post, self._clock, self._ask = post, clock, ask
        self._said, self._until = "", 0.0
        self._ended = threading.Event()

    def look(self) -> None:
        """Once. What was amiss is told for a minute longer, so that the page doesn't flicker as the voltage does."""
        at, bits = self._clock(), self._ask() or 0
        if said := words(bits, NOW):
            self._until = at + CALM_S
            trouble = say("Just now {what}: pictures may stop, and what is written may be lost.", what=said)
            self._tell(joined([trouble, MEND]), at)
        elif at >= self._until:
            self._tell("", at)

    def start(self) -> None:
        """Goes on looking, on a thread of its own."""
        if self._ask() is not None:
            threading.Thread(target=self._run, name="power", daemon=True).start()

    def stop(self) -> None:
        """No more."""
        self._ended.set()

    def _run(self) -> None:
        while True:
            self.look()
            if self._ended.wait(EVERY_S):
                return

    def _tell(self, say: str, at: float) -> None:
        if say != self._said:
            self._said = say
            self._post(DeviceState("power", "down" if say else "up", say, at))


def _supply(sensors: Path) -> int | None:
    """1 while the supply's voltage is too low, 0 while it isn't, None without the Pi's sensor of it."""
    for sensor in sorted(sensors.glob("hwmon*")):
        with contextlib.suppress(OSError):
            if (sensor / "name").read_text(encoding="ascii").strip() == "rpi_volt":
                return 1 if _number(sensor / "in0_lcrit_alarm") else 0
    return None


def _number(path: Path) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text(encoding="ascii"))
    return None
