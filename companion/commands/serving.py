"""A live table served from the terminal: where it is found, until somebody stops it."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.snapshot import Snapshot
    from companion.wiring.live import LiveTable, Parts


def serve(
    parts: Parts,
    *,
    is_over: Callable[[Snapshot], bool] = lambda snapshot: False,
    tell: Callable[[Snapshot], None] = lambda snapshot: None,
    at_end: Callable[[LiveTable], None] = lambda table: None,
    is_quiet: bool = False,
    is_kept: bool = True,
    tells_decisions: bool = False,
) -> int:
    """Runs a table until it is over or stopped by a signal; 0. `is_kept`: its data folder stays; `tells_decisions`: the
    log says what sight decided, and by which figures."""
    from companion.wiring.live import LiveTable

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if tells_decisions:
        _tell_decisions()
    ended = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        tell(snapshot)
        if is_over(snapshot):
            ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _setting(ended))
    table = LiveTable(parts, listen)
    table.start()
    try:
        if not is_quiet:
            _say_where(table, is_kept=is_kept)
        ended.wait()
        at_end(table)
    finally:
        if not table.stop():
            _leave_behind()
    return 0


def _tell_decisions() -> None:
    from companion.eyes.diary import LOG, Sparing

    LOG.setLevel(logging.INFO)
    LOG.addFilter(Sparing())
    logging.getLogger("companion.session").setLevel(logging.INFO)


def _leave_behind() -> None:
    """A thread that hangs in a camera's library must not come back while the interpreter ends: that would crash."""
    logging.getLogger(__name__).warning("The camera doesn't let go; the game is kept, and the program ends without it.")
    sys.stdout.flush()
    os._exit(0)


def _setting(event: threading.Event) -> Callable[[int, FrameType | None], None]:
    return lambda number, frame: event.set()


def _say_where(table: LiveTable, *, is_kept: bool) -> None:
    address = table.addresses()[0]
    print(f"The table is at {address} (join with PIN: {address}/#pin={table.pin})", flush=True)
    print(f"PIN {table.pin}; on this machine {table.server.port and f'http://localhost:{table.server.port}/table'}")
    for said in (table.source.say, table.panel.state().say, table.journal.trouble):
        if said:
            print(said, flush=True)
    kept = "; the game is kept" if is_kept and table.journal.trouble is None else ""
    print(f"Ctrl-C ends it{kept}.", flush=True)
