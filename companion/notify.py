"""What systemd is told: that the table is up, and that it still lives.

Law: the watchdog is fed only once every thread that must not stand still has given a sign of life since the last time.
Where systemd did not start the program nothing is told, and nothing fails.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Collection


def notify(state: str) -> bool:
    """Sends a state such as READY=1 to systemd; whether it could be told. Never raises, never blocks for long."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
        to_systemd.settimeout(1.0)
        try:
            to_systemd.sendto(state.encode(), "\0" + address[1:] if address[0] == "@" else address)
        except OSError:
            return False
    return True


class Watchdog:
    """Feeds systemd's watchdog when all of `who` have beaten since it was last fed. Any thread may call it."""

    def __init__(self, who: Collection[str], feed: Callable[[], object] = lambda: notify("WATCHDOG=1")) -> None:
        self._who = frozenset(who)
        self._feed = feed
        self._lock = threading.Lock()
        self._missing = set(self._who)

    def beat(self, who: str) -> None:
        """One of them is alive. Raises KeyError for a stranger: a misspelt name would starve the dog for ever."""
        if who not in self._who:
            raise KeyError(who)
        with self._lock:
            self._missing.discard(who)
            if self._missing:
                return
            self._missing = set(self._who)
        self._feed()
