"""The voice: the pages that phones show, and the addresses that programs call.

Law: this room shows snapshots and posts wishes; it changes nothing itself, and knows neither cameras nor pins.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from companion.sentences import say
from companion.showing import Shows
from web import actions, guide, housekeeping, join, past, printing, report, scoreboard, tally, watchers
from web import safe as safety
from web.broadcast import Broadcast
from web.form_size import few_fields
from web.gate import Gate
from web.join import Joining
from web.language import speak
from web.large import enlarge
from web.locally import locally
from web.packed import pack_static
from web.past import NoPast, OneAtATime, Past
from web.safe import Safe
from web.scoreboard import CONTRACTS_PINS, Pictures, Pin, no_pictures
from web.table_pages import table_pages
from web.watchers import Vitals
from web.wishing import PATIENCE_S, Post, Wishes, told

__all__ = ["Joining", "Pin", "create_app"]

_MOST_FORM_PARTS = 20

_log = logging.getLogger(__name__)


def no_vitals() -> Mapping[str, float]:
    """No further gauges."""
    return {}


def create_app(
    board: Broadcast,
    post: Post,
    gate: Gate,
    *,
    joining: Joining,
    past_games: Past | None = None,
    pictures: Pictures = no_pictures,
    pins: Sequence[Pin] = CONTRACTS_PINS,
    vitals: Vitals = no_vitals,
    shows: Shows | None = None,
    safe: Safe | None = None,
    patience_s: float = PATIENCE_S,
) -> Flask:
    """The pages and addresses, but for the stream.

    `board`: the newest snapshot; `post`: the table's inbox, which never blocks; `gate`: who knows the PIN;
    `joining`: how phones join; `past_games`: where they are read, none without; `pictures`: of cards, by name;
    `pins`: what `/panel` draws; `vitals`: more gauges for `/metrics`; `patience_s`: how long a wish may wait;
    `shows`: what the set-up pages see of the table; `safe`: why this one has neither camera nor pins, if so.
    """
    shows = shows or Shows()
    app = Flask(__name__)
    app.config["MAX_FORM_PARTS"] = _MOST_FORM_PARTS
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    speak(app)
    pack_static(app)
    enlarge(app)
    locally(app)
    few_fields(app)
    kept = OneAtATime(past_games or NoPast())
    app.register_blueprint(scoreboard.blueprint(board, pins, pictures, kept))
    wishes = Wishes(post, patience_s)
    app.register_blueprint(actions.blueprint(board, post, gate, wishes))
    app.register_blueprint(join.blueprint(board, joining))
    app.register_blueprint(past.blueprint(kept))
    app.register_blueprint(housekeeping.blueprint(kept, wishes, gate))
    app.register_blueprint(tally.blueprint())
    app.register_blueprint(guide.blueprint(board, kept, shows.deck))
    app.register_blueprint(printing.blueprint(shows.papers))
    app.register_blueprint(report.blueprint(gate, shows.reports))
    app.register_blueprint(watchers.blueprint(board, vitals))
    for blueprint in table_pages(board, wishes, gate, shows):
        app.register_blueprint(blueprint)
    if safe is not None:
        app.register_blueprint(safety.blueprint(safe, gate))
    app.register_error_handler(HTTPException, _say)
    app.register_error_handler(Exception, _went_wrong)
    return app


def _say(why: HTTPException) -> Response:
    sentences = {404: say("There is no such page at this table."), 405: say("That address isn't asked so.")}
    return told({"error": sentences.get(why.code or 500, say("That can't be answered."))}, why.code or 500)


def _went_wrong(why: Exception) -> Response:
    _log.error("A request went wrong.", exc_info=why)
    return told({"error": say("Something went wrong here; the log says what. The game is as it was.")}, 500)
