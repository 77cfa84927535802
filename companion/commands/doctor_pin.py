"""What `companion doctor` says of the table's PIN: which one it is, and whether it lets anybody in just now."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.diagnosis import Check


def pin(data: Path, port: int, wall: float | None = None) -> Check:
    """The PIN that is kept in a data folder. `wall`: the clock's seconds, now if None."""
    from companion.diagnosis import ok, warn
    from companion.wiring.addresses import addresses
    from companion.wiring.keeping import pin_in

    kept = data / "pin"
    try:
        number = pin_in(kept)
    except FileNotFoundError:
        return ok("PIN", "The table has none yet: it gets one when it is first run.")
    except ValueError as why:
        mend = "Start the table: it sets that aside and tells a new PIN, with which all join anew."
        return warn("PIN", f"{kept} is damaged: {why}.", mend)
    except OSError:
        mend = "Ask as the user who runs the table: sudo -u hanabi-companion companion doctor --data DIR."
        return warn("PIN", f"{kept} can't be read.", mend)
    stops = _what_stops(data / "gate.json", kept, time.time() if wall is None else wall)
    said = f"The table's PIN is {number}" if stops is None else f"{stops[0]} The table's PIN is {number}"
    seen = f"{said}; to join with it: {addresses('', port)[0]}/#pin={number}" if port else f"{said}."
    return ok("PIN", seen) if stops is None else warn("PIN", seen, stops[1])


def _what_stops(gate: Path, kept: Path, wall: float) -> tuple[str, str] | None:
    """Why the PIN isn't heard just now, with the mend; None where it is, or nothing is told of it."""
    from companion.jsontext import read_json
    from web.tries import Tries

    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        said = read_json(gate.read_bytes().decode().partition("\n")[0])
        if not isinstance(said, Mapping):
            return None
        if said.get("locked") is True:
            return "The table is locked: phones may only look.", "Unlock it on its page, with this PIN."
        tries = Tries.taken_up(said["tries"], gate.stat().st_mtime)  # what is kept was left when it was written
        waits = {who: tries.wait(who, wall) for who in said["tries"]["addresses"]}
        everyone = tries.wait("", wall)
        mend = (
            f"If that was none of you: keep it off your network, or delete {kept} and start anew: that makes a new PIN."
        )
        if everyone > 0:
            return f"Wrong PINs came so often that none is heard for {everyone:.0f} s.", mend
        who = max(waits, key=lambda one: waits[one], default="")
        if who and waits[who] > 0:
            return f"Wrong PINs came from {who}, from where none is heard for {waits[who]:.0f} s.", mend
    return None
