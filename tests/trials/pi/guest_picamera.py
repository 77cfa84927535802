"""Runs in the emulated PC: our camera class over the real picamera2 and the kernel's virtual camera; a JSON line a
step."""

import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

PATHS = ["/opt/checkout", "/opt/python", "/usr/lib/x86_64-linux-gnu/python3.11/site-packages"]
sys.path[:0] = PATHS

import picamera2  # noqa: E402

from companion.errors import CameraError  # noqa: E402
from hardware.picamera import Kept, PiCamera  # noqa: E402
from hardware.picamera2_library import cameras_there  # noqa: E402

KEPT = Kept()
SLOWLY_S = 15.0
HOLDS = f"""
import sys, time
sys.path[:0] = {PATHS!r}
from picamera2 import Picamera2
camera = Picamera2(0)
print("held", flush=True)
time.sleep(900)
"""


def tell(step, **what):
    sys.stdout.write(f"\nTOLD {json.dumps({'step': step, **what})}\n")
    sys.stdout.flush()


def take(step, count, *, capture_s=SLOWLY_S, after=None):
    """So many frames; `after` is done once the second one came. vimc gives 640 x 480 in one order only."""
    camera = PiCamera(0, kept=KEPT, size=(640, 480), form="BGR888", capture_s=capture_s)
    came, said = [], {}
    began = time.monotonic()
    try:
        for frame in itertools.islice(camera.frames(), count):
            came.append(frame)
            if len(came) == 2 and after is not None:
                after()
                began = time.monotonic()
    except CameraError as why:
        said = {"error": type(why).__name__, "say": str(why), "after_s": round(time.monotonic() - began, 1)}
    camera.close()
    if came:
        row = came[-1].pixels[240]
        said |= {
            "about": camera.about,
            "remark": came[-1].remark,
            "bars": [row[x].tolist() for x in range(40, 640, 80)],
        }
        said |= {"size": came[-1].pixels.shape, "grey": came[-1].grey.shape, "steady": came[-1].is_steady}
    tell(step, frames=len(came), **said)


def let_go():
    """An emulated machine takes its time to stop a camera."""
    if KEPT.letting_go is not None:
        KEPT.letting_go.join(120)


tell("there", cameras=cameras_there())
take("opened", 4)
let_go()
take("opened again", 2)
let_go()
other = subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE)
other.stdout.readline()
take("held by another program", 1)
other.kill()
other.wait()
held = picamera2.Picamera2(0)
take("held by this program", 1)
held.close()
take("unplugged", 50, capture_s=5.0, after=lambda: Path("/sys/bus/platform/drivers/vimc/unbind").write_text("vimc.0"))
take("after that", 1)
tell("the end")
