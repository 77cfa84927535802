"""A phone for measuring: it follows a table's stream and notes when each state came."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType

State = Mapping[str, object]
PATIENCE_S = 60.0


class Phone:
    """Follows the table at this port of this machine. `states`: (monotonic seconds, state), in order."""

    def __init__(self, port: int) -> None:
        self.states: list[tuple[float, State]] = []
        self._news = threading.Condition()
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._thread = threading.Thread(target=self._follow, name="phone", daemon=True)
        self._thread.start()

    def __enter__(self) -> Phone:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.join(PATIENCE_S)

    def wait(self, wanted: Callable[[State], bool], within_s: float) -> bool:
        """Whether the newest state comes to be as wanted in time."""
        with self._news:
            return self._news.wait_for(lambda: bool(self.states) and wanted(self.states[-1][1]), within_s)

    def _follow(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(self._line):
            self._line.request("GET", "/api/stream")
            for line in self._line.getresponse():
                if line.startswith(b"data: ") and line.endswith(b"\n"):
                    self._note(json.loads(line[6:]))

    def _note(self, state: State) -> None:
        with self._news:
            self.states.append((time.monotonic(), state))
            self._news.notify_all()
