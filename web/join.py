"""The page `/table`, for the table's own screen: the address to join by, as a QR code too, and the PIN.

Law: the PIN is shown on the machine itself, or while somebody at the table has just asked for it by OK; and it travels
in the address's fragment, which no server and no log ever sees.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import segno
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Joining:
    """How others join. `addresses`: numeric ones first, like `http://192.168.1.20:8080`; `may_show`: OK was pressed."""

    pin: str
    addresses: Callable[[], Sequence[str]]
    may_show: Callable[[], bool] = lambda: False


def blueprint(joining: Joining) -> Blueprint:
    """The joining page."""
    join = Blueprint("join", __name__)

    @join.get("/table")
    def table() -> Response:
        pin = joining.pin if _is_this_machine(request.remote_addr) or joining.may_show() else None
        addresses = joining.addresses()
        code = qr(join_address(addresses[0], pin)) if addresses else None
        page = render_template("table.html", addresses=addresses, pin=pin, code=code)
        return Response(page, headers={"Cache-Control": "no-store"}, mimetype="text/html")

    return join


def join_address(address: str, pin: str | None) -> str:
    """The address that a phone opens; with the PIN nobody types anything."""
    return f"{address}/" if pin is None else f"{address}/#pin={pin}"


def qr(text: str) -> Markup:
    """A QR code as SVG, drawn without any style of its own."""
    drawn = segno.make(text, error="m", micro=False)
    return Markup(drawn.svg_inline(border=4, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True))


def _is_this_machine(address: str | None) -> bool:
    try:
        return address is not None and ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
