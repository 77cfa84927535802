"""What programs and the page's script talk to: the state as JSON, actions, new games, and the PIN that they need.

Law: the PIN is asked before a body is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, request

from companion.errors import CompanionError, NotAllowed, Refused
from companion.messages import Locked
from companion.sentences import say
from web.answers import A_YEAR_S
from web.broadcast import Broadcast
from web.gate import LOCKED, Gate
from web.view import NO_GAME
from web.wishing import NoAnswer, Post, Wanted, Wishes, read_action, read_new_game, read_pin, told, told_error

COOKIE = "table"


def blueprint(board: Broadcast, post: Post, gate: Gate, wishes: Wishes) -> Blueprint:
    """The addresses under `/api`. `wishes`: how the table is asked."""
    actions = Blueprint("actions", __name__, url_prefix="/api")
    if gate.is_locked:
        post(Locked(True))

    def state() -> Mapping[str, object]:
        latest = board.latest()
        return NO_GAME if latest is None else latest.page

    @actions.get("/state")
    def tell_state() -> Response:
        published = board.published()
        if published is None:
            return told(NO_GAME, 200)
        return Response(published.json, headers={"Cache-Control": "no-store"}, mimetype="application/json")

    @actions.post("/join")
    def join() -> Response:
        return _with_cookie(told({"joined": True}, 200), gate.let_in(read_pin(request.get_data()), _who()))

    @actions.post("/lock")
    def lock() -> Response:
        cookie = _let_in(gate)
        gate.lock()
        return _with_cookie(_locked(), cookie)

    @actions.post("/unlock")
    def unlock() -> Response:
        cookie = gate.unlock(read_pin(request.get_data()), _who())
        return _with_cookie(_locked(), cookie)

    def _locked() -> Response:
        post(Locked(gate.is_locked))
        return told({"locked": gate.is_locked}, 200)

    @actions.post("/actions")
    def act() -> Response:
        cookie = _let_in(gate)
        return _with_cookie(_wish(read_action(request.get_data())), cookie)

    @actions.post("/games")
    def begin() -> Response:
        cookie = _let_in(gate)
        anyway = request.args.get("even_if_playing") == "true"
        return _with_cookie(_wish(read_new_game(request.get_data(), even_if_playing=anyway)), cookie)

    def _wish(wanted: Wanted) -> Response:
        return told(wishes.ask(wanted).page, 200)

    @actions.errorhandler(CompanionError)
    @actions.errorhandler(NoAnswer)
    def complain(why: Exception) -> Response:
        return told_error(why, state())

    return actions


def _let_in(gate: Gate) -> str | None:
    """Lets through who shows the cookie, or the PIN; the cookie that the PIN bought, if so."""
    if gate.is_locked:
        raise Refused(LOCKED)
    if gate.knows(request.cookies.get(COOKIE, "")):
        return None
    pin = request.headers.get("X-Table-Pin")
    if not pin:
        raise NotAllowed(
            say("Changing things takes the table's PIN: it stands on the table's own screen and in its log.")
        )
    return gate.let_in(pin, _who())


def _who() -> str:
    return request.remote_addr or ""


def _with_cookie(response: Response, cookie: str | None) -> Response:
    if cookie is not None:
        response.set_cookie(COOKIE, cookie, max_age=A_YEAR_S, httponly=True, samesite="Strict")
    return response
