"""What the buzzer says, if one is wired: short beeps for what nobody should miss.

Law: a pure function of what the lamps showed and show; nothing beeps for what was so when the program started.

    a misplay         one long beep
    the final round   three short ones
    a question        one short one
"""

from __future__ import annotations

from companion.ports import Lamps

LONG_S, SHORT_S, GAP_S = 0.6, 0.08, 0.12

Beeps = tuple[tuple[bool, float], ...]
"""On or off, and for how many seconds."""

MISPLAY: Beeps = ((True, LONG_S), (False, GAP_S))
QUESTION: Beeps = ((True, SHORT_S), (False, GAP_S))
FINAL_ROUND: Beeps = QUESTION * 3


def beeps(before: Lamps | None, now: Lamps) -> Beeps:
    """What to beep as the lamps change, nothing at most times. `before` None: the first that is shown."""
    if before is None:
        return ()
    said: Beeps = ()
    if now.fuses > before.fuses:
        said += MISPLAY
    if before.final == "off" and now.final != "off":
        said += FINAL_ROUND
    if now.asks and not before.asks:
        said += QUESTION
    return said
