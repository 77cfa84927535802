"""The newest snapshot, for whoever wants to show it: one, whole, encoded once.

Law: nothing is queued. Who was slow or asleep gets the newest state and misses only what is no longer true; an older
snapshot never takes a newer one's place. Nothing here blocks the table's thread.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Published:
    """A snapshot with its JSON. `at`: monotonic seconds."""

    snapshot: Snapshot
    json: bytes
    at: float

    @property
    def version(self) -> int:
        """The snapshot's."""
        return self.snapshot.version


class Broadcast:
    """Keeps the newest snapshot. `publish` is the table's; all else may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: Published | None = None
        self._wakers: list[Callable[[], None]] = []

    def publish(self, snapshot: Snapshot) -> None:
        """Makes this the newest snapshot, and wakes all who wait. One that is not newer is passed over."""
        text = json.dumps(snapshot.page, separators=(",", ":"), allow_nan=False).encode()
        with self._changed:
            if self._newest is not None and snapshot.version <= self._newest.version:
                return
            self._newest = Published(snapshot, text, self._clock())
            wakers = tuple(self._wakers)
            self._changed.notify_all()
        for wake in wakers:
            wake()

    def latest(self) -> Snapshot | None:
        """The newest snapshot, None before the first."""
        newest = self._newest
        return None if newest is None else newest.snapshot

    def published(self) -> Published | None:
        """The newest snapshot with its JSON."""
        return self._newest

    def wait_newer(self, version: int, timeout: float) -> Snapshot | None:
        """Waits for a snapshot newer than that version; None where none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None and self._newest.version > version, timeout)
            newest = self._newest
        return newest.snapshot if newest is not None and newest.version > version else None

    def wakes(self, wake: Callable[[], None]) -> None:
        """Calls `wake` on the table's thread after each publishing; it must not block."""
        with self._changed:
            self._wakers.append(wake)
