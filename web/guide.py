"""The pages that teach: `/help`, the companion in a minute with the own deck's cards, and `/rules`, this table's rules.

Law: looking is free, and nothing changes. A face is shown by a card's code alone, never by a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request

from companion.errors import InTheWay, Unreadable
from companion.rules.agreement import read_setup, write_options
from companion.rules.cards import RANKS, Card, Suit
from companion.rules.editions import EDITIONS
from companion.rules.setup import Setup
from companion.rules.variants import VARIANTS
from companion.showing import DeckShown
from web.answers import html
from web.broadcast import Broadcast
from web.pad import setup_of
from web.past import Past
from web.reading import Page
from web.rulebook import ratings, rulebook
from web.scoreboard import HOUSE_RULES
from web.words import card_words

_USUAL = Setup(3)
_FLAGS = {"true": True, "false": False}
_SHOWN = ("R1", "R2", "Y1", "G3", "B4", "W5")


@dataclass(frozen=True, slots=True)
class Face:
    """A card in a picture. `words`: what it is; `address`: of the deck's own picture, empty where it has none."""

    letter: str
    rank: int
    words: str
    address: str


def blueprint(board: Broadcast, past: Past, deck: DeckShown | None) -> Blueprint:
    """The two pages, and the deck's faces."""
    guide = Blueprint("guide", __name__)

    @guide.get("/help")
    def teach() -> Response:
        setup = _played(_page_of(board), past)
        return html(
            "help.html",
            faces={code: _face(deck, code) for code in _SHOWN},
            deck=None if deck is None else deck.name,
            token_word=setup.box.clue_token,
        )

    @guide.get("/help/face/<code>.jpg")
    def face(code: str) -> Response:
        found = None if deck is None or code not in _CODES else deck.face(code)
        return Response(found or abort(404), headers={"Cache-Control": "no-store"}, mimetype="image/jpeg")

    @guide.get("/rules")
    def rules() -> Response:
        played, sorry = _played(_page_of(board), past), ""
        try:
            setup = asked_setup(request.args.to_dict(flat=False)) if request.args else played
        except Unreadable as why:
            setup, sorry = played, str(why)
        return html(
            "rules.html",
            400 if sorry else 200,
            setup=setup,
            chosen=_chosen(setup),
            sorry=sorry,
            chapters=rulebook(setup),
            ratings=ratings(setup),
            editions=tuple(EDITIONS.values()),
            variants=tuple(VARIANTS.values()),
            house=HOUSE_RULES,
        )

    return guide


_CODES = frozenset(str(Card(suit, rank)) for suit in Suit for rank in RANKS)


def asked_setup(asked: Mapping[str, list[str]]) -> Setup:
    """The setup that an address names by `edition`, `variant` (again for each) and options; Unreadable where it can't
    be."""
    options = {name: _FLAGS.get(value, value) for name, (value, *_) in asked.items() if name in _OPTIONS and value}
    edition, *_ = asked.get("edition", [_USUAL.edition])
    return read_setup(
        {"players": _USUAL.players, "edition": edition, "variants": asked.get("variant", []), "options": options}
    )


_OPTIONS = frozenset(name for name, _, _ in HOUSE_RULES)


def _page_of(board: Broadcast) -> Page:
    latest = board.latest()
    return {} if latest is None else latest.page


def _played(page: Page, past: Past) -> Setup:
    """What this table agreed on: as its game was begun, else as far as the page tells it, else as usual."""
    number = page.get("game")
    if not isinstance(number, int):
        return _USUAL
    try:
        one = past.game(number)
    except (InTheWay, Unreadable):
        one = None
    return one.game.setup if one is not None else setup_of(page) or _USUAL


def _chosen(setup: Setup) -> Mapping[str, str]:
    """The options as the form has them, where they aren't what the edition and the variants say."""
    usual = write_options(Setup(setup.players, edition=setup.edition, variants=setup.variants).options)
    said = write_options(setup.options)
    return {name: str(value).lower() for name, value in said.items() if value != usual[name] or name == "talk"}


def _face(deck: DeckShown | None, code: str) -> Face:
    has_face = deck is not None and deck.face(code) is not None
    return Face(code[0], int(code[1]), card_words(code), f"/help/face/{code}.jpg" if has_face else "")
