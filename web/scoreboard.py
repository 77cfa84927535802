"""The scoreboard `/`, and the pretended panel `/panel`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort

from companion.rules.cards import RANKS, Suit
from companion.rules.commands import Tile
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

_AS_PRINTED = ("", "As the edition says")
HOUSE_RULES = (
    (
        "talk",
        "What the screen may say",
        (
            ("strict", "Only what lies there"),
            ("open", "Also what follows from it"),
            ("reminder", "Also what the clues said"),
        ),
    ),
    ("zero_clue", "A clue that touches no card", (_AS_PRINTED, ("true", "Allowed"), ("false", "Forbidden"))),
    (
        "discard_at_full",
        "A discard with all tokens available",
        (_AS_PRINTED, ("refuse", "Forbidden"), ("no-token", "Allowed, no token comes back")),
    ),
    ("loss", "A lost game", (_AS_PRINTED, ("zero", "Scores 0"), ("uncounted", "Is not counted"))),
    (
        "lose_on_lost_card",
        "The last copy of a card is lost",
        (_AS_PRINTED, ("true", "The game is lost"), ("false", "Play goes on")),
    ),
)
"""The options of a setup: its key, what it is about, and its values with their words; "" leaves it out."""

TILES = (
    (Tile.CLUE.value, "A clue token back"),
    (Tile.FUSE.value, "A mistake forgiven"),
    (Tile.COLOUR.value, "A free colour clue"),
    (Tile.RANK.value, "A free rank clue"),
    (Tile.RETURN.value, "A discard back into the pile…"),
    (Tile.RESCUE.value, "A discard onto its firework…"),
    (Tile.OTHER.value, "Another tile"),
)


Pictures = Callable[[str], bytes | None]
"""A card's picture (JPEG) by its name, None where there is none any more."""


def no_pictures(name: str) -> None:
    """A table without a camera."""


def blueprint(board: Broadcast, pins: Sequence[Pin], pictures: Pictures = no_pictures) -> Blueprint:
    """The pages that show the game."""
    scoreboard = Blueprint("scoreboard", __name__)
    pages = Pages(board)
    choices = {
        "editions": tuple(EDITIONS.values()),
        "default_edition": DEFAULT_EDITION,
        "variants": tuple(VARIANTS.values()),
        "players": range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        "house": HOUSE_RULES,
        "tiles": TILES,
        "suits": tuple(Suit),
        "ranks": RANKS,
    }

    @scoreboard.get("/")
    def show() -> Response:
        return pages.show("scoreboard.html", **choices)

    @scoreboard.get("/pictures/<name>.jpg")
    def picture(name: str) -> Response:
        found = pictures(name) or abort(404)
        return Response(found, headers={"Cache-Control": "no-store"}, mimetype="image/jpeg")

    @scoreboard.get("/panel")
    def panel() -> Response:
        return pages.show("panel.html", pins=pins)

    return scoreboard
