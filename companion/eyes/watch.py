"""Whether the camera lives: told of tries, frames and failures, it says when it is down, and when it is to be tried
again.

Law: no frame for `silent_s` is a dead camera. It is begun again at most `Limit` often; then the table goes on by hand,
and the camera is still tried, as the limit allows. Looking whether a camera is there at all is no try, and has no
limit. A machine without clock or thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.sentences import say
from companion.supervise import Limit

SILENT = say("No picture comes from the camera: look at its cable. Buttons and page go on.")
OPENING = say("No picture has come from the camera yet: it is being set up. Buttons and page go on meanwhile.")
BY_HAND = say(
    "The camera fails again and again: go on with buttons and page, and look at its cable. It is tried now and then."
)
SLOW = say("The camera gives fewer than three pictures a second: bring more light, or try another camera or cable.")
BUSY = say("The table is being looked at, which takes a while on this machine. Buttons and page go on.")
HUNG = say("One look at the table has taken three minutes: the eyes begin anew. Buttons and page go on.")


@dataclass(frozen=True, slots=True)
class Terms:
    """Seconds.

    `opening_s`: how long a camera may take to its first frame; `busy_s`: how long sight may take over one before that
    is told; `looking_s`: how long at most (the first look at a table is one of many seconds on a small or busy machine,
    and a second look beside it would take as much memory again);
    `steady_s`: so long up, and earlier failures are forgiven; `pauses_s`: before the first try anew, the second, and
    all further ones (so spread, the five tries of a minute find a camera within ten seconds of its return, for the
    first half minute); `away_s`: between two looks for a camera that isn't there; `slow_s`: a camera is slow if it
    lets wait so long, on an average of `slow_frames`, and is not any more if it lets wait less than `quick_s`.
    """

    silent_s: float = 2.6
    opening_s: float = 8.0
    busy_s: float = 5.0
    looking_s: float = 180.0
    steady_s: float = 10.0
    pauses_s: tuple[float, ...] = (0.5, 3.0, 9.5)
    away_s: float = 1.5
    slow_s: float = 0.4
    quick_s: float = 0.3
    slow_frames: int = 4


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
        self._is_away = self._is_by_hand = self._is_slow = False
        self._tries = 0
        self._waits = 0.0
        self._has_ended = False

    def opened(self, at: float) -> None:
        """A try begins."""
        self._opened_at, self._framed_at, self._next_try = at, None, None
        self._waits, self._is_slow = 0.0, False

    def framed(self, at: float, remark: str = "", *, is_blind: bool = False) -> Word | None:
        """A frame has come. `remark`: what isn't as it should be with it all the same; `is_blind`: nothing can be seen
        in it."""
        if self._framed_at is None:
            self._up_since = at
            self._count_look(at)
        else:
            self._waits += (at - self._framed_at - self._waits) / self._terms.slow_frames
            self._is_slow = self._waits > (self._terms.quick_s if self._is_slow else self._terms.slow_s)
        self._framed_at, self._is_looked_at, self._is_by_hand = at, True, False
        if self._up_since is not None and at - self._up_since >= self._terms.steady_s:
            self._tries = 0
        if is_blind:
            return self._tell(Word("down", remark))
        return self._tell(Word(self._up.state, remark or self._up.say or (SLOW if self._is_slow else "")))

    def looked(self, at: float) -> None:
        """Sight is done with the frame; the next one is awaited."""
        self._framed_at, self._is_looked_at = at, False

    def failed(self, at: float, say: str, *, is_away: bool = False) -> Word | None:
        """The camera gave up, with a sentence. `is_away`: nothing was there to be opened."""
        if is_away:
            self._next_try, self._is_by_hand = at + self._terms.away_s, False
        else:
            self._count_look(at)
            self._next_try = at + self._terms.pauses_s[min(self._tries, len(self._terms.pauses_s) - 1)]
            self._tries += 1
        self._opened_at = self._framed_at = None
        self._is_away = is_away
        return self._tell(Word("down", BY_HAND if self._is_by_hand else say))

    def ended(self) -> Word | None:
        """No frame comes any more, and none is missed: a recording is over."""
        self._has_ended = True
        return self._tell(Word("ended", say("The recording is over.")))

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
        waits = at - self._framed_at
        if waits >= (self._terms.looking_s if self._is_looked_at else self._terms.silent_s):
            return Verdict(self.failed(at, HUNG if self._is_looked_at else SILENT), abandon=True)
        if self._is_looked_at and waits >= self._terms.busy_s and self._told is not None and self._told.state != "down":
            return Verdict(self._tell(Word(self._up.state, BUSY)))
        return Verdict()

    def _check_opening(self, at: float, opened_at: float) -> Verdict:
        """A camera takes its time to open; the page is told after a while all the same."""
        if at - opened_at >= self._terms.opening_s:
            return Verdict(self.failed(at, SILENT), abandon=True)
        if at - opened_at >= self._terms.silent_s and self._told is None:
            return Verdict(self._tell(Word("down", OPENING)))
        return Verdict()

    def _wait(self, at: float, next_try: float) -> Verdict:
        if at < next_try:
            return Verdict()
        if not (self._limit.allows(at) if self._is_away else self._limit.take(at)):
            self._is_by_hand = True
            return Verdict(self._tell(Word("down", BY_HAND)))
        return Verdict(begin=True)

    def _count_look(self, at: float) -> None:
        """A look for a camera that was away has found one: it was a try after all."""
        if self._is_away:
            self._limit.take(at)
        self._is_away = False

    def _tell(self, word: Word) -> Word | None:
        if word == self._told:
            return None
        self._told = word
        return word
