"""The scoreboard `/`, and the pretended panel `/panel`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response

from companion.rules.cards import RANKS, Suit
from companion.rules.editions import DEFAULT_EDITION, EDITIONS
from companion.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.rules.variants import VARIANTS
from web.broadcast import Broadcast
from web.pages import Pages


@dataclass(frozen=True, slots=True)
class Pin:
    """A lamp or button and its BCM number. `kind`: clue, fuse or final for a lamp, button for a button."""

    kind: str
    label: str
    bcm: int


CONTRACTS_PINS = (
    *(Pin("clue", str(n), bcm) for n, bcm in enumerate((5, 6, 12, 13, 16, 17, 18, 19), 1)),
    *(Pin("fuse", str(n), bcm) for n, bcm in enumerate((20, 21, 22), 1)),
    Pin("final", "last round", 23),
    *(Pin("button", label, bcm) for label, bcm in (("clue", 24), ("fuse", 25), ("undo", 26), ("ok", 27))),
)


def blueprint(board: Broadcast, pins: Sequence[Pin]) -> Blueprint:
    """The pages that show the game."""
    scoreboard = Blueprint("scoreboard", __name__)
    pages = Pages(board)
    choices = {
        "editions": tuple(EDITIONS.values()),
        "default_edition": DEFAULT_EDITION,
        "variants": tuple(VARIANTS.values()),
        "players": range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        "suits": tuple(Suit),
        "ranks": RANKS,
    }

    @scoreboard.get("/")
    def show() -> Response:
        return pages.show("scoreboard.html", **choices)

    @scoreboard.get("/panel")
    def panel() -> Response:
        return pages.show("panel.html", pins=pins)

    return scoreboard
