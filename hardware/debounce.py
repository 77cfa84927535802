"""One button's contact, cleaned: its edges and the time go in, presses come out.

Law: it owns no clock and no pin; a level counts once it has held for `SETTLED_S`; one press is told once.

          edge down                 held 0.04 s                          held 8 s
    up ───────────────▶ (bouncing) ────────────▶ down: Down, ─────────────────────▶ stuck: Stuck
    ▲                                                 at 3 s Held, once                  │
    └──────────────── edge up, held 0.04 s: Up, or Freed ─────────────────────────────────┘

A good contact bounces for some milliseconds. One that finds no rest for half a second is loose: Bouncing is told, and
nothing else of it counts until it has been at rest for three seconds: Calmed.
"""

from __future__ import annotations

from dataclasses import dataclass

SETTLED_S = 0.04  # gpiozero's own bounce_time swallows edges (its issues #1039, #1090)
HELD_S = 3.0
STUCK_S = 8.0  # told well within ten seconds
RESTLESS_S = 0.5
CALM_S = 3.0


@dataclass(frozen=True, slots=True)
class Down:
    """A finger came down, at this time."""

    at: float


@dataclass(frozen=True, slots=True)
class Held:
    """The finger has been down for three seconds by now."""

    at: float


@dataclass(frozen=True, slots=True)
class Up:
    """It let go. `held`: after three seconds or more."""

    at: float
    held: bool


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nobody presses that long: something lies on the button, or it is broken."""

    at: float


@dataclass(frozen=True, slots=True)
class Freed:
    """A stuck button came up again."""

    at: float


@dataclass(frozen=True, slots=True)
class Bouncing:
    """The contact finds no rest: it is loose, or its wire."""

    at: float


@dataclass(frozen=True, slots=True)
class Calmed:
    """A bouncing contact has been at rest for a while."""

    at: float


Felt = Down | Held | Up | Stuck | Freed | Bouncing | Calmed


class Contact:
    """A button's contact since it was first looked at. Down from the start it is no press, but may be stuck."""

    def __init__(self, is_down: bool, at: float) -> None:
        self._raw, self._raw_since = is_down, at
        self._is_down, self._since = is_down, at
        self._is_counted = not is_down  # whether this going down was told
        self._is_held = self._is_stuck = self._is_bouncing = False
        self._restless_since = at

    def edge(self, is_down: bool, at: float) -> list[Felt]:
        """The level changed. What had settled before is told first, however late this edge is heard of."""
        felt = self.wait(at)
        if is_down == self._raw:
            return felt
        if at - self._raw_since >= SETTLED_S:
            self._restless_since = at
        self._raw, self._raw_since = is_down, at
        if not self._is_bouncing and at - self._restless_since >= RESTLESS_S:
            self._is_bouncing, self._is_counted = True, False
            felt.append(Bouncing(at))
        return felt

    def wait(self, at: float) -> list[Felt]:
        """What has come to be by this time."""
        felt: list[Felt] = []
        settles = self._raw_since + SETTLED_S
        if self._is_down:
            # While it bounces up, the time that it was down still counts, up to that edge.
            felt += self._ripen(at if self._raw else min(at, self._raw_since))
        if self._raw != self._is_down and at >= settles:
            felt += self._settle()
            if self._is_down:
                felt += self._ripen(at)
        if self._is_bouncing and at >= self._raw_since + CALM_S:
            self._is_bouncing = False
            felt.append(Calmed(self._raw_since + CALM_S))
        return felt

    @property
    def is_up(self) -> bool:
        """Whether nobody touches it, and it has stopped bouncing."""
        return not self._raw and not self._is_down

    @property
    def wakes(self) -> float | None:
        """When to call `wait` next, None: not before the next edge."""
        if self._raw != self._is_down:
            return self._raw_since + SETTLED_S
        if self._is_bouncing:
            return self._raw_since + CALM_S
        if not self._is_down or self._is_stuck:
            return None
        if self._is_counted and not self._is_held:
            return self._since + HELD_S
        return self._since + STUCK_S

    def _settle(self) -> list[Felt]:
        self._is_down, since = self._raw, self._raw_since
        if self._is_down:
            self._since, self._is_counted, self._is_held = since, not self._is_bouncing, False
            return [Down(since)] if self._is_counted else []
        was_stuck, self._is_stuck = self._is_stuck, False
        if was_stuck:
            return [Freed(since)]
        return [Up(since, self._is_held)] if self._is_counted else []

    def _ripen(self, at: float) -> list[Felt]:
        felt: list[Felt] = []
        if self._is_counted and not self._is_held and at >= self._since + HELD_S:
            self._is_held = True
            felt.append(Held(self._since + HELD_S))
        if not self._is_stuck and at >= self._since + STUCK_S:
            self._is_stuck = True
            felt.append(Stuck(self._since + STUCK_S))
        return felt
