"""What a bonus tile does, where completed suits turn one up.

Law: a tile is used once, at once, and takes no turn; where it can't do anything it does nothing.
"""

from __future__ import annotations

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import Bonus, Tile
from companion.rules.events import BonusApplied, Fact, TokenReturned
from companion.rules.laying import completing
from companion.rules.position import Position
from companion.rules.setup import ALL_CLUES
from companion.sentences import say

_NEED_A_CARD = (Tile.RETURN, Tile.RESCUE)


def bonus(position: Position, wish: Bonus) -> tuple[Fact, ...]:
    """The facts of a tile; Refused where none is owed or its card isn't there."""
    if not position.tiles_owed:
        raise Refused(say("No bonus tile is owed: completing a suit turns one up, and it lapses with the next action."))
    used = BonusApplied(wish.tile, wish.card)
    if wish.tile in _NEED_A_CARD:
        card = _among_discards(position, wish)
        return (used, *_rescued(position, card)) if wish.tile is Tile.RESCUE else (used,)
    if wish.card is not None:
        raise Refused(say("The tile {tile} takes no card.", tile=wish.tile.value))
    if wish.tile is Tile.CLUE and position.clues < ALL_CLUES:
        return (used, TokenReturned())
    return (used,)


def _among_discards(position: Position, wish: Bonus) -> Card:
    if wish.card is None:
        raise Refused(say("The tile {tile} needs a card: say which of the discards.", tile=wish.tile.value))
    if wish.card not in position.discards:
        raise Refused(say("{card} is not among the discards.", card=wish.card))
    return wish.card


def _rescued(position: Position, card: Card) -> tuple[Fact, ...]:
    if not position.fits(card):
        raise Refused(say("{card} doesn't fit on its pile.", card=card))
    return completing(position, card)
