"""Past games deleted and brought in: two forms, each on a page of its own.

Law: they take the PIN, and nothing of a form is used before it. Deleting asks back first; what is brought in is
refereed before it is posted; the table's thread alone writes.
"""

from __future__ import annotations

import threading

from flask import Blueprint, Response, request

from companion.errors import NoSuchGame, Refused, Unreadable
from companion.history import game_line
from companion.importing import MOST_BYTES, TOO_LARGE, read_game, same_game
from companion.messages import Bring, Forget
from companion.sentences import say
from web.answers import gone_to, html
from web.gate import Gate
from web.keyed import ERRORS, form_of, has_key, let_in_by_form, sentence_of, status_of, with_key
from web.past import Past, found_game
from web.records import game_row
from web.wishing import Wishes


def blueprint(past: Past, wishes: Wishes, gate: Gate) -> Blueprint:
    """The two pages."""
    keeping = Blueprint("housekeeping", __name__)
    one_import = threading.Lock()

    def ask_back(number: str, status: int = 200, sorry: str = "", *, key: object = None) -> Response:
        row = game_row(game_line(found_game(past, number)))
        return html("forget.html", status, game=row, sorry=sorry, needs_pin=key is None and not has_key(gate))

    def ask_for_file(status: int = 200, sorry: str = "", *, key: object = None) -> Response:
        needs_pin = key is None and not has_key(gate)
        return html("bring.html", status, sorry=sorry, needs_pin=needs_pin, most_bytes=MOST_BYTES, too_large=TOO_LARGE)

    @keeping.get("/history/<number>/delete")
    def is_it_meant(number: str) -> Response:
        return ask_back(number)

    @keeping.post("/history/<number>/delete")
    def delete(number: str) -> Response:
        cookie = None
        try:
            cookie = let_in_by_form(gate)
            one = found_game(past, number)
            wishes.ask(Forget(one.number))
        except NoSuchGame:
            raise
        except ERRORS as why:
            return with_key(ask_back(number, status_of(why), sentence_of(why), key=cookie), cookie)
        return with_key(gone_to(f"/history?deleted={one.number}"), cookie)

    @keeping.get("/history/import")
    def choose_file() -> Response:
        return ask_for_file()

    @keeping.post("/history/import")
    def bring() -> Response:
        cookie = None
        try:
            cookie = let_in_by_form(gate)
            number = brought(_uploaded())
        except ERRORS as why:
            return with_key(ask_for_file(status_of(why), sentence_of(why), key=cookie), cookie)
        return with_key(gone_to(f"/history/{number}"), cookie)

    def brought(data: bytes) -> int:
        """The number under which the game is kept now. One at a time: a form sent twice is noticed."""
        read = read_game(data)
        with one_import:
            number = same_game(past.games(), read.game)
            if number is not None:
                raise Refused(say("That game is kept here already: it is game {number}.", number=number))
            wishes.ask(Bring(read.game, read.begun))
            number = same_game(past.games(), read.game)
        if number is None:
            raise Refused(say("The game is kept as soon as the disk takes it: look among the past games then."))
        return number

    return keeping


def _uploaded() -> bytes:
    form_of(request)
    file = request.files.get("game")
    data = b"" if file is None else file.stream.read(MOST_BYTES + 1)
    if not data:
        raise Unreadable(say("Choose the file of a game that was exported as text or JSON."))
    return data
