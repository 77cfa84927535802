"""The witness is heard: what is asked about clues that nobody pressed, and what the answer does.

Law: an arm only ever raises a question, and not before a press can no longer come late; a press that does come late
answers it by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.game import Game
from companion.sentences import say
from companion.table import witness
from companion.table.bearings import clues_before, step_of
from companion.table.desk import Desk
from companion.table.ledger import Lying
from companion.table.rulings import YES, Kind, Question
from companion.table.witness import Arm

_NOES = 2
"""After so many in a row the sides are learned anew: people have changed places."""


def heed(desk: Desk, game: Game) -> None:
    """Hear the witness where there is news, and ask what is due."""
    if any(question.kind is Kind.FULL for question in desk.docket.open.values()):
        return
    cards = laid(desk, game)
    news = (len(game.log), sum(card.missing for card in cards), sum(card.none_missing for card in cards))
    if news != desk.heeded:
        desk.heeded = news
        _listen(desk, game, cards)
    for card in cards:
        is_due = card.missing and desk.line.has_passed(card.laid_at, desk.patience.late_press)
        if is_due and desk.docket.about(card.card_id, Kind.FORGOTTEN) is None:
            _ask(desk, game, card)


def _listen(desk: Desk, game: Game, cards: Sequence[Lying]) -> None:
    """Suppose what the witness says is missing, and let go what it doesn't say any more."""
    desk.arms = arms_of(game, cards)
    supposed = witness.forgotten(
        game.setup.players,
        desk.arms,
        {card.card_id: card.missing for card in cards if card.missing},
        {card.card_id for card in cards if card.none_missing},
        desk.earlier,
    )
    for card in cards:
        missing = supposed.get(card.card_id, 0)
        if card.missing and not missing:
            desk.settle(desk.docket.about(card.card_id, Kind.FORGOTTEN))
        card.missing = missing if clues_before(game, card.event, missing) is not None else 0


def laid(desk: Desk, game: Game) -> list[Lying]:
    """The cards that count, in the order of the history."""
    counted = [card for card in desk.ledger.cards.values() if step_of(game, card.event) is not None]
    return sorted(counted, key=lambda card: card.event or 0)


def arms_of(game: Game, cards: Sequence[Lying]) -> tuple[Arm, ...]:
    """Where these cards' arms came from, as far as that is known, with whose they are by the history."""
    told = [(card, step_of(game, card.event)) for card in cards]
    return tuple(Arm(card.card_id, step.player, card.arm) for card, step in told if step and card.arm is not None)


def _ask(desk: Desk, game: Game, card: Lying) -> None:
    """Name who would have given the clues; those that are missing before them are taken to be told."""
    step = step_of(game, card.event)
    if step is None:
        return
    setup = game.setup
    first = step.player + sum(one.missing for one in laid(desk, game) if (one.event or 0) < step.n)
    seats = [setup.name((first + n) % setup.players) for n in range(card.missing + 1)]
    desk.ask(Kind.FORGOTTEN, card, ((YES, 0.9),), ("none",), card.laid_at, seats)


# a press that comes late


def is_late_press(desk: Desk, game: Game, at: float) -> bool:
    """Take a CLUE as the one that seems to be missing, if it still may be; False where it is a clue of its own."""
    for card in reversed(laid(desk, game)):
        if card.missing and 0 <= at - card.laid_at <= desk.patience.late_press:
            return _tell(desk, game, card, 1, at)
    return False


def _tell(desk: Desk, game: Game, card: Lying, clues: int, at: float) -> bool:
    """Put clues before the card; what is still missing stays in doubt. False where the rules don't allow it."""
    mends = clues_before(game, card.event, clues)
    if mends is None:
        return False
    for mend in mends:
        desk.do(mend, at)
    card.missing -= clues
    desk.settle(desk.docket.about(card.card_id, Kind.FORGOTTEN))
    return True


# answers


def settle_doubt(desk: Desk, game: Game, question: Question, card: Lying, *, is_so: bool, at: float) -> None:
    """Somebody says whether there were clues before the card."""
    if not is_so:
        desk.settle(question)
        _believe_no(desk, card)
    elif _tell(desk, game, card, card.missing, at):
        desk.noes = 0
    else:
        desk.decline(say("A clue would be missing later: mend it on the page."), at)


def _believe_no(desk: Desk, card: Lying) -> None:
    """Somebody reached across, and will again; if it is said twice in a row, people sit elsewhere than they did."""
    card.missing, card.none_missing = 0, True
    desk.noes += 1
    if desk.noes >= _NOES:
        desk.noes, desk.earlier = 0, ()
        for lying in desk.ledger.cards.values():
            lying.arm = None
