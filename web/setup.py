"""The page `/setup`: who plays, who begins, which edition, variants and agreements; and where to go from there.

Law: a plain form that works without a script. What can't be is one sentence, and all that was typed stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from flask import Blueprint, Response, request

from companion.errors import ImpossibleSetup, Refused, Unreadable
from companion.messages import NewGame
from companion.rules.agreement import read_setup
from companion.rules.editions import DEFAULT_EDITION, EDITIONS
from companion.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup, refuse_clash
from companion.rules.variants import VARIANTS
from companion.sentences import say
from companion.showing import Names
from web.answers import gone_to, html
from web.broadcast import Broadcast
from web.gate import Gate
from web.keyed import ERRORS, form_of, has_key, let_in_by_form, sentence_of, several, status_of, with_key
from web.scoreboard import HOUSE_RULES
from web.view import NO_GAME, View, view
from web.wishing import Wishes

_USUAL_PLAYERS = 3
_WORDS: Mapping[str, object] = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The form as it was filled in, right or wrong. `anyway`: a game that is on may end for this one."""

    players: str = str(_USUAL_PLAYERS)
    names: tuple[str, ...] = ("",) * MOST_PLAYERS
    starter: str = "0"
    edition: str = DEFAULT_EDITION
    variants: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    anyway: bool = False


def blueprint(board: Broadcast, wishes: Wishes, gate: Gate, names: Names | None) -> Blueprint:
    """The set-up page."""
    setup = Blueprint("setup", __name__)

    def shown() -> View:
        latest = board.latest()
        return view(NO_GAME if latest is None else latest.page)

    def page(
        chosen: Chosen, status: int = 200, sorry: str = "", *, is_on: bool = False, key: object = None
    ) -> Response:
        return html(
            "setup.html",
            status,
            chosen=chosen,
            sorry=sorry,
            is_on=is_on,
            view=shown(),
            needs_pin=key is None and not has_key(gate),
            known=() if names is None else names.known(),
            players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            editions=tuple(EDITIONS.values()),
            variants=tuple(VARIANTS.values()),
            house=HOUSE_RULES,
            clashes=CLASHES,
        )

    @setup.get("/setup")
    def ask() -> Response:
        return page(as_last(shown()))

    @setup.post("/setup")
    def begin() -> Response:
        chosen, cookie = filled_in(), None
        try:
            cookie = let_in_by_form(gate)
            wishes.ask(NewGame(agreed(chosen), even_if_playing=chosen.anyway))
        except ERRORS as why:
            is_on = isinstance(why, Refused) and shown().is_on
            return with_key(page(chosen, status_of(why), sentence_of(why), is_on=is_on, key=cookie), cookie)
        is_middle = form_of(request).get("then") == "middle"
        return with_key(gone_to("/setup/middle" if is_middle else "/"), cookie)

    return setup


def filled_in() -> Chosen:
    """The request's form."""
    form = form_of(request)
    typed = several(request, "name")[:MOST_PLAYERS]
    return Chosen(
        players=form.get("players", ""),
        names=(*typed, *("",) * (MOST_PLAYERS - len(typed))),
        starter=form.get("starter", "0"),
        edition=form.get("edition", DEFAULT_EDITION),
        variants=tuple(several(request, "variant")),
        options={key: form[key] for key, _, _ in HOUSE_RULES if form.get(key)},
        anyway=bool(form.get("anyway")),
    )


def as_last(last: View) -> Chosen:
    """The form to begin with: as in the game before, if there was one."""
    if not last.has_game:
        return Chosen()
    names = (*last.named, *("",) * (MOST_PLAYERS - len(last.named)))
    return Chosen(
        players=str(len(last.seats)),
        names=names,
        edition=last.edition or DEFAULT_EDITION,
        variants=last.variants,
        options={"talk": last.talk} if last.talk else {},
    )


def agreed(chosen: Chosen) -> Setup:
    """What the form says, as a setup. Raises Unreadable and ImpossibleSetup with a sentence."""
    players = _number(chosen.players, say("Say how many play: 2, 3, 4 or 5."))
    starter = _number(chosen.starter, say("Say who begins."))
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ImpossibleSetup(say("Hanabi is for 2 to 5 players, not {players}.", players=players))
    if starter >= players:
        raise ImpossibleSetup(
            say("Player {n} isn't playing: say who of the {players} begins.", n=starter + 1, players=players)
        )
    names = [name.strip() for name in chosen.names[:players]]
    named = [name or f"Player {seat + 1}" for seat, name in enumerate(names)]
    return read_setup(
        {
            "players": named if any(names) else players,
            "starter": starter,
            "edition": chosen.edition,
            "variants": list(chosen.variants),
            "options": {key: _WORDS.get(value, value) for key, value in chosen.options.items()},
        }
    )


def _number(text: str, why_not: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) == 1:
        return int(text)
    raise Unreadable(why_not)


def _clashes() -> dict[tuple[str, str], str]:
    """The sentence for each two variants that exclude each other."""
    found = {}
    for one, other in combinations(VARIANTS, 2):
        try:
            refuse_clash((one, other))
        except ImpossibleSetup as why:
            found[one, other] = str(why)
    return found


CLASHES = _clashes()
"""Two variants to the reason why a table takes at most one of them."""
