"""A table that nobody watches: what the FUSE button means where cards are told on the page.

Law: FUSE is about the card that was told last, or it is refused with what to do; it never waits for another card.
"""

from __future__ import annotations

from companion.errors import Refused
from companion.rules.commands import As, Correct
from companion.rules.game import Game
from companion.sentences import say
from companion.table.bearings import position_before, told


def misplay_of_the_last(game: Game) -> Correct:
    """The mend that makes the last action a misplay; Refused where it can't have been one."""
    last = game.history[-1] if game.history else None
    said = told(last)
    if last is None or said is None:
        raise Refused(say("No card was just laid: press MISPLAY on the page for a card that didn't fit."))
    meaning, face = said
    if meaning == "misplay":
        raise Refused(say("That card counts as a misplay already."))
    if face is not None and position_before(game, last.n).fits(face):
        raise Refused(say("{card} fits its pile: it can't have been a misplay.", card=face))
    return Correct(last.n, face, As.MISPLAY)
