"""HTTP that doesn't wait for ever: a connection on which no whole request head arrives in time is closed.

Law: the time runs from the connection's first moment; there is one head on each, since none outlives its answer.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, with a limit on how long a head may take: `head_s`."""

    head_s: ClassVar[float] = 8.0
    _too_slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls: the head is awaited from now."""
        super().connection_made(transport)
        self._too_slow = self.loop.call_later(self.head_s, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Bytes came: perhaps the head is whole."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None
