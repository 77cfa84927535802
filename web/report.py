"""The page `/report`: what goes into a report of what went wrong, and the zip file, packed when it is asked for.

Law: it takes the PIN, and nothing is sent: the file goes to the phone that asked, whose owner may send it or not. The
page says all that is in it before it is made.
"""

from __future__ import annotations

from flask import Blueprint, Response, request, send_file

from companion.errors import Refused
from companion.sentences import say
from companion.showing import Reports
from web.answers import html
from web.gate import Gate
from web.keyed import ERRORS, form_of, has_key, sentence_of, shown_by_form, status_of, with_key

FILE = "hanabi-report.zip"


def blueprint(gate: Gate, reports: Reports | None) -> Blueprint:
    """The page and its file."""
    pages = Blueprint("report", __name__)

    def page(status: int = 200, sorry: str = "", *, key: object = None) -> Response:
        needs_pin = key is None and not has_key(gate)
        return html("report.html", status, reports=reports, sorry=sorry, needs_pin=needs_pin)

    @pages.get("/report")
    def show() -> Response:
        return page()

    @pages.post("/report")
    def pack() -> Response:
        cookie = None
        try:
            cookie = shown_by_form(gate)
            if reports is None:
                raise Refused(say("There is nothing to report of this table."))
            packed = reports.pack(with_names=form_of(request).get("names") != "out")
        except ERRORS as why:
            return with_key(page(status_of(why), sentence_of(why), key=cookie), cookie)
        sent = send_file(packed, mimetype="application/zip", as_attachment=True, download_name=FILE)
        sent.headers["Cache-Control"] = "no-store"
        return with_key(sent, cookie)

    return pages
