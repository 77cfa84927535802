"""The page `/table`, the table's own screen, to be read three metres away: the game, and how phones join.

Law: the PIN is shown on the machine itself, or while somebody at the table has just asked for it by OK; and it travels
in the address's fragment, which no server and no log ever sees. What is kept for other visitors holds the game alone.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import segno
from flask import Blueprint, Response, request
from markupsafe import Markup

from web.answers import html
from web.broadcast import Broadcast
from web.pages import Pages

_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Joining:
    """How others join. `addresses`: numeric ones first, like `http://192.168.1.20:8080`; `may_show`: OK was pressed."""

    pin: str
    addresses: Callable[[], Sequence[str]]
    may_show: Callable[[], bool] = lambda: False


def blueprint(board: Broadcast, joining: Joining) -> Blueprint:
    """The table's screen."""
    join = Blueprint("join", __name__)
    pages = Pages(board)

    @join.get("/table")
    def table() -> Response:
        version, game = pages.part("wall.html")
        pin = joining.pin if _is_this_machine(request.remote_addr) or joining.may_show() else None
        addresses = list(joining.addresses())
        return html(
            "table.html",
            version=version,
            game=game,
            addresses=[_pieces(address) for address in addresses[:_SHOWN]],
            pin=pin,
            code=qr(join_address(addresses[0], pin)) if addresses else None,
        )

    return join


def join_address(address: str, pin: str | None) -> str:
    """The address that a phone opens; with the PIN nobody types anything."""
    return f"{address}/" if pin is None else f"{address}/#pin={pin}"


@lru_cache(maxsize=4)
def qr(text: str) -> Markup:
    """A QR code as SVG, drawn without any style of its own."""
    drawn = segno.make(text, error="m", micro=False)
    return Markup(drawn.svg_inline(border=4, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True))


def _pieces(address: str) -> tuple[str, list[str]]:
    """An address's scheme, and the rest where it may be broken into lines: behind a dot, before the port."""
    scheme, _, rest = address.partition("//")
    return f"{scheme}//", re.split(r"(?<=\.)|(?=:)", rest)


def _is_this_machine(address: str | None) -> bool:
    try:
        return address is not None and ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
