"""Which pictures the page may show: of the last cards laid, of those that nobody could name, and of open questions.

Law: pictures of this game alone. When another begins they are forgotten, but for the card that began it.
"""

from __future__ import annotations

from companion.album import Album
from companion.evening.judging import Judging
from companion.rules.commands import Discard, Play
from companion.rules.game import Step
from companion.session import Session

LAST = 3


class Pictures:
    """The album as the game goes on. Asked by the table's thread."""

    def __init__(self, album: Album, session: Session, judging: Judging) -> None:
        self._album = album
        self._session = session
        self._judging = judging
        self._game = session.number

    def of_events(self) -> tuple[tuple[int, str], ...]:
        """Numbers in the history, each with its picture's name."""
        self._follow()
        game = self._session.game
        if game is None or self._album.is_empty:
            return ()
        laid = self._judging.umpire.laid
        steps = [*(step for step in game.history[:-LAST] if _is_unnamed(step)), *game.history[-LAST:]]
        found = ((step.n, self._album.name_of(laid[step.n])) for step in steps if step.n in laid)
        return tuple((n, name) for n, name in found if name is not None)

    def _follow(self) -> None:
        if self._session.number != self._game:
            self._game = self._session.number
            self._album.keep_only({card.id for card in self._judging.tracker.cards})


def _is_unnamed(step: Step) -> bool:
    return isinstance(step.command, Play | Discard) and step.command.card is None
