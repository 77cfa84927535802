"""A past game at one of its lines: the table as it was drawn then, what had just happened, and the way on and back.

Law: what stands is shown, as the timeline tells it: what was taken back or mended leaves no trace in between.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.history import as_it_lay, timeline
from companion.journal.past import PastGame
from web.view import View, view
from web.words import face_of


@dataclass(frozen=True, slots=True)
class Replay:
    """`n`: the line that is shown, 0 for the deal; `last`: the last there is; `say`: what happened; `letter`, `rank`:
    of the card that was laid, else empty and 0.
    """

    number: int
    n: int
    last: int
    view: View
    say: str
    letter: str
    rank: int

    @property
    def back(self) -> int:
        """The line before."""
        return max(0, self.n - 1)

    @property
    def on(self) -> int:
        """The line after."""
        return min(self.last, self.n + 1)


def replay(past: PastGame, turn: int) -> Replay:
    """The game after that line; after its last one for a line that it hasn't reached."""
    last = len(past.game.history)
    n = min(turn, last)
    line = timeline(past.game)[n]
    face = face_of(line.get("card"))
    return Replay(
        number=past.number,
        n=n,
        last=last,
        view=view(as_it_lay(past, n)),
        say=str(line["say"]),
        letter=face.suit.letter if face else "",
        rank=face.rank if face else 0,
    )
