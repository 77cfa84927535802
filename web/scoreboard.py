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
from companion.sentences import say
from web.after import AfterGames
from web.broadcast import Broadcast
from web.pages import Pages
from web.past import Past


@dataclass(frozen=True, slots=True)
class Pin:
    """A lamp or button and its BCM number. `kind`: clue, fuse or final for a lamp, button for a button."""

    kind: str
    label: str
    bcm: int


CONTRACTS_PINS = (
    *(Pin("clue", str(n), bcm) for n, bcm in enumerate((5, 6, 12, 13, 16, 17, 18, 19), 1)),
    *(Pin("fuse", str(n), bcm) for n, bcm in enumerate((20, 21, 22), 1)),
    Pin("final", say("last round"), 23),
    *(Pin("button", label, bcm) for label, bcm in (("clue", 24), ("fuse", 25), ("undo", 26), ("ok", 27))),
)

_AS_PRINTED = ("", say("As the edition says"))
HOUSE_RULES = (
    (
        "talk",
        say("What the screen may say"),
        (
            ("strict", say("Only what lies there")),
            ("open", say("Also what follows from it")),
            ("reminder", say("Also what the clues said")),
        ),
    ),
    (
        "zero_clue",
        say("A clue that touches no card"),
        (_AS_PRINTED, ("true", say("Allowed")), ("false", say("Forbidden"))),
    ),
    (
        "discard_at_full",
        say("A discard with all tokens available"),
        (_AS_PRINTED, ("refuse", say("Forbidden")), ("no-token", say("Allowed, no token comes back"))),
    ),
    ("loss", say("A lost game"), (_AS_PRINTED, ("zero", say("Scores 0")), ("uncounted", say("Is not counted")))),
    (
        "lose_on_lost_card",
        say("The last copy of a card is lost"),
        (_AS_PRINTED, ("true", say("The game is lost")), ("false", say("Play goes on"))),
    ),
)
"""The options of a setup: its key, what it is about, and its values with their words; "" leaves it out."""

TILES = (
    (Tile.CLUE.value, say("A clue token back")),
    (Tile.FUSE.value, say("A mistake forgiven")),
    (Tile.COLOUR.value, say("A free colour clue")),
    (Tile.RANK.value, say("A free rank clue")),
    (Tile.RETURN.value, say("A discard back into the pile…")),
    (Tile.RESCUE.value, say("A discard onto its firework…")),
    (Tile.OTHER.value, say("Another tile")),
)


Pictures = Callable[[str], bytes | None]
"""A card's picture (JPEG) by its name, None where there is none any more."""


def no_pictures(name: str) -> None:
    """A table without a camera."""


def blueprint(board: Broadcast, pins: Sequence[Pin], pictures: Pictures, past: Past) -> Blueprint:
    """The pages that show the game. `past`: what is told of one that is over is read there."""
    scoreboard = Blueprint("scoreboard", __name__)
    pages, after = Pages(board), AfterGames(past)
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
        return pages.show("scoreboard.html", after.beside, **choices)

    @scoreboard.get("/pictures/<name>.jpg")
    def picture(name: str) -> Response:
        found = pictures(name) or abort(404)
        return Response(found, headers={"Cache-Control": "no-store"}, mimetype="image/jpeg")

    @scoreboard.get("/panel")
    def panel() -> Response:
        return pages.show("panel.html", pins=pins)

    return scoreboard
