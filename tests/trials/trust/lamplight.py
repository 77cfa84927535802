"""Runs `companion` on pretend pins and writes down each lamp that goes on or out, so that who kills it can look.

python lamplight.py FILE ... companion WORDS
"""

import os
import sys

from gpiozero.pins.mock import MockPin

from companion.cli import main

log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
changes = MockPin._change_state


def told(pin, value):
    changed = changes(pin, value)
    if pin.function == "output":
        os.write(log, f"{pin.info.name} {int(value)}\n".encode())
    return changed


MockPin._change_state = told
sys.exit(main(sys.argv[sys.argv.index("companion") + 1 :]))
