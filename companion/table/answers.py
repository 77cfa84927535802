"""A question is answered: by the page, by OK, or by a CLUE or FUSE that came late.

Law: the first answer that the rules accept counts; one that they refuse leaves the question open.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Unreadable
from companion.rules.cards import Card, parse_card
from companion.rules.commands import Command, Correct, GiveClue, Undo
from companion.rules.game import Game
from companion.sentences import say
from companion.table.bearings import after, as_of, is_last, refusal, step_of, told, wish
from companion.table.desk import Desk
from companion.table.doubts import settle_doubt
from companion.table.ledger import Lying
from companion.table.placements import Answered
from companion.table.rulings import YES, YES_OR_NO, Kind, Meaning, Question
from companion.table.ties import put_first

MEANINGS: dict[str, Meaning] = {"play": "play", "misplay": "misplay", "discard": "discard", "none": "none"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody says: which card, what it was, or both."""

    card: Card | None
    meaning: Meaning | None
    at: float


def hear_answer(desk: Desk, game: Game, answered: Answered) -> None:
    """Take an answer from the page."""
    question = desk.docket.get(answered.question)
    if question is None:
        desk.decline(say("That question is no longer open."), answered.at)
        return
    if question.kind in YES_OR_NO:
        _say(desk, game, question, is_so=answered.as_ == YES, at=answered.at)
        return
    meaning = MEANINGS.get(answered.as_) if answered.as_ is not None else None
    try:
        card = parse_card(answered.card) if answered.card is not None else None
    except Unreadable as why:
        desk.decline(str(why), answered.at)
        return
    if card is None and meaning is None:
        desk.decline(say("An answer says which card it was, or what it was."), answered.at)
    else:
        resolve(desk, game, question, Answer(card, meaning, answered.at))


def say_yes(desk: Desk, game: Game, question: Question, at: float) -> None:
    """The OK button: the first guess is right."""
    if not question.guesses:
        desk.decline(say("There is no guess to confirm: say on the page which card it was."), at)
        return
    guess = question.guesses[0][0]
    if question.kind in YES_OR_NO:
        _say(desk, game, question, is_so=guess == YES, at=at)
        return
    meaning = MEANINGS.get(guess)
    resolve(desk, game, question, Answer(None if meaning else parse_card(guess), meaning, at))


def _say(desk: Desk, game: Game, question: Question, *, is_so: bool, at: float) -> None:
    """Yes or no."""
    card = desk.ledger.get(question.card_id)
    if card is None:
        desk.settle(question)
    else:
        settle = put_first if question.kind is Kind.CLUE_FIRST else settle_doubt
        settle(desk, game, question, card, is_so=is_so, at=at)


def resolve(desk: Desk, game: Game, question: Question, answer: Answer) -> None:
    """Carry an answer out, or decline it with the reason."""
    card = desk.ledger.get(question.card_id)
    if card is None:
        desk.settle(question)
    elif answer.meaning == "none":
        _never_was(desk, game, question, card, answer.at)
    elif question.event is None:
        _count_held(desk, game, question, card, answer)
    elif question.kind is Kind.TAKEN_BACK:
        card.gone_since = None
        desk.settle(question)
    else:
        _tell(desk, game, question, card, answer)


def _never_was(desk: Desk, game: Game, question: Question, card: Lying, at: float) -> None:
    """It was no action at all."""
    if question.event is None:
        desk.settle(question)
    elif is_last(game, question.event):
        card.gone_since = None
        desk.settle(question)
        desk.do(Undo(), at)
    else:
        desk.decline(say("Something was done after it: take that back first, or mend it on the page."), at)


def _count_held(desk: Desk, game: Game, question: Question, card: Lying, answer: Answer) -> None:
    """Nothing was counted for the card yet."""
    command = wish(answer.meaning or "play", answer.card or card.reading.card)
    why_not = refusal(game, command)
    if why_not is not None:
        desk.decline(why_not, answer.at)
        return
    desk.settle(question)
    card.home = card.zone
    desk.do(command, card.laid_at, card)


def _tell(desk: Desk, game: Game, question: Question, card: Lying, answer: Answer) -> None:
    """The entry says something else: it is told anew, the last one by an undo, an earlier one by a correction."""
    said = told(step_of(game, question.event))
    if said is None or question.event is None:
        desk.settle(question)
        return
    face = answer.card or said[1] or card.reading.card
    meaning = answer.meaning or ("discard" if question.kind is Kind.FULL else None)
    if (meaning or said[0], face) == said:
        _tell_nothing_new(desk, question, face, answer.at)
        return
    ways = _ways(game, question, question.event, face, meaning or said[0])
    accepted = next((way for way in ways if after(game, *way) is not None), None)
    if accepted is None:
        desk.decline(refusal(game, ways[-1][-1]) or "The rules don't allow that here.", answer.at)
    else:
        _carry_out(desk, question, card, face, accepted, answer.at)


def _tell_nothing_new(desk: Desk, question: Question, face: Card | None, at: float) -> None:
    if face is None:
        desk.decline(say("It counts as that already: say which card it was."), at)
    else:
        desk.settle(question)


def _ways(game: Game, question: Question, event: int, face: Card | None, meaning: Meaning) -> list[tuple[Command, ...]]:
    """How it can be told anew, the plainest first."""
    with_clue = question.kind is Kind.FULL and meaning == "discard"
    mend = Correct(event, face, as_of(meaning), after_clue=with_clue)
    if not is_last(game, event):
        return [(mend,)]
    clue = (GiveClue(),) if with_clue else ()
    return [(Undo(), *clue, wish(meaning, face)), (mend,)]


def _carry_out(
    desk: Desk, question: Question, card: Lying, face: Card | None, commands: tuple[Command, ...], at: float
) -> None:
    """Do them in their order; while the card has no name, its question stays open."""
    card.is_provisional = False
    if face is not None:
        desk.settle(question)
    for command in commands:
        desk.do(command, at, None if isinstance(command, Undo | GiveClue) else card)
    if face is None:
        guesses = tuple(guess for guess in question.guesses if guess[0] not in MEANINGS)
        desk.ask(Kind.UNREAD, card, guesses, ("play", "misplay", "discard", "none"), at)
