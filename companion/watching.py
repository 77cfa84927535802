"""A table watched: frames and presses in, what happened out, with the game as it then stands.

Law: this is the one walk from pixels to rules (eyes, tracker, umpire, game), without a thread and without a clock, so
that a recording, a drawn table and a living room go the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.errors import Refused
from companion.evening.alarms import name_of, sentence_of
from companion.eyes.righted import TableEyes
from companion.ports import Camera, Frame
from companion.rules.cards import write_card
from companion.rules.commands import Correct, Undo
from companion.rules.events import CardDiscarded, CardMisplayed, CardPlayed, ClueGiven, Event
from companion.rules.game import Game
from companion.saying import say
from companion.sight.sighting import Seen
from companion.table.placements import Button, Heard, Pressed
from companion.table.rulings import Ask, Calm, Decline, Do, Ruling, Settle, Warn
from companion.table.tracker import Tracker
from companion.table.umpire import Umpire


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened. `event`: play, misplay, discard, clue, undo, question or alarm; `at`: when the hand
    had left."""

    at: float
    event: str
    say: str
    card: str | None = None
    confidence: float | None = None
    guesses: tuple[tuple[str, float], ...] = ()
    what: str | None = None
    number: int | None = None
    as_: tuple[str, ...] = ()


class Watching:
    """One table and its game. Tell it frames and presses in order of time; it answers with what happened."""

    def __init__(
        self, game: Game, eyes: TableEyes, tracker: Tracker | None = None, umpire: Umpire | None = None
    ) -> None:
        self.game = game
        self._eyes = eyes
        self._tracker = tracker or Tracker()
        self._umpire = umpire or Umpire()
        self._alarms: frozenset[str] = frozenset()
        self.frames_seen = 0

    @property
    def mat_was_seen(self) -> bool:
        """Whether the mat has been in sight."""
        return self._eyes.mat is not None

    def play(self, camera: Camera, presses: Sequence[tuple[float, str]], tell: Callable[[list[Told]], None]) -> None:
        """Plays a camera to its end, with presses (at, button) in between; what happens is told as it happens."""
        waiting = deque(sorted(presses))
        at = 0.0
        try:
            for frame in camera.frames():
                at = frame.at
                while waiting and waiting[0][0] <= at:
                    pressed_at, button = waiting.popleft()
                    tell(self.press(Button(button), pressed_at))
                tell(self.frame(frame))
        finally:
            camera.close()
            tell(self.close(at))

    def frame(self, frame: Frame) -> list[Told]:
        """Takes the next picture of the table."""
        self.frames_seen += 1
        seen = self._eyes.look(frame)
        told = self._alarmed(seen)
        placements = self._tracker.see(seen)
        return told + self._hear(*placements, self._tracker.waited(seen))

    def press(self, button: Button, at: float) -> list[Told]:
        """Takes a press."""
        return self._hear(Pressed(button, at))

    def close(self, at: float) -> list[Told]:
        """Nothing more will come: what waits is decided."""
        told = self._hear(*self._tracker.close(at))
        self._umpire.close(at)
        return told + self._ruled()

    def _hear(self, *messages: Heard) -> list[Told]:
        for message in messages:
            self._umpire.hear(message)
        return self._ruled()

    def _ruled(self) -> list[Told]:
        told: list[Told] = []
        while (ruling := self._umpire.rule(self.game)) is not None:
            told += self._carried_out(ruling)
        return told

    def _carried_out(self, ruling: Ruling) -> list[Told]:
        match ruling:
            case Do():
                return self._done(ruling)
            case Ask(question):
                return [Told(question.at, "question", question.say, guesses=question.cards, as_=question.as_)]
            case Warn(what, sentence, at):
                return [Told(at, "alarm", sentence, what=what)]
            case Decline(sentence, at):
                return [Told(at, "declined", sentence)]
            case Settle() | Calm():
                return []
            case _:
                assert_never(ruling)

    def _done(self, do: Do) -> list[Told]:
        try:
            self.game = self.game.handle(do.command)
        except Refused as why:
            return [Told(do.at, "declined", str(why))]
        if isinstance(do.command, Undo):
            return [Told(do.at, "undo", say(self.game))]
        events = self.game.events
        number = None
        if isinstance(do.command, Correct):
            number = do.command.event
            events = self.game.history[number - 1].events
        name, card = _action(events)
        return [Told(do.at, name, say(self.game), card, round(do.confidence, 3), number=number)] if name else []

    def _alarmed(self, seen: Seen) -> list[Told]:
        """Alarms are told when they begin, not while they last; an odd thing each time it comes."""
        new = [word for word in seen.alarms if word not in self._alarms]
        self._alarms = frozenset(seen.alarms)
        new += ["unknown-object" for place in seen.places if place.odd is not None]
        return [Told(seen.at, "alarm", sentence_of(word), what=name_of(word)) for word in new]


def _action(events: tuple[Event, ...]) -> tuple[str, str | None]:
    """The contract's word for what these events tell, and the card's code."""
    for event in events:
        match event:
            case ClueGiven():
                return "clue", None
            case CardPlayed():
                return "play", write_card(event.card)
            case CardMisplayed():
                return "misplay", write_card(event.card)
            case CardDiscarded():
                return "discard", write_card(event.card)
            case _:
                continue
    return "", None
