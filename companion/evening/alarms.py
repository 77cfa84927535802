"""What is wrong at the table just now, for as long as it lasts.

Law: an alarm keeps the time at which it began, however often it is told; one that nobody calms ends by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from companion.page import Alarm
from companion.sentences import say

SENTENCES = {
    "mat-lost": say("The mat's markers can't be seen: clear at least three of them, in good light and in focus."),
    "mat-lost:mirrored": say("The picture is mirrored: turn that off in the camera, or set mirrored = true in [view]."),
    "mat-lost:first-card": say(
        "There is no mat: lay one card face up on the table till this note goes, then take it away."
    ),
    "camera-moved": say("The camera was moved; the mat has been found again."),
    "camera-moved:no-markers": say(
        "The camera was moved, and without markers the table can't be found again: turn it "
        "back, or set [view] anew and start again."
    ),
    "too-dark": say("It is too dark to read cards: bring more light."),
    "too-dark:alike": say("The cards' border and this table look alike: put a cloth of another colour under them."),
    "glare": say("A lamp is mirrored on the table: move the lamp or the card."),
    "glare:everywhere": say("The picture is too bright to read cards: dim the lamp, or lower the camera's exposure."),
    "out-of-focus": say("The picture is blurred: focus the camera."),
    "hands-still-there": say("A hand is resting on the mat: what it covers can't be read."),
    "unknown-object": say("Something lies on the mat that is no card of this deck."),
    "unknown-object:other-deck": say("These cards aren't the deck: teach theirs, or choose it with --deck."),
    "unknown-object:swapped": say(
        "Red and blue are swapped in this picture: set swap_red_blue = true in [view] and start again."
    ),
    "count-mismatch": say("Table and game differ."),
}
"""What the camera can complain of, by the contract's names and, after a colon, what exactly; each with its mend."""

ASIDE = {
    "resting": say("A card is being tried or a deck taught: nothing that is laid now is counted."),
    "resting:looking": say("The table is looked at afresh: lay nothing for a moment."),
}
"""What is told while the set-up page has the table look away; nobody complains."""


PLACES = {
    "at the top left": say("at the top left"),
    "at the top": say("at the top"),
    "at the top right": say("at the top right"),
    "at the left": say("at the left"),
    "in the middle": say("in the middle"),
    "at the right": say("at the right"),
    "at the bottom left": say("at the bottom left"),
    "at the bottom": say("at the bottom"),
    "at the bottom right": say("at the bottom right"),
}
"""Parts of the table, as a person sees them in the picture."""


def name_of(word: str) -> str:
    """The contract's name of an alarm: what stands before the first colon."""
    return word.partition(":")[0]


def sentence_of(word: str) -> str:
    """What is told of an alarm. What stands after its last colon is a case of its own (`mat-lost:mirrored`) or a word
    for the sentence (`glare:at the right`, `unknown-object:other-deck:tin`)."""
    known = ASIDE.get(word) or SENTENCES.get(word)
    if known is not None:
        return known
    kind, _, about = word.rpartition(":")
    match kind:
        case "glare":
            return say(
                "A lamp is mirrored on the table {where}: move the lamp or the card.", where=PLACES.get(about, about)
            )
        case "unknown-object:other-deck":
            return say("These cards aren't the deck {deck}: teach theirs, or choose it with --deck.", deck=about)
        case _:
            return SENTENCES.get(kind, word)


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
            self.raise_(("seen", word), name_of(word), sentence_of(word), since)

    def note_machine(self, what: str, say: str | None, since: float) -> None:
        """What is amiss with the machine itself, for as long as it lasts; None: all is well again."""
        if say is None:
            self.calm(("machine", what))
        else:
            self.raise_(("machine", what), what, say, since)

    def pass_by(self, at: float) -> None:
        """Let go what was only to be shown for a while."""
        for key in [key for key, ends_at in self._ends_at.items() if at >= ends_at]:
            self.calm(key)
