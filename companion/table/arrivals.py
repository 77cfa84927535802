"""A card came to lie: what is counted, what is asked.

Law: an arrival is counted once, and only where the rules accept it; a card that nobody can tell counts as `?`.
"""

from __future__ import annotations

from companion.rules.commands import GiveClue, Play
from companion.rules.game import Game
from companion.sentences import say
from companion.table.bearings import is_over, refusal
from companion.table.desk import Desk
from companion.table.ledger import Lying
from companion.table.placements import Button, Laid, Pressed, Zone
from companion.table.rulings import Kind
from companion.table.ties import first_of_two, warn_of_a_tie
from companion.table.verdicts import Scene, Verdict, judge

COUNTED = (Zone.FIREWORKS, Zone.DISCARDS)
"""The zones in which a card counts."""


def arrive(desk: Desk, game: Game, laid: Laid) -> bool:
    """Decide on the arrival; False where it must still wait."""
    if laid.zone not in COUNTED or is_over(game):
        desk.line.leave(laid)
        _note(desk, game, laid)
        return True
    if stand_by_held(desk):
        return True
    laid = first_of_two(desk, game, laid)
    verdict = judge(game, _scene_of(desk, laid))
    if verdict.is_provisional and desk.ledger.twin_in_the_air(laid):
        verdict = Verdict(Play(None), Kind.TWIN, (("none", 0.5), ("misplay", 0.5)), ("none", "misplay"))
    if verdict.kind is Kind.FULL:
        late = _late_press(desk, laid)
        if late is None and not desk.line.has_passed(laid.left_at, desk.patience.late_press):
            return False
        if late is not None and late.button is not Button.UNDO:
            _hear_late(desk, late)
            return True
    desk.line.leave(laid)
    warn_of_a_tie(desk, game, laid)
    _count(desk, game, laid, verdict)
    return True


def _count(desk: Desk, game: Game, laid: Laid, verdict: Verdict) -> None:
    card = desk.ledger.enter(laid)
    card.had_fuse = desk.announced_at is not None
    desk.announced_at, desk.last_laid = None, laid
    carry_out(desk, game, card, verdict, laid.left_at)


def carry_out(desk: Desk, game: Game, card: Lying, verdict: Verdict, at: float) -> None:
    """Write a verdict's command and question on the agenda."""
    if verdict.command is not None:
        why_not = refusal(game, verdict.command)
        if why_not is not None:
            desk.warn("count-mismatch", say("{card} was laid, but: {why}", card=card.code, why=why_not), at, card)
            return
        card.home = card.zone
        card.is_provisional = verdict.is_provisional and not card.had_fuse
        desk.do(verdict.command, at, card, card.reading.confidence)
    card.hangs_on = verdict.hangs_on
    if verdict.kind is not None:
        desk.ask(verdict.kind, card, verdict.guesses, verdict.as_, at)


def stand_by_held(desk: Desk) -> bool:
    """A misplay that would lose the game was never confirmed and the next action comes: it counts as `?`."""
    question = desk.held()
    card = desk.ledger.get(question.card_id) if question else None
    if question is None or card is None:
        return False
    card.home = card.zone
    desk.do(Play(None), card.laid_at, card, card.reading.confidence)
    return True


def _note(desk: Desk, game: Game, laid: Laid) -> None:
    """A card where, or when, no card counts."""
    card = desk.ledger.enter(laid)
    if laid.zone is Zone.DECK:
        desk.deck_is_back(laid.left_at)
    elif is_over(game):
        if not desk.told_the_end:
            desk.told_the_end = True
            desk.warn("count-mismatch", say("The game is over: {card} isn't counted.", card=card.code), laid.left_at)
    elif laid.zone is Zone.ELSEWHERE:
        desk.warn(
            "unknown-object",
            say("{card} lies outside both places and isn't counted.", card=card.code),
            laid.left_at,
            card,
        )


def _scene_of(desk: Desk, laid: Laid) -> Scene:
    unread = tuple((card.card_id, card.reading) for card in desk.ledger.unread_plays())
    return Scene(
        laid.reading,
        laid.zone,
        frozenset(card_id for card_id, _ in unread if card_id in laid.covers),
        unread,
        announced=_is_announced(desk, laid.left_at),
    )


def _is_announced(desk: Desk, at: float) -> bool:
    """Was FUSE pressed for the next card, not too long ago?"""
    if desk.announced_at is not None and at - desk.announced_at > desk.patience.fuse_looks_ahead:
        desk.announced_at = None
    return desk.announced_at is not None


# a discard at a full supply


def _late_press(desk: Desk, laid: Laid) -> Pressed | None:
    """The first press after the card, within the time of late presses, that says what the card was."""
    telling = (Button.CLUE, Button.FUSE, Button.UNDO)
    for matter in desk.line.matters:
        if isinstance(matter, Pressed) and matter.button in telling and matter.at >= laid.left_at:
            return matter if matter.at - laid.left_at <= desk.patience.late_press else None
    return None


def _hear_late(desk: Desk, press: Pressed) -> None:
    """A clue came before the card after all, or it is a misplay: the card is judged again with that."""
    desk.line.leave(press)
    if press.button is Button.CLUE:
        desk.do(GiveClue(), press.at)
    else:
        desk.announced_at = desk.fuse_pressed_at = press.at
