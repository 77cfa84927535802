"""A live table served from the terminal: where it is found, until somebody stops it."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.starting import STABLE_S

if TYPE_CHECKING:
    from companion.commands.safely import Choice
    from companion.snapshot import Snapshot
    from companion.starting import Starts
    from companion.wiring.live import LiveTable, Parts

GIVES_BACK_S, GROWN_MB = 2.0, 1.0
"""So often it is looked whether so much more memory is held than was after it was last given back."""


def serve(
    parts: Parts,
    *,
    is_over: Callable[[Snapshot], bool] = lambda snapshot: False,
    tell: Callable[[Snapshot], None] = lambda snapshot: None,
    at_end: Callable[[LiveTable], None] = lambda table: None,
    is_quiet: bool = False,
    is_kept: bool = True,
    tells_decisions: bool = False,
    starts: Starts | None = None,
    choice: Choice | None = None,
) -> int:
    """Runs a table until it is over or stopped by a signal; 0. `is_kept`: its data folder stays; `tells_decisions`: the
    log says what sight decided, and by which figures; `starts`: where it is noted whether it came up; `choice`: what
    ends a safe table."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if tells_decisions:
        _tell_decisions()
    share_one_heap()
    ended = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        tell(snapshot)
        if is_over(snapshot):
            ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _setting(ended))
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as it is under nohup
        signal.signal(signal.SIGHUP, _setting(ended))  # a terminal that is closed leaves no lamp on
    if choice is not None:
        choice.ends(ended.set)
    table = _started(parts, listen, starts)
    try:
        if not is_quiet:
            _say_where(table, is_kept=is_kept)
        _stay(ended, starts, is_safe=choice is not None)
        at_end(table)
    finally:
        if not table.stop():
            _leave_behind()
    return 0


def _started(parts: Parts, listen: Callable[[Snapshot], None], starts: Starts | None) -> LiveTable:
    """A table that is up. What is told in a sentence is no start that failed: no other settings would mend it."""
    from companion.errors import CompanionError
    from companion.wiring.live import LiveTable

    try:
        table = LiveTable(parts, listen)
        table.start()
    except CompanionError:
        if starts is not None:
            starts.ended()
        raise
    return table


def _stay(ended: threading.Event, starts: Starts | None, *, is_safe: bool, stable_s: float = STABLE_S) -> None:
    """Until it is ended; notes on the way whether it came up."""
    if starts is not None and is_safe:
        starts.stood_by()
    elif starts is not None:
        starts.page_is_up()
        if _is_ended(ended, stable_s):
            starts.ended()
            return
        starts.up()
    _is_ended(ended, float("inf"))


def _is_ended(ended: threading.Event, within_s: float) -> bool:
    """Waits for the end, so long at most. Meanwhile memory that a look or a large request took is given back."""
    until, held_mb = time.monotonic() + within_s, 0.0
    while (left_s := until - time.monotonic()) > 0:
        if ended.wait(min(left_s, GIVES_BACK_S)):
            return True
        now_mb = resident_mb()
        if now_mb > held_mb + GROWN_MB:
            give_back()
            held_mb = resident_mb()
        else:
            held_mb = min(held_mb, now_mb)
    return ended.is_set()


def _tell_decisions() -> None:
    from companion.eyes.diary import LOG, Sparing

    LOG.setLevel(logging.INFO)
    LOG.addFilter(Sparing())
    logging.getLogger("companion.session").setLevel(logging.INFO)


def _leave_behind() -> None:
    """A thread that hangs in a camera's library must not come back while the interpreter ends: that would crash."""
    logging.getLogger(__name__).warning(
        "The camera doesn't let go in time; the game is kept, and the program ends without it."
    )
    sys.stdout.flush()
    os._exit(0)


def _setting(event: threading.Event) -> Callable[[int, FrameType | None], None]:
    return lambda number, frame: event.set()


def _say_where(table: LiveTable, *, is_kept: bool) -> None:
    address = table.addresses()[0]
    print(f"The table is at {address} (join with PIN: {address}/#pin={table.pin})", flush=True)
    print(f"PIN {table.pin}; on this machine {table.server.port and f'http://localhost:{table.server.port}/table'}")
    for said in (table.safe_say, table.source.say, table.panel.state().say, table.journal.trouble):
        if said:
            print(said, flush=True)
    kept = "; the game is kept" if is_kept and table.journal.trouble is None else ""
    print(f"Ctrl-C ends it{kept}.", flush=True)


def share_one_heap() -> None:
    """Lets all threads take their memory from one heap, where the C library is glibc: in heaps of their own each would
    keep what its largest look at the table once took. Changes nothing elsewhere.
    """
    arena_max = -8  # M_ARENA_MAX of malloc.h
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(arena_max, 1)


def resident_mb() -> float:
    """What this program holds of the machine's memory, in MB; 0 where the system doesn't tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def give_back() -> None:
    """Gives free memory in the midst of the heap back to the system, where the C library is glibc: after a large look
    some megabytes of it stayed, more or fewer by chance. Changes nothing elsewhere.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
