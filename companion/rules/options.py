"""What a table may agree on before it starts; every edition has a default for each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class DiscardAtFull(Enum):
    """What becomes of a discard while all clue tokens are available."""

    REFUSE = "refuse"
    NO_TOKEN = "no-token"


class Loss(Enum):
    """What a lost game scores: nothing at all, or 0 points."""

    ZERO = "zero"
    UNCOUNTED = "uncounted"


class Talk(Enum):
    """How much the screen may say: what lies there; also what follows from it; also what the clues said."""

    STRICT = "strict"
    OPEN = "open"
    REMINDER = "reminder"


@dataclass(frozen=True, slots=True)
class Options:
    """The agreements of one table. `zero_clue`: "you have no reds" is a clue."""

    zero_clue: bool = False
    discard_at_full: DiscardAtFull = DiscardAtFull.REFUSE
    loss: Loss = Loss.UNCOUNTED
    lose_on_lost_card: bool = False
    talk: Talk = Talk.STRICT
