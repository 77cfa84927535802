"""How often a PIN may be tried: 5 wrong ones, then 30 seconds, doubling to 15 minutes; 20 wrong ones a minute in all.

Law: a wait is told before the PIN is looked at. Time is told from outside, and what is left of a wait is what is kept
across a restart, so that neither switching off nor a wrong clock shortens it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass

FREE_TRIES = 5
FIRST_WAIT_S, LONGEST_WAIT_S = 30.0, 900.0
MOST_A_MINUTE, MINUTE_S = 20, 60.0
FORGOTTEN_AFTER_S = 3600.0
_MOST_ADDRESSES = 1000


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    until: float = 0.0
    last: float = 0.0


class Tries:
    """The wrong tries of late."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._all: deque[float] = deque(maxlen=MOST_A_MINUTE)

    def wait(self, who: str, now: float) -> float:
        """Seconds until a try from there is heard; 0: now."""
        own = self._addresses.get(who)
        waits = [0.0 if own is None else own.until - now]
        if len(self._all) == MOST_A_MINUTE:
            waits.append(self._all[0] + MINUTE_S - now)
        return max(0.0, *waits)

    def failed(self, who: str, now: float) -> None:
        """A wrong PIN came from there."""
        own = self._addresses.setdefault(who, _Address())
        if now - own.last > FORGOTTEN_AFTER_S:
            own.wrong = 0
        own.wrong += 1
        own.last = now
        if own.wrong >= FREE_TRIES:
            own.until = now + min(FIRST_WAIT_S * 2.0 ** min(own.wrong - FREE_TRIES, 10), LONGEST_WAIT_S)
        self._addresses.move_to_end(who)
        while len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        self._all.append(now)

    def passed(self, who: str) -> None:
        """The right PIN came from there: its mistakes are forgiven."""
        self._addresses.pop(who, None)

    def kept(self, now: float) -> dict[str, object]:
        """What a restart must not forget, in seconds from now."""
        return {
            "addresses": {
                who: [own.wrong, max(0.0, own.until - now), now - own.last] for who, own in self._addresses.items()
            },
            "ago": [now - at for at in self._all],
        }

    @classmethod
    def taken_up(cls, kept: Mapping[str, object], now: float) -> Tries:
        """The tries as they were kept. Raises ValueError, TypeError where they can't be read."""
        tries = cls()
        addresses, ago = kept["addresses"], kept["ago"]
        if not isinstance(addresses, dict) or not isinstance(ago, list):
            raise TypeError("tries are kept as an object and a list")
        for who, (wrong, left, since) in addresses.items():
            tries._addresses[str(who)] = _Address(int(wrong), now + float(left), now - float(since))
        tries._all.extend(now - float(seconds) for seconds in ago)
        return tries
