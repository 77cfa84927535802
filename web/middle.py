"""The page `/setup/middle`: a game taken up as it lies: piles, discards, tokens, pile and turn.

Law: a plain form. All that can't be is told at once, and all that was typed stays. What the camera sees fills in piles
and discards only where somebody asks for it, and counts nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from flask import Blueprint, Response, request

from companion.errors import Refused, Unreadable
from companion.rules.cards import RANKS, Card
from companion.rules.commands import Adopt
from companion.rules.setup import ALL_CLUES, ALL_FUSES, Setup
from companion.sentences import say
from companion.showing import Lying
from web.answers import gone_to, html
from web.broadcast import Broadcast
from web.gate import Gate
from web.keyed import ERRORS, form_of, has_key, let_in_by_form, sentence_of, status_of, with_key
from web.pad import setup_of
from web.reading import Page, number_of, object_of
from web.view import NO_GAME, view
from web.wishing import Wishes

LookThere = Callable[[Setup], Lying]
"""What the camera sees lying there. Raises CameraError."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The form as it was filled in, right or wrong. `tops`: suit letter to top; `discards`: code to count."""

    tops: Mapping[str, str] = field(default_factory=dict)
    discards: Mapping[str, str] = field(default_factory=dict)
    clues: str = str(ALL_CLUES)
    fuses: str = "0"
    deck: str = ""
    player: str = "0"


def blueprint(board: Broadcast, wishes: Wishes, gate: Gate, look_there: LookThere | None) -> Blueprint:
    """The page of a game in the middle. `look_there`: None where no camera looks."""
    middle = Blueprint("middle", __name__)

    def state() -> Page:
        latest = board.latest()
        return NO_GAME if latest is None else latest.page

    def page(filled: Filled, status: int = 200, *, sorry: str = "", said: str = "", key: object = None) -> Response:
        shown = view(state())
        setup = setup_of(state()) if shown.is_on else None
        return html(
            "middle.html",
            status,
            view=shown,
            setup=setup,
            filled=filled,
            sorry=sorry,
            said=said,
            has_camera=look_there is not None,
            ranks=RANKS,
            tops=(0, *RANKS),
            all_clues=ALL_CLUES,
            most_fuses=ALL_FUSES - 1,
            copies=copies,
            needs_pin=key is None and not has_key(gate),
        )

    @middle.get("/setup/middle")
    def ask() -> Response:
        return page(as_it_stands(state()))

    @middle.post("/setup/middle")
    def take_up() -> Response:
        filled, cookie = filled_in(), None
        try:
            cookie = let_in_by_form(gate)
            if form_of(request).get("then") == "look" and look_there is not None:
                seen = look_there(_setup_of(state()))
                return with_key(page(as_seen(filled, seen), said=seen.say, key=cookie), cookie)
            wishes.ask(as_typed(filled))
        except ERRORS as why:
            return with_key(page(filled, status_of(why), sorry=sentence_of(why), key=cookie), cookie)
        return with_key(gone_to("/"), cookie)

    return middle


def as_it_stands(page: Page) -> Filled:
    """The form of a game as the table has it."""
    return Filled(
        tops={letter: str(top) for letter, top in object_of(page, "stacks").items()},
        discards={code: str(count) for code, count in object_of(page, "discards").items()},
        clues=str(number_of(page, "clues") if page.get("game") else ALL_CLUES),
        fuses=str(number_of(page, "fuses") or 0),
        player=str(number_of(page, "player") or 0),
    )


def as_seen(filled: Filled, seen: Lying) -> Filled:
    """The form with piles and discards as the camera sees them; tokens, pile and turn as they were typed."""
    thrown = Counter(seen.discards)
    return replace(filled, tops={**filled.tops, **seen.tops}, discards={code: str(n) for code, n in thrown.items()})


def filled_in() -> Filled:
    """The request's form."""
    form = form_of(request)
    return Filled(
        tops={key[4:]: value for key, value in form.items() if key.startswith("top-")},
        discards={key[8:]: value for key, value in form.items() if key.startswith("discard-")},
        clues=form.get("clues", ""),
        fuses=form.get("fuses", ""),
        deck=form.get("deck", ""),
        player=form.get("player", ""),
    )


def as_typed(filled: Filled) -> Adopt:
    """The position that the form tells; Unreadable where something is no number. What contradicts is the table's to
    say."""
    tops = [(Card.parse(f"{letter}1").suit, _count(top or "0", say("a pile"))) for letter, top in filled.tops.items()]
    discards = [
        card
        for code, count in filled.discards.items()
        for card in [Card.parse(code)] * min(_count(count or "0", say("discards")), 50)
    ]
    return Adopt(
        stacks=tuple(tops),
        discards=tuple(discards),
        clues=_count(filled.clues, say("clue tokens")),
        fuses=_count(filled.fuses, say("mistakes")),
        deck=_count(filled.deck, say("the draw pile")) if filled.deck.strip() else None,
        player=_count(filled.player, say("whose turn it is")),
    )


def _count(text: str, what: str) -> int:
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) <= 3:
        return int(text)
    raise Unreadable(say("{text!r} is no number for {what}: write a whole number.", text=text[:20], what=what))


def _setup_of(page: Page) -> Setup:
    setup = setup_of(page) if view(page).is_on else None
    if setup is None:
        raise Refused(say("No game is on: say first who plays."))
    return setup


def copies(setup: Setup, code: str) -> int:
    """How many copies of a card this game has."""
    card = Card.parse(code)
    pile = setup.pile(card.suit)
    return 0 if pile is None else pile.copies_of(card.rank)
