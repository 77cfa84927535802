"""Runs inside the emulated Pi: the panel on real gpiozero and lgpio, pressed and read through simulated pins.

Prints a JSON object a line, what was done and what came of it; `test_first_light.py` reads them.
"""

import glob
import json
import queue
import sys
import time
from pathlib import Path

from companion.errors import CompanionError
from companion.messages import ButtonPressed
from companion.ports import Lamps
from companion.table.placements import Button
from hardware import panel
from hardware.pins import DEFAULT

CHIP = glob.glob("/sys/devices/platform/gpio-sim*/gpiochip*")[0]
posted = queue.Queue()


def pull(pin, way):
    Path(f"{CHIP}/sim_gpio{pin}/pull").write_text(f"pull-{way}")


def lit():
    return [pin for pin in DEFAULT.lamps if Path(f"{CHIP}/sim_gpio{pin}/value").read_text().strip() == "1"]


def heard(wait=0.4):
    time.sleep(wait)
    return [said(posted.get()) for _ in range(posted.qsize())]


def said(message):
    if isinstance(message, ButtonPressed):
        return f"{message.button.name}{' held' if message.held else ''}"
    return f"{message.state} {message.say}"


def tell(what, **came):
    sys.stdout.write(json.dumps({"did": what, **came}) + "\n")


for button in Button:
    pull(DEFAULT.button(button), "up")
made = panel.make("auto", DEFAULT, posted.put, address=lambda: "http://192.168.1.20:8080")
tell("opened", kind=made.kind, state=made.state().state, lit=lit(), factory=type(made.factory).__name__)

for button in Button:
    pin = DEFAULT.button(button)
    began = time.monotonic()
    pull(pin, "down")
    time.sleep(0.15)
    pull(pin, "up")
    time.sleep(0.2)
    message = posted.get(timeout=1)
    tell(f"pressed pin {pin}", heard=[message.button.name, *heard(0.1)], late_ms=round((message.at - began) * 1000, 1))

quickest = {"took_ms": float("inf")}
for _ in range(20):  # until one burst is as quick as a contact's, on however busy a host
    began = time.monotonic()
    for _ in range(10):
        pull(24, "down")
        pull(24, "up")
    pull(24, "down")
    took_ms = round((time.monotonic() - began) * 1000, 1)
    time.sleep(0.2)
    pull(24, "up")
    quickest = min(quickest, {"heard": heard(), "took_ms": took_ms}, key=lambda burst: burst["took_ms"])
    if took_ms < 15:
        break
tell("20 edges, then a press", **quickest)

for pin in (24, 25):
    pull(pin, "down")
time.sleep(0.15)
for pin in (24, 25):
    pull(pin, "up")
tell("two at once", heard=sorted(heard()))

for _ in range(50):
    pull(24, "down")
    time.sleep(0.08)
    pull(24, "up")
    time.sleep(0.08)
tell("50 presses", count=len(heard()))

pull(27, "down")
time.sleep(3.4)
while_down = heard(0)
pull(27, "up")
tell("OK held 3.4 s", while_down=while_down, after=heard())

made.show(Lamps(3))
pull(26, "down")
time.sleep(3.8)
beginning = len(lit())
time.sleep(2.8)
first_digit = lit()
time.sleep(2.0)
while_down = heard(0)
pull(26, "up")
tell("UNDO down 8.6 s", while_down=while_down, after=heard(), beginning=beginning, first_digit=first_digit)
pull(26, "down")
time.sleep(0.15)
pull(26, "up")
tell("UNDO while the address is told", heard=heard(), lit=lit())

for lamps in (Lamps(8, 0), Lamps(7, 0), Lamps(3, 2, "on"), Lamps(0, 3)):
    made.show(lamps)
    time.sleep(0.2)
    tell(f"show clues {lamps.clues}, fuses {lamps.fuses}, final {lamps.final}", lit=lit())

made.show(Lamps(2, 0, "blink"))
seen = set()
until = time.monotonic() + 1.2
while time.monotonic() < until:
    seen.add(23 in lit())
tell("last turn", final_lamp_seen=sorted(seen))

made.show(Lamps(2, 0))
time.sleep(0.2)
LAMP_5 = Path(f"{CHIP}/sim_gpio5/value")
seen, changes = LAMP_5.read_text(), 0
made.refuse()
until = time.monotonic() + 1
while time.monotonic() < until:
    now = LAMP_5.read_text()
    changes += now != seen
    seen = now
tell("refused", lamp_5_changes=changes, lit=lit())

try:
    panel.make("gpio", DEFAULT, posted.put)
except CompanionError as why:
    tell("second panel", error=type(why).__name__, say=str(why))

made.show(Lamps(8, 3, "on"))
time.sleep(0.5)
before = lit()
made.close()
tell("closed", before=len(before), lit=lit())
