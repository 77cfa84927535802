"""Which questions are open, and how they are put to the players.

Law: a question stays open until it is answered or overtaken; the first answer counts; the OK button can only
answer what had been asked before it went down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.sentences import Sentence, listed, say
from companion.table.rulings import Kind, Question


@dataclass(slots=True)
class Docket:
    """The open questions, oldest first."""

    open: dict[int, Question] = field(default_factory=dict)
    asked_at: dict[int, float] = field(default_factory=dict)
    last_id: int = 0

    def number(self) -> int:
        """A number that no question has had."""
        self.last_id += 1
        return self.last_id

    def ask(self, question: Question, now: float) -> None:
        """Open it, or put it anew under its old number (it keeps its place in the line and the time it was asked)."""
        self.open[question.id] = question
        self.asked_at.setdefault(question.id, now)

    def settle(self, question_id: int) -> None:
        """No longer open."""
        self.open.pop(question_id, None)
        self.asked_at.pop(question_id, None)

    def get(self, question_id: int) -> Question | None:
        """The question, if it is open."""
        return self.open.get(question_id)

    def about(self, card_id: int, *kinds: Kind) -> Question | None:
        """The open question about this card (of these kinds, if any are named)."""
        return next(
            (q for q in self.open.values() if q.card_id == card_id and (not kinds or q.kind in kinds)),
            None,
        )

    def oldest_before(self, at: float) -> Question | None:
        """What the OK button, pressed at that time, says yes to."""
        return next((q for q in self.open.values() if self.asked_at[q.id] < at), None)

    def hand_over(self, old: int, new: int) -> None:
        """The tracker knows the card by another id now."""
        for question in [*self.open.values()]:
            if question.card_id == old:
                self.open[question.id] = replace(question, card_id=new)

    def bind(self, events: Mapping[int, int | None]) -> list[Question]:
        """The cards' events have these numbers now: the questions whose number has changed, as they are now."""
        changed = [replace(q, event=events.get(q.card_id)) for q in self.open.values()]
        changed = [q for q in changed if q != self.open[q.id]]
        self.open.update({q.id: q for q in changed})
        return changed


def sentence(kind: Kind, card: str, seats: Sequence[str] = ()) -> Sentence:
    """How the question is put to the players. `card`: its code, or words for one that nobody
    could read; `seats`: who was passed over, and then whose arm it was.
    """
    match kind:
        case Kind.UNREAD:
            return say("A card was laid that can't be read: which is it?")
        case Kind.IMPOSSIBLE:
            return say("This looks like {card}, but every {card} is accounted for: which card is it?", card=card)
        case Kind.BLOCKED:
            return say(
                "This looks like {card}, but a card laid before it isn't named yet: which card is it?", card=card
            )
        case Kind.TWIN:
            return say(
                "{card} lies here, and the {card} laid before it is gone: is it that one again, or another?", card=card
            )
        case Kind.FULL:
            return say(
                "{card} lies among the discards with every clue available: a clue nobody pressed, or a misplay?",
                card=card,
            )
        case Kind.LAST_FUSE:
            return say("{card} doesn't fit, and the game would be lost: is it a misplay?", card=card)
        case Kind.FUSE_FITS:
            return say("FUSE was pressed, but {card} fits, so it can't have been a misplay: what was it?", card=card)
        case Kind.MOVED:
            return say("{card} was counted where it was laid first, and now lies elsewhere: what was it?", card=card)
        case Kind.TAKEN_BACK:
            return say("{card} left the table: was it taken back?", card=card)
        case Kind.FORGOTTEN:
            *passed, by = seats
            if len(passed) == 1:
                return say(
                    "{card} came from {by}'s side: did {who} give a clue before it?", card=card, by=by, who=passed[0]
                )
            return say(
                "{card} came from {by}'s side: did {who} give a clue each before it?",
                card=card,
                by=by,
                who=listed(passed),
            )
        case Kind.CLUE_FIRST:
            return say("CLUE was pressed right after {card}: was the clue given before it?", card=card)
