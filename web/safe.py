"""The page `/safe`: why this table has no camera and no pins just now, and the two ways on.

Law: everybody may read it; to go on takes the PIN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, Response, request

from companion.sentences import say
from web.answers import html
from web.gate import Gate
from web.keyed import ERRORS, form_of, has_key, let_in_by_form, sentence_of, status_of, with_key


class Choose(Protocol):
    """Ends the safe table and starts the whole one. Raises Refused where that can't be done."""

    def __call__(self, *, with_good: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Safe:
    """Why a table is safe. `good`: the settings that came up last, None where those are the present ones or none."""

    reason: str
    good: str | None
    choose: Choose

    @property
    def say(self) -> str:
        """The banner's words."""
        return say(
            "Safe mode: no camera, no pins, play by hand. {reason} The page /safe has the ways on.", reason=self.reason
        )


def blueprint(safe: Safe, gate: Gate) -> Blueprint:
    """The safe table's page."""
    pages = Blueprint("safe", __name__)

    def page(status: int = 200, sorry: str = "", *, is_going: bool = False) -> Response:
        return html("safe.html", status, safe=safe, sorry=sorry, is_going=is_going, needs_pin=not has_key(gate))

    @pages.get("/safe")
    def show() -> Response:
        return page()

    @pages.post("/safe")
    def go_on() -> Response:
        cookie = None
        try:
            cookie = let_in_by_form(gate)
            safe.choose(with_good=form_of(request).get("with") == "good")
        except ERRORS as why:
            return with_key(page(status_of(why), sentence_of(why)), cookie)
        return with_key(page(is_going=True), cookie)

    return pages
