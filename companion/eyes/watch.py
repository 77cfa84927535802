"""Whether the camera lives: told of tries, frames and failures, it says when it is down, and when it is to be tried
again.

Law: no frame for `silent_s` is a dead camera. It is begun again at most `Limit` often; then the table goes on by hand,
and the camera is still tried, as the limit allows. A machine without clock or thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.supervise import Limit

SILENT = "No picture comes from the camera: look at its cable. Buttons and page go on."
BY_HAND = (
    "The camera fails again and again: go on with buttons and page, and look at its cable. It is tried now and then."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """Seconds. `opening_s`: how long a camera may take to its first frame; `looking_s`: how long sight may take over
    one; `steady_s`: so long up, and earlier failures are forgiven.
    """

    silent_s: float = 2.6
    opening_s: float = 8.0
    looking_s: float = 20.0
    steady_s: float = 10.0
    first_pause_s: float = 0.5
    longest_pause_s: float = 8.0


@dataclass(frozen=True, slots=True)
class Word:
    """The camera's state has changed: `state` up, down or ended."""

    state: str
    say: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check comes to: a `word` that is new; `abandon` the try that is under way; `begin` another one."""

    word: Word | None = None
    abandon: bool = False
    begin: bool = False


class CameraWatch:
    """One camera's life. All times are monotonic seconds. `up`: the word for a camera that works (up, or pretend)."""

    def __init__(
        self, terms: Terms | None = None, *, up: str = "up", say_up: str = "", limit: Limit | None = None
    ) -> None:
        self._terms = terms or Terms()
        self._up = Word(up, say_up)
        self._limit = limit or Limit()
        self._told: Word | None = None
        self._opened_at: float | None = None
        self._framed_at: float | None = None
        self._up_since: float | None = None
        self._is_looked_at = False
        self._next_try: float | None = None
        self._pause = self._terms.first_pause_s
        self._has_ended = False

    def opened(self, at: float) -> None:
        """A try begins."""
        self._opened_at, self._framed_at, self._next_try = at, None, None

    def framed(self, at: float) -> Word | None:
        """A frame has come."""
        if self._framed_at is None:
            self._up_since = at
        self._framed_at, self._is_looked_at = at, True
        if self._up_since is not None and at - self._up_since >= self._terms.steady_s:
            self._pause = self._terms.first_pause_s
        return self._tell(self._up)

    def looked(self, at: float) -> None:
        """Sight is done with the frame; the next one is awaited."""
        self._framed_at, self._is_looked_at = at, False

    def failed(self, at: float, say: str) -> Word | None:
        """The camera gave up, with a sentence."""
        self._opened_at = self._framed_at = None
        self._next_try = at + self._pause
        self._pause = min(2 * self._pause, self._terms.longest_pause_s)
        return self._tell(Word("down", say))

    def ended(self) -> Word | None:
        """No frame comes any more, and none is missed: a recording is over."""
        self._has_ended = True
        return self._tell(Word("ended", "The recording is over."))

    def check(self, at: float) -> Verdict:
        """How it is now."""
        if self._has_ended:
            return Verdict()
        if self._next_try is not None:
            return self._wait(at, self._next_try)
        if self._opened_at is None:
            return Verdict()
        if self._framed_at is None:
            return self._check_opening(at, self._opened_at)
        if at - self._framed_at >= (self._terms.looking_s if self._is_looked_at else self._terms.silent_s):
            return Verdict(self.failed(at, SILENT), abandon=True)
        return Verdict()

    def _check_opening(self, at: float, opened_at: float) -> Verdict:
        """A camera takes its time to open; the page is told after a while all the same."""
        if at - opened_at >= self._terms.opening_s:
            return Verdict(self.failed(at, SILENT), abandon=True)
        if at - opened_at >= self._terms.silent_s and self._told is None:
            return Verdict(self._tell(Word("down", SILENT)))
        return Verdict()

    def _wait(self, at: float, next_try: float) -> Verdict:
        if at < next_try:
            return Verdict()
        if not self._limit.take(at):
            return Verdict(self._tell(Word("down", BY_HAND)))
        return Verdict(begin=True)

    def _tell(self, word: Word) -> Word | None:
        if word == self._told:
            return None
        self._told = word
        return word
