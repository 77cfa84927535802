"""A table in the players' words: what hands and fingers do, and what the umpire makes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.cards import Card
from companion.rules.commands import Command, Correct, Discard, GiveClue, Play, Undo
from companion.rules.diagram import diagram
from companion.rules.game import Game
from companion.rules.options import DiscardAtFull, Options
from companion.rules.setup import Setup
from companion.sight.reading import Reading
from companion.table.placements import Answered, Button, Heard, Laid, Lifted, Moved, Named, Pressed, Waited, Zone
from companion.table.rulings import Ask, Calm, Decline, Do, Question, Ruling, Settle, Warn
from companion.table.umpire import Umpire
from companion.table.witness import Arm

FIREWORKS, DISCARDS = Zone.FIREWORKS, Zone.DISCARDS


def reading(text: str) -> Reading:
    """`R1` is clearly read; `R1|R2` are guesses, best first; `?` says nothing."""
    if text == "?":
        return Reading()
    codes = text.split("|")
    chance = 0.99 if len(codes) == 1 else 0.9 / len(codes)
    return Reading(tuple((Card.parse(code), chance) for code in codes), is_clear=len(codes) == 1)


def in_words(command: Command) -> str:
    """`play R1`, `misplay ?`, `discard B3`, `clue`, `undo`, `correct 3 R1 misplay`."""
    match command:
        case Play(card=card, misplay=misplay):
            return f"{'misplay' if misplay else 'play'} {card or '?'}"
        case Discard(card=card):
            return f"discard {card or '?'}"
        case GiveClue():
            return "clue"
        case Undo():
            return "undo"
        case Correct(event=event, card=card, as_=as_, after_clue=after_clue):
            words = [str(card or ""), as_.value if as_ else "", "after clue" if after_clue else ""]
            return " ".join(["correct", str(event), *(word for word in words if word)])
        case _:
            return type(command).__name__.lower()


def told(ruling: Ruling) -> str:
    """A ruling in a word or three."""
    match ruling:
        case Do(command=command):
            return in_words(command)
        case Ask(question=question):
            return f"ask {question.kind.value}"
        case Settle(question_id=number):
            return f"settle {number}"
        case Warn(what=what):
            return f"warn {what}"
        case Calm(what=what):
            return f"calm {what}"
        case Decline():
            return "decline"


class Table:
    """Send it what happens; read `told` (since the last look), `open` questions and `stands`."""

    def __init__(
        self,
        players: int = 3,
        *,
        no_token: bool = False,
        variants: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        earlier: tuple[Arm, ...] = (),
    ) -> None:
        option = DiscardAtFull.NO_TOKEN if no_token else DiscardAtFull.REFUSE
        self.game = Game.new(Setup(players, names=names, variants=variants, options=Options(discard_at_full=option)))
        self.umpire = Umpire(earlier=earlier)
        self.now = 0.0
        self.rulings: list[Ruling] = []
        self.open: dict[int, Question] = {}
        self.ids: dict[str, int] = {}
        self._looked = 0

    # what happens

    def given(self, *moves: str) -> Table:
        """The game so far, told by other means: `clue`, `play R1`, `discard B3`."""
        for move in moves:
            word, _, card = move.partition(" ")
            face = Card.parse(card) if card and card != "?" else None
            command = {"clue": GiveClue(), "play": Play(face), "discard": Discard(face)}[word]
            self.game = self.game.handle(command)
        self.umpire.rule(self.game)
        return self

    def clued(self, times: int = 1) -> Table:
        """So many clues have been given."""
        return self.given(*["clue"] * times)

    def hears(self, message: Heard) -> Table:
        """The umpire is told something, and what it rules is carried out."""
        self.umpire.hear(message)
        return self._carry_out()

    def lays(
        self,
        card: str,
        zone: Zone,
        *,
        left: float | None = None,
        on: tuple[str, ...] = (),
        by: str = "",
        arm: float | None = None,
    ) -> Table:
        """A card comes to lie; it is known to later lines by its text, or by the name that `by` gives it. `arm`: from
        where its arm came."""
        left = self.now + 20.0 if left is None else left
        number = len(self.ids) + 1
        self.ids[by or card] = number
        covers = tuple(self.ids[lower] for lower in on)
        self.hears(Laid(number, reading(card), zone, left, covers, arm))
        return self.waits(until=max(self.now, left))

    def plays(self, card: str, **how: object) -> Table:
        """A card comes to lie among the fireworks."""
        return self.lays(card, FIREWORKS, **how)  # type: ignore[arg-type]

    def discards(self, card: str, **how: object) -> Table:
        """A card comes to lie among the discards."""
        return self.lays(card, DISCARDS, **how)  # type: ignore[arg-type]

    def presses(self, button: str, at: float | None = None) -> Table:
        """A button goes down, and a look at the table follows."""
        at = self.now + 1.0 if at is None else at
        self.hears(Pressed(Button(button), at))
        return self.waits(until=max(self.now, at))

    def waits(self, seconds: float = 0.0, *, until: float | None = None, unsettled_since: float | None = None) -> Table:
        """Time passes, and a look tells what is settled."""
        self.now = self.now + seconds if until is None else until
        return self.hears(Waited(self.now, unsettled_since))

    def reads(self, name: str, card: str) -> Table:
        """Sight reads an unread card at last."""
        self.now += 1.0
        return self.hears(Named(self.ids[name], reading(card), self.now))

    def moves(self, name: str, zone: Zone, left: float | None = None) -> Table:
        """A card is pushed to another zone."""
        self.now = self.now + 1.0 if left is None else left
        return self.hears(Moved(self.ids[name], zone, self.now))

    def lifts(self, name: str, left: float | None = None) -> Table:
        """A card leaves the table; the tracker is sure after 1.5 seconds."""
        left = self.now + 1.0 if left is None else left
        self.hears(Lifted(self.ids[name], left))
        return self.waits(until=left + 1.5)

    def answers(self, card: str | None = None, as_: str | None = None, *, question: int | None = None) -> Table:
        """Somebody answers on the page, the oldest question unless another is named."""
        self.now += 1.0
        number = next(iter(self.open)) if question is None else question
        return self.hears(Answered(number, card, as_, self.now))

    def undoes_on_the_page(self) -> Table:
        """The page takes the last thing back, past the umpire."""
        self.game = self.game.handle(Undo())
        return self._carry_out()

    def closes(self) -> Table:
        """The recording ends."""
        self.umpire.close(self.now)
        return self._carry_out()

    def _carry_out(self) -> Table:
        while (ruling := self.umpire.rule(self.game)) is not None:
            self.rulings.append(ruling)
            match ruling:
                case Do(command=command):
                    self.game = self.game.handle(command)
                case Ask(question=question):
                    self.open[question.id] = question
                case Settle(question_id=number):
                    del self.open[number]
                case _:
                    pass
        return self

    # what can be seen

    @property
    def told(self) -> list[str]:
        """The rulings since the last look."""
        new, self._looked = self.rulings[self._looked :], len(self.rulings)
        return [told(ruling) for ruling in new]

    @property
    def stands(self) -> str:
        """The position as a diagram."""
        return diagram(self.game.position)

    @property
    def clues(self) -> int:
        """Clue tokens available."""
        return self.game.position.clues

    @property
    def fuses(self) -> int:
        """Mistakes made."""
        return self.game.position.fuses

    @property
    def history(self) -> list[str]:
        """What the history says now, in words."""
        facts = [step.events[0] for step in self.game.history]
        return [f"{type(fact).__name__} {getattr(fact, 'card', '') or ''}" for fact in facts]

    @property
    def asked(self) -> list[tuple[str, str, int | None]]:
        """Open questions: kind, first guess, the event that the answer mends."""
        return [(q.kind.value, q.guesses[0][0] if q.guesses else "", q.event) for q in self.open.values()]

    @property
    def said(self) -> list[str]:
        """The sentences of all warnings and refusals."""
        return [ruling.say for ruling in self.rulings if isinstance(ruling, Warn | Decline)]


@pytest.fixture
def table() -> Table:
    """Three players, nothing played."""
    return Table()


@pytest.fixture
def new_table() -> Callable[..., Table]:
    """Tables with other agreements."""
    return Table
