"""How many fields a form may have, however it is packed: refused by their number, before any of it is read.

Law: no page of this table asks for nearly as many; of a form in parts it is Flask that counts them, one by one.
"""

from __future__ import annotations

from flask import Flask, abort, request

MOST_FIELDS = 120
_IN_A_LINE = "application/x-www-form-urlencoded"


def few_fields(app: Flask) -> None:
    """Makes an application refuse a form of more fields with 413."""
    app.before_request(_refuse_many)


def _refuse_many() -> None:
    if request.mimetype == _IN_A_LINE and request.get_data().count(b"&") >= MOST_FIELDS:
        abort(413)
