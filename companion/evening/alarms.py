"""What is wrong at the table just now, for as long as it lasts.

Law: an alarm keeps the time at which it began, however often it is told; one that nobody calms ends by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from companion.page import Alarm

SENTENCES = {
    "mat-lost": "The mat's markers can't be seen: clear at least three of them.",
    "camera-moved": "The camera was moved; the mat has been found again.",
    "too-dark": "It is too dark to read cards: bring more light.",
    "glare": "A lamp is mirrored on a card: tilt the lamp or the card.",
    "out-of-focus": "The picture is blurred: focus the camera.",
    "hands-still-there": "A hand is resting on the mat: what it covers can't be read.",
    "unknown-object": "Something lies on the mat that is no card of this deck.",
    "count-mismatch": "Table and game differ.",
}
"""The contract's alarms that the camera can raise, as sentences."""

PASSING_S = 30.0


class Alarms:
    """The alarms that are on, in the order in which they began. A key names what one is about."""

    def __init__(self) -> None:
        self._on: dict[Hashable, Alarm] = {}
        self._ends_at: dict[Hashable, float] = {}

    @property
    def shown(self) -> tuple[Alarm, ...]:
        """As the page shows them."""
        return tuple(self._on.values())

    def raise_(self, key: Hashable, what: str, say: str, since: float, ends_at: float | None = None) -> None:
        """It is on; told anew, it keeps its time. `ends_at`: monotonic seconds, None until it is calmed."""
        before = self._on.get(key)
        self._on[key] = Alarm(what, say, before.since if before else since)
        self._ends_at.pop(key, None)
        if ends_at is not None:
            self._ends_at[key] = ends_at

    def calm(self, key: Hashable) -> None:
        """It is over."""
        self._on.pop(key, None)
        self._ends_at.pop(key, None)

    def calm_all(self, source: str) -> None:
        """Everything from this source is over."""
        for key in [key for key in self._on if isinstance(key, tuple) and key[0] == source]:
            self.calm(key)

    def seen(self, words: Iterable[str], since: float) -> None:
        """What the camera complains of in this frame; what it no longer complains of is over."""
        now = set(words)
        for key in [key for key in self._on if isinstance(key, tuple) and key[0] == "seen" and key[1] not in now]:
            self.calm(key)
        for word in sorted(now):
            self.raise_(("seen", word), word, SENTENCES.get(word, word), since)

    def pass_by(self, at: float) -> None:
        """Let go what was only to be shown for a while."""
        for key in [key for key, ends_at in self._ends_at.items() if at >= ends_at]:
            self.calm(key)
