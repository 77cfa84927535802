"""Pages that take the table's PIN: by the cookie that it bought, or typed into the page's own form.

Law: the PIN is asked before anything else of a form is used; where it is missing or wrong, what was typed stays.
"""

from __future__ import annotations

from flask import Blueprint, Request, Response, request

from companion.errors import CompanionError, NotAllowed, Refused, TooManyTries, Unreadable
from companion.sentences import say
from web.answers import A_YEAR_S, gone_to, html
from web.form_size import MOST_FIELDS
from web.gate import LOCKED, Gate
from web.wishing import DEAF, NoAnswer

COOKIE = "table"
_PAGES = ("/", "/setup", "/setup/middle", "/setup/deck", "/camera")


def has_key(gate: Gate) -> bool:
    """Whether this phone has shown the PIN before."""
    return gate.knows(request.cookies.get(COOKIE, ""))


def let_in_by_form(gate: Gate) -> str | None:
    """The cookie that a form's PIN buys, None where this phone has it already. Raises NotAllowed; Refused where the
    table is locked."""
    if gate.is_locked:
        raise Refused(LOCKED)
    return _key(gate)


def shown_by_form(gate: Gate) -> str | None:
    """The same for what changes nothing: at a locked table too. Raises NotAllowed."""
    return _key(gate)


def _key(gate: Gate) -> str | None:
    if has_key(gate):
        return None
    pin = form_of(request).get("pin", "").strip()
    if not pin:
        raise NotAllowed(say("That takes the table's PIN: it stands on the table's own screen and in its log."))
    return gate.let_in(pin, request.remote_addr or "")


def form_of(asked: Request) -> dict[str, str]:
    """A form's single values; a name given twice counts once."""
    asked.max_form_parts = MOST_FIELDS
    return asked.form.to_dict()


def several(asked: Request, name: str) -> list[str]:
    """All of a form's values under one name."""
    asked.max_form_parts = MOST_FIELDS
    return asked.form.getlist(name)


def with_key(response: Response, cookie: str | None) -> Response:
    """The answer, with the cookie that was just bought."""
    if cookie is not None:
        response.set_cookie(COOKIE, cookie, max_age=A_YEAR_S, httponly=True, samesite="Strict")
    return response


def status_of(why: Exception) -> int:
    """An error's status, as everywhere at this table."""
    match why:
        case Refused():
            return 409
        case TooManyTries():
            return 429
        case NotAllowed():
            return 403
        case Unreadable():
            return 400
        case _:
            return 503


def sentence_of(why: Exception) -> str:
    """What is said of an error."""
    if isinstance(why, NoAnswer):
        return DEAF
    return str(why)


ERRORS = (CompanionError, NoAnswer)


def ask_for_pin(to: str, status: int = 403, sorry: str = "") -> Response:
    """The page that asks for the PIN, and goes on to `to`."""
    return html("pin.html", status, to=to, back=to, sorry=sorry)


def blueprint(gate: Gate) -> Blueprint:
    """Where the PIN is shown by a form."""
    keyed = Blueprint("keyed", __name__)

    @keyed.post("/pin")
    def show_pin() -> Response:
        to = form_of(request).get("to", "/")
        to = to if to in _PAGES else "/"
        try:
            return with_key(gone_to(to), _key(gate))
        except NotAllowed as why:
            return ask_for_pin(to, status_of(why), str(why))

    return keyed
