"""What a running table says of itself, for `companion doctor`: camera, panel and alarms, as `/healthz` tells them.

Law: it is asked once and changes nothing; what it tells in a sentence is handed on as it stands.
"""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.diagnosis import Check, Verdict, fail, ok, warn
from companion.jsontext import read_json

SAFE, NOT_SAVING = "safe-mode", "not-saving"
_MOST_BYTES = 100_000
_GRAVE = (SAFE, NOT_SAVING)
_OF_THE_MAT = ("mat-lost", "camera-moved", "too-dark", "glare", "out-of-focus", "hands-still-there")
_TRY_HERE = "To try it here: sudo systemctl stop companion."
_ITS_PAGE = f"Its page shows when that is over. {_TRY_HERE}"


@dataclass(frozen=True, slots=True)
class Told:
    """A device's state, or an alarm's name, and the sentence."""

    what: str
    say: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """How a running table is. `devices`: `camera` and `panel`, none before it has told anything."""

    has_told: bool = False
    devices: Mapping[str, Told] = field(default_factory=dict)
    alarms: tuple[Told, ...] = ()

    @property
    def safe(self) -> str:
        """Why it is a safe table; empty where it is a whole one."""
        return next((alarm.say for alarm in self.alarms if alarm.what == SAFE), "")

    @property
    def complaints(self) -> tuple[str, ...]:
        """Its alarms, and what isn't as it should be with camera and panel."""
        amiss = (told for told in self.devices.values() if told.what in ("up", "down"))
        return tuple(dict.fromkeys(told.say for told in (*self.alarms, *amiss) if told.say))

    @property
    def sees(self) -> bool:
        """Whether it has a real camera that gives pictures."""
        return "camera" in self.devices and self.devices["camera"].what == "up"

    @property
    def is_grave(self) -> bool:
        """Whether it can't do a part of its work."""
        is_down = any(told.what == "down" for told in self.devices.values())
        return is_down or any(alarm.what in _GRAVE for alarm in self.alarms)


def health(number: int, patience_s: float = 1.0) -> Health | None:
    """How the companion is that answers on this port of this machine; None where none does."""
    asking = http.client.HTTPConnection("127.0.0.1", number, timeout=patience_s)
    try:
        asking.request("GET", "/healthz")
        answer = read_json(asking.getresponse().read(_MOST_BYTES).decode())
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        asking.close()
    if not isinstance(answer, dict) or "ok" not in answer:
        return None
    devices = {name: told for name in ("camera", "panel") for told in _told([answer.get(name)], "state")}
    alarms = answer.get("alarms")
    return Health(answer["ok"] is True, devices, tuple(_told(alarms if isinstance(alarms, list) else [], "what")))


def is_running(number: int) -> bool:
    """Whether a companion answers on this port of this machine."""
    return health(number) is not None


def as_it_says(check: Check, device: str, known: Health | None) -> Check:
    """What a running table holds can't be tried by anyone else: in place of that failure, what the table itself says of
    the device. One that it doesn't hold has failed."""
    if check.verdict is not Verdict.FAIL or known is None:
        return check
    told = known.devices.get(device)
    if told is None:
        return warn(check.name, "The running companion holds it.", f"Its page says how that is. {_TRY_HERE}")
    if told.what == "down":
        return fail(check.name, f"The running companion says: {told.say}", _ITS_PAGE)
    if told.what != "up":
        return check
    if told.say:
        return warn(check.name, f"The running companion has it, and says: {told.say}", _ITS_PAGE)
    return ok(check.name, "The running companion has it, and it works.")


def mat(known: Health) -> Check:
    """How the running table sees the mat, of which nobody else has a picture."""
    said = [alarm.say for alarm in known.alarms if alarm.what in _OF_THE_MAT]
    if said:
        return warn("mat", f"The running companion says: {' '.join(said)}", _ITS_PAGE)
    return ok("mat", "The running companion looks at it, and complains of nothing.")


def table(known: Health | None) -> Check:
    """What the running table complains of."""
    if known is None:
        return ok("table", "None is running on this port.")
    if not known.has_told:
        mend = "Ask again in a few seconds; if that stays so, its log says why: journalctl -u companion."
        return warn("table", "It runs, and hasn't told anything yet.", mend)
    if not known.complaints:
        return ok("table", "It runs, and complains of nothing.")
    said = f"The running table says: {' '.join(known.complaints)}"
    return (fail if known.is_grave else warn)("table", said, "Do what it says; its page shows when that is over.")


def _told(rows: list[object], key: str) -> Iterator[Told]:
    for row in rows:
        if isinstance(row, dict) and isinstance(what := row.get(key), str):
            yield Told(what, str(row.get("say") or ""))
