"""Two cards laid at once, or a clue pressed right after a card: which is told first, and whether that matters.

Law: where the order of two cards changes what lies on the table, the players are told which was taken; where that of a
card and a clue changes tokens or turns, they are asked.
"""

from __future__ import annotations

from companion.rules.commands import Command, Discard, GiveClue, Play, Undo
from companion.rules.game import Game
from companion.rules.position import Status
from companion.sentences import say
from companion.table import witness
from companion.table.bearings import (
    after,
    clues_before,
    is_followed_by_a_clue,
    is_last,
    order_matters,
    position_before,
    step_of,
)
from companion.table.desk import Desk
from companion.table.doubts import arms_of, laid
from companion.table.ledger import Lying
from companion.table.placements import Laid, Zone
from companion.table.rulings import YES, Kind, Question


def first_of_two(desk: Desk, game: Game, laid: Laid) -> Laid:
    """Which of two cards laid at once is told first: the lower one, else the one that fits."""
    for other in desk.line.matters:
        if isinstance(other, Laid) and other is not laid and other.zone in (Zone.FIREWORKS, Zone.DISCARDS):
            if other.left_at - laid.left_at > desk.patience.together:
                break
            if other.card_id in laid.covers:
                return other
            if laid.card_id not in other.covers and not _fits(game, laid) and _fits(game, other):
                return other
    return laid


def _fits(game: Game, laid: Laid) -> bool:
    card = laid.reading.card
    return card is not None and laid.zone is Zone.FIREWORKS and game.position.fits(card)


def warn_of_a_tie(desk: Desk, game: Game, laid: Laid) -> None:
    """Two cards were laid at once and it matters which was first: say which was taken to be."""
    first = desk.last_laid
    if first is None or abs(laid.left_at - first.left_at) > desk.patience.together or first.card_id in laid.covers:
        return
    before, one, two = after(game, Undo()), _as_command(first), _as_command(laid)
    earlier = desk.ledger.get(first.card_id)
    if before is None or earlier is None or not is_last(game, earlier.event) or one is None or two is None:
        return
    if order_matters(before, one, two):
        told = say("{one} and {two} were laid at once: {one} is counted first.", one=one.card, two=two.card)
        desk.warn("count-mismatch", told, laid.left_at)


def _as_command(laid: Laid) -> Play | Discard | None:
    card = laid.reading.card
    if card is None:
        return None
    return Play(card) if laid.zone is Zone.FIREWORKS else Discard(card)


# a clue right after a card


def wonder_about_order(desk: Desk, game: Game, card: Lying | None, at: float) -> None:
    """CLUE came right after a card, and it matters which was first: ask, unless the arm says whose card it was."""
    if card is None or not is_last(game, card.event) or at - card.laid_at > desk.patience.late_press:
        return
    mends = clues_before(game, card.event, 1)
    as_told, otherwise = after(game, GiveClue()), after(game, *mends) if mends is not None else None
    if as_told is None or otherwise is None or _counts(as_told) == _counts(otherwise):
        return
    step, arms = step_of(game, card.event), arms_of(game, laid(desk, game))
    if step is None or witness.whose(game.setup.players, arms, card.card_id) != step.player:
        desk.ask(Kind.CLUE_FIRST, card, ((YES, 0.5),), ("none",), at)


def _counts(game: Game) -> tuple[int, int | None, Status]:
    return game.position.clues, game.position.turns_left, game.position.status


def put_first(desk: Desk, game: Game, question: Question, card: Lying, *, is_so: bool, at: float) -> None:
    """Somebody says whether the clue came before the card: it is told so then, and what came later after both."""
    retold = _clue_first(game, card.event or 0) if is_so else []
    if retold is None:
        desk.decline(say("Too much was mended since: put it right on the page."), at)
        return
    desk.settle(question)
    cards = {step.n: desk.ledger.of_event(step.n) for step in game.history}
    for command, event in retold:
        desk.do(command, at, cards.get(event))


def _clue_first(game: Game, event: int) -> list[tuple[Command, int]] | None:
    """All from this card on taken back and told again, the clue after it first; each with the number that it had."""
    steps = game.history[event - 1 :]
    if not is_followed_by_a_clue(game, event):
        return None
    back: list[Command] = [Undo()] * len(steps)
    before = after(game, *back)
    again = [(step.command, step.n) for step in (steps[1], steps[0], *steps[2:])]
    if before is None or before.position != position_before(game, event):
        return None
    if after(before, *(command for command, _ in again)) is None:
        return None
    return [*((undo, 0) for undo in back), *again]
