"""How a page answers: with itself, or with the way to another one; and where a switch on it leads back to.

Law: no cache keeps any of it, since it holds only for now; and no way leads to another site.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, render_template, request

A_YEAR_S = 365 * 24 * 3600
"""How long a phone keeps what it chose, or the key that it bought."""


def html(template: str, status: int = 200, **values: object) -> Response:
    """A page; its switches lead back to `back`, if that is given, else to what was asked for now."""
    page = render_template(template, **{"back": here(), **values})
    return Response(page, status, {"Cache-Control": "no-store"}, mimetype="text/html")


def gone_to(path: str) -> Response:
    """On to another page, after a form was done."""
    return Response(status=303, headers={"Location": path, "Cache-Control": "no-store"})


def here() -> str:
    """The page that is asked for, with what it was asked: where a switch on it leads back to."""
    return request.full_path.removesuffix("?")


def back_to(address: str) -> str:
    """A page of this table, never another site's."""
    try:
        parts = urlsplit(address.replace("\\", "/"))
    except ValueError:  # what stands for a host there can't be one
        return "/"
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path
