"""The drawn table as the journal left it: the game that was on goes on there, at the action after the last one told.

Law: only the journal says how far a game has come; nobody tells the eyes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.drawn import DrawnEvening


def going_on(data: Path, planned: DrawnEvening) -> DrawnEvening:
    """The evening as planned, its first games left out that are in the journal of this folder already.

    One that isn't endless is one game: the first, however far it has come.
    """
    from companion.journal.opening import past_games
    from companion.rules.game import Game

    games = past_games(data)
    position = Game.replay(games[-1].setup, games[-1].log).position if games else None
    goes_on = position is not None and not (position.is_over and planned.is_endless)
    return replace(
        planned,
        seed=planned.seed + max(0, len(games) - 1 if goes_on else len(games)),
        start=position.turn - 1 if position is not None and goes_on else 0,
        table_seed=planned.seed if planned.table_seed is None else planned.table_seed,
    )
