"""Two cards laid at once: which is told first, and whether that matters.

Law: where the order changes what lies on the table, the players are told which order was taken.
"""

from __future__ import annotations

from companion.rules.commands import Discard, Play, Undo
from companion.rules.game import Game
from companion.table.bearings import after, is_last, order_matters
from companion.table.desk import Desk
from companion.table.placements import Laid, Zone


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
        say = f"{one.card} and {two.card} were laid at once: {one.card} is counted first."
        desk.warn("count-mismatch", say, laid.left_at)


def _as_command(laid: Laid) -> Play | Discard | None:
    card = laid.reading.card
    if card is None:
        return None
    return Play(card) if laid.zone is Zone.FIREWORKS else Discard(card)
