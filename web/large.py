"""Large print: whether the phone that asks wants it, and the switch for it.

Law: one phone's wish, kept in its cookie; nothing of the table changes, so no PIN is asked and no script is needed.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, has_request_context, request

from web.answers import A_YEAR_S, back_to, gone_to

COOKIE = "large"


def is_large() -> bool:
    """Whether this request's phone wants large print."""
    return has_request_context() and request.cookies.get(COOKIE) == "yes"


def enlarge(app: Flask) -> None:
    """Gives an application its large print: templates have `is_large`."""
    app.jinja_env.globals.update(is_large=is_large)
    app.register_blueprint(_switch())


def _switch() -> Blueprint:
    switch = Blueprint("large", __name__)

    @switch.post("/large")
    def switch_print() -> Response:
        """Large print on (`large=yes`) or off."""
        back = gone_to(back_to(request.form.get("back", "/")))
        if request.form.get("large") == "yes":
            back.set_cookie(COOKIE, "yes", max_age=A_YEAR_S, samesite="Strict")
        else:
            back.delete_cookie(COOKIE, samesite="Strict")
        return back

    return switch
