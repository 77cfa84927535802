"""What an earlier command should have been: the correction of one line of the history.

Law: only what a correction names is changed, and one that names nothing is refused.
"""

from __future__ import annotations

from typing import assert_never

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import As, Bonus, Correct, Discard, GiveClue, Move, Play
from companion.sentences import say


def mended(command: Move, wish: Correct) -> tuple[Move, ...]:
    """The commands that stand in this command's place, in their order."""
    if wish.card is None and wish.as_ is None and not wish.after_clue:
        raise Refused(say("A correction says which card it was, or whether it was a play, a misplay or a discard."))
    before: tuple[Move, ...] = (GiveClue(),) if wish.after_clue else ()
    return (*before, _renamed(command, wish))


def _renamed(command: Move, wish: Correct) -> Move:
    if wish.as_ is not None:
        return laid_as(wish.as_, _card(command, wish))
    if wish.card is None:
        return command
    match command:
        case Play(misplay=misplay):
            return Play(wish.card, misplay)
        case Discard():
            return Discard(wish.card)
        case Bonus(tile=tile):
            return Bonus(tile, wish.card)
        case _:
            raise Refused(
                say(
                    "Event {event} laid no card: say also what it was, a play, a misplay or a discard.",
                    event=wish.event,
                )
            )


def _card(command: Move, wish: Correct) -> Card | None:
    if wish.card is not None:
        return wish.card
    if isinstance(command, Play | Discard):
        return command.card
    raise Refused(say("Event {event} laid no card: say also which card it was.", event=wish.event))


def laid_as(as_: As, card: Card | None) -> Play | Discard:
    """The command of a card laid so."""
    match as_:
        case As.PLAY:
            return Play(card)
        case As.MISPLAY:
            return Play(card, misplay=True)
        case As.DISCARD:
            return Discard(card)
        case _:
            assert_never(as_)
