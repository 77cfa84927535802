"""The log's last lines, kept in memory for whoever reports what went wrong.

Law: so many and no more; what is older is forgotten.
"""

from __future__ import annotations

import logging
from collections import deque

MOST_LINES, LONGEST = 200, 2000
LAYOUT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LastLines(logging.Handler):
    """Listens to the whole program's log from `begin` to `end`."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(LAYOUT))
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def begin(self) -> None:
        """Listens from now on."""
        logging.getLogger().addHandler(self)

    def end(self) -> None:
        """Listens no more; what was heard is still told."""
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Takes note of one."""
        try:
            self._lines.append(self.format(record)[:LONGEST])
        except Exception:  # noqa: BLE001 because a line that can't be written is nobody's fault who logs it
            self.handleError(record)

    def text(self) -> str:
        """All of them, the oldest first."""
        return "".join(f"{line}\n" for line in tuple(self._lines))
