"""The table's thread: takes the inbox's messages one by one, lets time pass in between, and never dies.

Law: only this thread touches session, tracker, umpire, panel and journal. Everybody else posts, or reads the latest
snapshot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from companion.errors import Refused
from companion.evening.evening import Evening
from companion.messages import Message, Stop, Ticked, Wish
from companion.sentences import say
from companion.supervise import Limit, shielded

TICK_S = 0.2
BY_HAND = say("Sight failed again and again and is left out: go on with the buttons and the page, and read the log.")


class Loop:
    """The inbox and its thread. `clock`: monotonic seconds, the same as in messages; `beat`: called each time round."""

    def __init__(
        self,
        evening: Evening,
        *,
        clock: Callable[[], float] = time.monotonic,
        beat: Callable[[], None] = lambda: None,
        tick_s: float = TICK_S,
    ) -> None:
        self._evening = evening
        self._clock = clock
        self._beat = beat
        self._tick_s = tick_s
        self._inbox: SimpleQueue[Message] = SimpleQueue()
        self._breaks = Limit()
        self._next_tick = float("-inf")
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=self.run, name="table", daemon=True)

    def post(self, message: Message) -> None:
        """For everybody: leave a message. Never blocks."""
        self._inbox.put(message)

    def start(self) -> None:
        """Let the thread run."""
        self._thread.start()

    def wait_until_up(self, within_s: float) -> bool:
        """Wait until the table is open, or couldn't be opened, and has heard what was posted before it began. False
        where that took longer."""
        return self._is_up.wait(within_s)

    def stop(self, within_s: float = 2.0) -> bool:
        """End it and wait: lamps off, journal closed. False where it didn't end in time."""
        self.post(Stop())
        self._thread.join(within_s)
        return not self._thread.is_alive()

    def run(self) -> None:
        """Until `Stop` comes; what is wished after it is refused."""
        shielded("opening", self._evening.open)
        while not isinstance(message := self._next(), Stop):
            self._take(message)
            shielded("watchdog", self._beat)
            if self._inbox.empty():
                self._is_up.set()
        self._is_up.set()
        shielded("closing", self._evening.close)
        while not self._inbox.empty():
            left = self._inbox.get()
            if isinstance(left, Wish) and not left.reply.done():
                left.reply.set_exception(Refused(say("The table is closing.")))

    def _next(self) -> Message:
        """The next message; a tick whenever one is due, however busy the inbox is."""
        if self._clock() >= self._next_tick:
            self._next_tick = self._clock() + self._tick_s
            return Ticked(self._clock())
        try:
            return self._inbox.get(timeout=self._tick_s)
        except Empty:
            return Ticked(self._clock())

    def _take(self, message: Message) -> None:
        def broke(error: Exception) -> None:
            if isinstance(message, Wish) and not message.reply.done():
                message.reply.set_exception(error)
            if self._breaks.take(self._clock()):
                shielded("beginning afresh", self._evening.recover)
            else:
                shielded("going on by hand", lambda: self._evening.go_on_by_hand(BY_HAND))

        shielded("table", lambda: self._evening.hear(message), broke)
