"""Whether the game is over, and how.

Law: a misplay loses before anything else is looked at; completeness wins before turns are counted. No game is ended
by a card that nobody has read.
"""

from __future__ import annotations

from companion.rules.events import (
    CardDiscarded,
    CardMisplayed,
    Ending,
    Fact,
    GameExhausted,
    GameFinished,
    GameLost,
    GameStarted,
    GameWon,
)
from companion.rules.position import Position
from companion.rules.setup import ALL_FUSES


def ending(position: Position, facts: tuple[Fact, ...]) -> Ending | None:
    """How the game ends with these facts, which led to this position; None where it goes on."""
    if any(is_fatal(position, fact) for fact in facts):
        return GameLost()
    if position.is_complete:
        return GameWon()
    if position.turns_left == 0:
        return GameFinished()
    return GameExhausted() if nobody_can_act(position) else None


def is_fatal(position: Position, fact: Fact) -> bool:
    """Whether this fact loses the game in the position that it led to."""
    match fact:
        case GameStarted():
            return position.fuses >= ALL_FUSES
        case CardMisplayed(card=card) if card is not None and position.fuses >= ALL_FUSES:
            return True
        case CardMisplayed(card=card) | CardDiscarded(card=card) if card is not None:
            return position.setup.options.lose_on_lost_card and position.is_lost(card)
        case _:
            return False


def nobody_can_act(position: Position) -> bool:
    """Play goes on after the last card, and the seat in turn has neither card nor token, or nobody holds a card."""
    if not position.setup.plays_on or position.deck:
        return False
    return not any(position.hands) or (not position.hands[position.player] and not position.clues)
