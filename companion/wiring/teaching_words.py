"""What is said while a deck is taught: how far it is, and what is in the way.

Law: sentences only; whether one is true is the teaching's to know.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.sentences import Sentence, joined, say, say_number

LOOKING = say("Looking at the cards: leave them for two seconds.")
RESTLESS = say("The table didn't lie still: take your hands away and try again.")
NO_MAT = say("The mat isn't found: clear its markers, so that the camera sees three of them.")
BUSY = say("A deck is being learned just now: wait some seconds.")
LEARNING = say("The table lay still. Finding the cards, then learning them: some seconds.")
BROKEN = say("Something went wrong while learning; the log says what. Try again.")


def alone(code: str) -> Sentence:
    """One card is looked at alone."""
    return say("Looking at {card}: leave it alone on the mat for two seconds.", card=code)


def learned(faces: int, weak: Sequence[str]) -> Sentence:
    """So many faces are learned, these codes among them weakly."""
    well = say("Every face was read well in light that it was not trained in.")
    return joined(
        [
            say_number("{n} face learned.", "{n} faces learned.", faces),
            say("Weak: {cards}.", cards=", ".join(weak)) if weak else well,
        ]
    )
