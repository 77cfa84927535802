"""Past games: as JSON and to take home, and as pages: the list, the records, one game's course.

Law: looking is free. Every request reads for itself, on a connection that can't write, one at a time; a game that isn't
there and a folder that can't be read are one sentence each.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from flask import Blueprint, Response, render_template, request

from companion.errors import InTheWay, Unreadable
from companion.exporting import MEDIA_TYPES, Format, exported
from companion.history import game_line, record_lines, timeline
from companion.journal.past import PastGame
from companion.rules.agreement import write_setup
from web.course import course
from web.records import game_row, record_row
from web.wishing import told

_LONGEST_ID = 9
_ON_A_PAGE = 50
_TURN_S = 1.0


class Past(Protocol):
    """Where past games are read. Asked anew for every request, from any thread."""

    def games(self) -> tuple[PastGame, ...]:
        """All games, oldest first. Raises InTheWay where they can't be read just now."""
        ...

    def game(self, number: int) -> PastGame | None:
        """The game of this number, None where there is none."""
        ...


class NoPast:
    """A table that keeps nothing."""

    def games(self) -> tuple[PastGame, ...]:
        """None at all."""
        return ()

    def game(self, number: int) -> PastGame | None:
        """There is none."""
        return None


class OneAtATime:
    """Past games that one request reads at a time, so that a long list leaves workers to show the table meanwhile."""

    def __init__(self, past: Past, patience_s: float = _TURN_S) -> None:
        self._past = past
        self._patience_s = patience_s
        self._turn = threading.Lock()

    def games(self) -> tuple[PastGame, ...]:
        """All games, oldest first. Raises InTheWay where others are reading for too long."""
        with self._reading():
            return self._past.games()

    def game(self, number: int) -> PastGame | None:
        """The game of this number, None where there is none. Raises InTheWay likewise."""
        with self._reading():
            return self._past.game(number)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=self._patience_s):
            raise InTheWay("Somebody else is reading the past games just now: try again in a moment.")
        try:
            yield
        finally:
            self._turn.release()


class NoSuchGame(Exception):
    """The address names a game that isn't kept here."""


def blueprint(kept_games: Past) -> Blueprint:
    """The addresses and pages of past games."""
    games = Blueprint("past", __name__)
    past = OneAtATime(kept_games)

    @games.get("/api/games")
    def tell_games() -> Response:
        kept = past.games()
        return told({"games": [game_line(one) for one in reversed(kept)], "records": record_lines(kept)}, 200)

    @games.get("/api/games/<number>")
    def tell_game(number: str) -> Response:
        one = _found(past, number)
        return told(_whole(one), 200)

    @games.get("/api/games/<number>/export")
    def export(number: str) -> Response:
        form = _form(request.args.get("format", Format.JSON.value))
        one = _found(past, number)
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="hanabi-game-{one.number}.{_ENDINGS[form]}"',
        }
        return Response(exported(one, form), headers=headers, content_type=f"{MEDIA_TYPES[form]}; charset=utf-8")

    @games.get("/history")
    def list_games() -> Response:
        kept = past.games()
        newer = _number(request.args.get("before", ""))
        shown = [one for one in reversed(kept) if newer is None or one.number < newer]
        rows = [game_row(game_line(one)) for one in shown[:_ON_A_PAGE]]
        records = [record_row(line) for line in record_lines(kept)] if newer is None else []
        older = rows[-1].number if len(shown) > _ON_A_PAGE else None
        return _page("history.html", 200, games=rows, all=len(kept), records=records, older=older)

    @games.get("/history/<number>")
    def show_game(number: str) -> Response:
        one = _found(past, number)
        line = game_line(one)
        return _page("game.html", 200, game=game_row(line), course=course(timeline(one.game), line["perfect"]))

    @games.errorhandler(NoSuchGame)
    @games.errorhandler(InTheWay)
    @games.errorhandler(Unreadable)
    def complain(why: Exception) -> Response:
        status = 404 if isinstance(why, NoSuchGame) else 400 if isinstance(why, Unreadable) else 503
        if request.path.startswith("/api/"):
            return told({"error": str(why)}, status)
        return _page("history.html", status, sorry=str(why), games=(), records=())

    return games


_ENDINGS = {Format.TEXT: "txt", Format.JSON: "jsonl", Format.CSV: "csv"}


def _found(past: Past, text: str) -> PastGame:
    number = _number(text)
    one = None if number is None else past.game(number)
    if one is None:
        raise NoSuchGame(f"There is no game {text[:20]} here: the list of past games has those that are kept.")
    return one


def _number(text: str) -> int | None:
    """A game's number; None for what can't be one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID else None


def _form(word: str) -> Format:
    for form in Format:
        if form.value == word:
            return form
    raise Unreadable(f"A game can't be written as {word[:20]!r}: choose json, csv or text.")


def _whole(one: PastGame) -> Mapping[str, object]:
    return {**game_line(one), "setup": write_setup(one.game.setup), "timeline": timeline(one.game)}


def _page(template: str, status: int, **values: object) -> Response:
    page = render_template(template, **values)
    return Response(page, status, {"Cache-Control": "no-store"}, mimetype="text/html")
