"""Who has a pin that can't be had, where the system tells.

Law: asks and never fails; what can't be learned is left unsaid.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hardware.holders import who_holds

_KERNELS = ("spi", "i2c", "1-wire", "onewire", "w1", "uart", "serial", "pwm", "lirc", "gpio-ir", "sysfs", "led", "key")
"""How the names begin under which the kernel's own drivers hold a line."""


def who_has(factory: Any, pin: int, devices: Path = Path("/dev"), processes: Path = Path("/proc")) -> str:
    """Who has this pin, as a sentence without its end; empty where nobody tells."""
    consumer = _consumer(factory, pin)
    if consumer.lower().startswith(_KERNELS):
        return f"the driver {consumer!r} has it, by a line in /boot/firmware/config.txt"
    if program := who_holds(tuple(devices.glob("gpiochip*")), processes):
        return f"{program} has the pins open"
    return f"a program that calls itself {consumer!r} has it" if consumer else ""


def _consumer(factory: Any, pin: int) -> str:
    """What the kernel calls whoever asked for this line."""
    try:
        import lgpio

        return str(lgpio.gpio_get_line_info(factory._handle, pin)[4])
    except Exception:  # noqa: BLE001 - no lgpio, no such line, lgpio.error: the kernel doesn't tell then
        return ""
