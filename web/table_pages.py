"""The pages on which a table is set up, as one: who plays, the middle of a game, the camera, decks, and the PIN."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from companion.showing import Shows
from web import camera, keyed, middle, setup, teaching
from web.broadcast import Broadcast
from web.gate import Gate
from web.wishing import Wishes


def table_pages(board: Broadcast, wishes: Wishes, gate: Gate, shows: Shows | None) -> Iterator[Blueprint]:
    """Their blueprints. `shows`: what they see of the table; None shows nothing."""
    shows = shows or Shows()
    yield keyed.blueprint(gate)
    yield setup.blueprint(board, wishes, gate, shows.names)
    yield middle.blueprint(board, wishes, gate, None if shows.camera is None else shows.camera.lying)
    yield camera.blueprint(gate, shows.camera, shows.zoning)
    yield teaching.blueprint(gate, shows.teaching)
