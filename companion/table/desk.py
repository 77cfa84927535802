"""The umpire's desk: what waits, what lies, what is asked, and the rulings that are ready to be given.

Law: rulings leave in the order in which they were written. A question about a card always carries the number of
that card's event as it is when the question leaves; what an event says is read from the history each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.rules.cards import Card
from companion.rules.commands import Command, Correct, Discard, GiveClue, Play
from companion.rules.game import Game
from companion.table.bearings import is_followed_by_a_clue, is_latest, last_event, step_of, told
from companion.table.ledger import Ledger, Lying
from companion.table.patience import Patience
from companion.table.placements import Answered, Laid, Named
from companion.table.questions import Docket, sentence
from companion.table.rulings import Ask, Calm, Decline, Do, Kind, Meaning, Question, Ruling, Settle, Warn, What
from companion.table.waiting import Line
from companion.table.witness import Arm

NAMED_ENDS = (Kind.UNREAD, Kind.IMPOSSIBLE, Kind.BLOCKED, Kind.TWIN, Kind.FULL, Kind.LAST_FUSE)
"""Questions that are over once their card is known."""
_APART = (Kind.TAKEN_BACK, Kind.FORGOTTEN, Kind.CLUE_FIRST)
"""Questions that may be open beside another one about the same card."""


@dataclass(slots=True)
class Desk:
    """Everything that the umpire remembers."""

    patience: Patience
    line: Line
    ledger: Ledger = field(default_factory=Ledger)
    docket: Docket = field(default_factory=Docket)
    agenda: deque[Ruling] = field(default_factory=deque)
    answers: deque[Answered] = field(default_factory=deque)
    done: Do | None = None
    lines_seen: int | None = None
    is_behind: bool = False
    announced_at: float | None = None
    fuse_pressed_at: float | None = None
    last_laid: Laid | None = None
    told_the_end: bool = False
    deck_gone_since: float | None = None
    told_deck_gone: bool = False
    arms: tuple[Arm, ...] = ()
    earlier: tuple[Arm, ...] = ()
    """The arms of this game as last looked at, and of the one before it."""
    heeded: tuple[int, ...] = ()
    noes: int = 0
    """In a row, to questions about forgotten clues."""

    # what can be written on the agenda

    def do(self, command: Command, at: float, card: Lying | None = None, confidence: float = 1.0) -> None:
        """Have the command carried out; it was tried on the game before."""
        self.agenda.append(Do(command, at, card.card_id if card else None, confidence))

    def ask(
        self,
        kind: Kind,
        card: Lying,
        guesses: tuple[tuple[str, float], ...],
        as_: tuple[Meaning, ...],
        at: float,
        seats: Sequence[str] = (),
    ) -> None:
        """Ask about the card; a question about it that is open is put anew, except for those that stand apart."""
        old = next((q for q in self.docket.open.values() if q.card_id == card.card_id and _is_same(q.kind, kind)), None)
        number = old.id if old else self.docket.number()
        told = sentence(kind, card.code, seats)
        began = old.at if old else at
        self.agenda.append(Ask(Question(number, kind, guesses, as_, card.card_id, told, began, reading=card.reading)))

    def settle(self, question: Question | None) -> None:
        """The question, if there is one, is no longer open."""
        if question is not None and question.id in self.docket.open:
            self.docket.settle(question.id)
            self.agenda.append(Settle(question.id))

    def warn(self, what: What, say: str, at: float, card: Lying | None = None) -> None:
        """Tell the players that table and game differ."""
        self.agenda.append(Warn(what, say, at, card.card_id if card else None))
        if card is not None:
            card.alarm = what

    def calm(self, at: float, card: Lying) -> None:
        """What was warned of this card, if anything, is over."""
        if card.alarm is not None:
            self.agenda.append(Calm(card.alarm, at, card.card_id))
            card.alarm = None

    def deck_is_back(self, at: float) -> None:
        """Cards lie in the deck's place (again)."""
        self.deck_gone_since = None
        if self.told_deck_gone:
            self.told_deck_gone = False
            self.agenda.append(Calm("count-mismatch", at))

    def decline(self, say: str, at: float) -> None:
        """Refuse a press or an answer."""
        self.agenda.append(Decline(say, at))

    # what leaves it

    def give(self) -> Ruling:
        """The next ruling of the agenda, as it is now."""
        ruling = self.agenda.popleft()
        match ruling:
            case Do():
                self.done = ruling
            case Ask(question=question):
                card = self.ledger.get(question.card_id)
                ruling = Ask(replace(question, event=card.event if card else None))
                self.docket.ask(ruling.question, self.line.now)
            case _:
                pass
        return ruling

    # what the game says

    def recognise(self, laid: Laid) -> bool:
        """Is it a card that was counted and then was gone so long that the tracker gave it up? It keeps its event."""
        held = self.held()
        card = self.ledger.returning(laid, held.card_id if held else None)
        if card is None:
            return False
        self.line.leave(laid)
        self.docket.hand_over(card.card_id, laid.card_id)
        self.ledger.hand_over(card, laid.card_id)
        if card.reading.card is None and laid.reading.card is not None:
            self.line.join(Named(laid.card_id, laid.reading, laid.left_at))
        return True

    def held(self) -> Question | None:
        """The question about a card that nothing was counted for yet: it would lose the game."""
        return next((q for q in self.docket.open.values() if q.kind is Kind.LAST_FUSE and q.event is None), None)

    def provisional(self, game: Game) -> Lying | None:
        """The misplay that still waits to be confirmed."""
        card = self.ledger.provisional()
        return card if card is not None and is_latest(game, card.event) else None

    def see(self, game: Game) -> None:
        """Learn what has become of the game since it was seen last, by this umpire's doing or another's."""
        if self.lines_seen is None:
            self.lines_seen = len(game.log)
        if len(game.log) != self.lines_seen:
            self.lines_seen, self.is_behind = len(game.log), True
            self._follow(game)
        if self.is_behind and not self.agenda:
            self.is_behind = False
            self._read_history(game)

    def _follow(self, game: Game) -> None:
        done, self.done = self.done, None
        if game.log and isinstance(game.log[-1], Correct):
            self._renumber(game, game.log[-1])
        elif done is not None and isinstance(done.command, Play | Discard | GiveClue):
            self._bind(done, last_event(game))

    def _bind(self, done: Do, event: int | None) -> None:
        """The action has its number: what was provisional stands, what was lifted can no longer be taken back."""
        self.ledger.release(event)
        self.ledger.stand(but=done.card_id)
        card = self.ledger.get(done.card_id) if done.card_id is not None else None
        if card is not None:
            card.event = event
        for question in [*self.docket.open.values()]:
            if question.kind is Kind.TAKEN_BACK and question.card_id != done.card_id:
                self.settle(question)

    def _renumber(self, game: Game, mend: Correct) -> None:
        """A correction may put a clue before its entry and drop later ones: the numbers behind it have shifted."""
        dropped = {conflict.event for conflict in game.conflicts or ()}
        for card in self.ledger.cards.values():
            if card.event in dropped:
                card.event = None
            elif card.event is not None:
                clue_before = mend.after_clue and card.event >= mend.event
                card.event += clue_before - sum(event < card.event for event in dropped)

    def _read_history(self, game: Game) -> None:
        """Bring cards and questions in step with what the history says now."""
        for card in [*self.ledger.cards.values()]:
            said = told(step_of(game, card.event))
            if said is not None:
                card.is_misplay = said[0] == "misplay"
                self._learn(card, said[1])
            elif card.home is not None:
                self.ledger.unbind(card)
                self._forget(card)
        for question in [*self.docket.open.values()]:
            about = self.ledger.get(question.card_id)
            if question.kind is Kind.CLUE_FIRST and not is_followed_by_a_clue(game, about.event if about else None):
                self.settle(question)
        for changed in self.docket.bind({card.card_id: card.event for card in self.ledger.cards.values()}):
            self.agenda.append(Ask(changed))

    def _forget(self, card: Lying) -> None:
        """Its event was taken back: there is nothing to ask about it, and nothing hangs on it."""
        for question in [*self.docket.open.values()]:
            if question.card_id == card.card_id:
                self.settle(question)
        self._free(card)

    def _learn(self, card: Lying, known: Card | None) -> None:
        """The history names the card: its question is over, and what hung on it may be told."""
        was_known, card.known = card.known is not None, known
        if known is not None and not was_known:
            self.settle(self.docket.about(card.card_id, *NAMED_ENDS))
            self._free(card)

    def _free(self, card: Lying) -> None:
        for other in self.ledger.hanging_on(card.card_id):
            other.hangs_on -= {card.card_id}
            if not other.hangs_on and other.reading.card is not None:
                self.line.join(Named(other.card_id, other.reading, self.line.now))


def _is_same(one: Kind, other: Kind) -> bool:
    """Whether a question of one kind takes the place of another's about the same card."""
    return one is other or (one not in _APART and other not in _APART)
