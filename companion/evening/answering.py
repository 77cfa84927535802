"""An answer from a page, in the words of whoever asked.

Law: an answer that says nothing takes the first guess; one that can't be meant is Unreadable, one that comes too late
Refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import Refused, Unreadable
from companion.evening.questions import NO, Raised
from companion.messages import Answer
from companion.rules.cards import parse_card
from companion.sentences import say
from companion.table.answers import MEANINGS
from companion.table.placements import Answered
from companion.table.rulings import YES, YES_OR_NO, Question


def answer_umpire(question: Question, answer: Answer, at: float) -> Answered:
    """The umpire's message for this answer."""
    card, as_ = answer.card, answer.as_
    if question.kind in YES_OR_NO:
        return Answered(question.id, None, _word(answer, question.as_), at)
    if card is None and as_ is None:
        if not question.guesses:
            raise Refused(say("There is no guess to confirm: say which card it was."))
        guess = question.guesses[0][0]
        card, as_ = (None, guess) if guess in MEANINGS else (guess, None)
    if as_ is not None and as_ not in MEANINGS:
        raise Unreadable(
            say("A card can't have been {word!r}: choose from {choices}.", word=as_, choices=", ".join(MEANINGS))
        )
    if card is not None:
        parse_card(card)
    return Answered(question.id, card, as_, at)


def word_of(question: Raised, answer: Answer) -> str:
    """What is said to a question of the table's own: yes, none, or one of its meanings."""
    return _word(answer, question.asked.as_)


def _word(answer: Answer, others: Sequence[str]) -> str:
    word = answer.as_ if answer.as_ is not None else answer.card
    if word is None:
        return YES
    if word not in (YES, NO, *others):
        raise Unreadable(
            say(
                "{word!r} is no answer to this question: choose from {yes}, {choices}.",
                word=word,
                yes=YES,
                choices=", ".join(others),
            )
        )
    return word
