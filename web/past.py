"""Past games: as JSON and to take home, and as pages: the list with its filter and records, one game's course, and the
table at any of its lines.

Law: looking is free. Every request reads for itself, on a connection that can't write, one at a time; a game that isn't
there and a folder that can't be read are one sentence each.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from companion.errors import InTheWay, NoSuchGame, Unreadable
from companion.exporting import MEDIA_TYPES, Format, exported
from companion.history import game_line, record_lines, timeline
from companion.journal.past import PastGame
from companion.rules.agreement import write_setup
from companion.rules.cards import RANKS
from companion.sentences import say
from web.answers import html
from web.course import course
from web.filtering import choices, wanted
from web.reading import number_of
from web.records import VARIANTS_SHORT, game_row, record_row
from web.replay import replay
from web.scores import scores
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
            raise InTheWay(say("Somebody else is reading the past games just now: try again in a moment."))
        try:
            yield
        finally:
            self._turn.release()


def blueprint(past: Past) -> Blueprint:
    """The addresses and pages of past games."""
    games = Blueprint("past", __name__)

    @games.get("/api/games")
    def tell_games() -> Response:
        kept = past.games()
        return told({"games": [game_line(one) for one in reversed(kept)], "records": record_lines(kept)}, 200)

    @games.get("/api/games/<number>")
    def tell_game(number: str) -> Response:
        one = found_game(past, number)
        return told(_whole(one), 200)

    @games.get("/api/games/<number>/export")
    def export(number: str) -> Response:
        form = _form(request.args.get("format", Format.JSON.value))
        one = found_game(past, number)
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="hanabi-game-{one.number}.{_ENDINGS[form]}"',
        }
        return Response(exported(one, form), headers=headers, content_type=f"{MEDIA_TYPES[form]}; charset=utf-8")

    @games.get("/history")
    def list_games() -> Response:
        kept = past.games()
        asked, newer = wanted(request.args), _number(request.args.get("before", ""))
        found = [one for one in kept if asked.keeps(one)]
        lines = [game_line(one) for one in found]
        shown = [line for line in reversed(lines) if newer is None or _is_before(line, newer)]
        rows = [game_row(line) for line in shown[:_ON_A_PAGE]]
        older = urlencode({**asked.query, "before": rows[-1].number}) if len(shown) > _ON_A_PAGE else ""
        return html(
            "history.html",
            200,
            games=rows,
            all=len(kept),
            found=len(found),
            asked=asked,
            choices=choices(kept),
            variants=VARIANTS_SHORT,
            records=[record_row(line) for line in record_lines(found)] if newer is None else [],
            scores=scores(lines) if newer is None else None,
            older=older,
            deleted=_deleted(kept),
        )

    @games.get("/history/<number>")
    def show_game(number: str) -> Response:
        one = found_game(past, number)
        line, turn = game_line(one), request.args.get("turn")
        if turn is not None:
            return html("replay.html", 200, game=game_row(line), replay=replay(one, _number(turn) or 0), ranks=RANKS)
        return html("game.html", 200, game=game_row(line), course=course(timeline(one.game), line["perfect"]))

    @games.app_errorhandler(NoSuchGame)
    @games.errorhandler(InTheWay)
    @games.errorhandler(Unreadable)
    def complain(why: Exception) -> Response:
        status = 404 if isinstance(why, NoSuchGame) else 400 if isinstance(why, Unreadable) else 503
        if request.path.startswith("/api/"):
            return told({"error": str(why)}, status)
        return html("history.html", status, sorry=str(why), games=(), records=())

    def _deleted(kept: Sequence[PastGame]) -> int | None:
        """The number of the game that was just deleted here."""
        number = _number(request.args.get("deleted", ""))
        return None if any(one.number == number for one in kept) else number

    return games


_ENDINGS = {Format.TEXT: "txt", Format.JSON: "jsonl", Format.CSV: "csv"}


def found_game(past: Past, text: str) -> PastGame:
    """The game whose number this is; NoSuchGame where there is none."""
    number = _number(text)
    one = None if number is None else past.game(number)
    if one is None:
        raise NoSuchGame(
            say("There is no game {number} here: the list of past games has those that are kept.", number=text[:20])
        )
    return one


def _is_before(line: Mapping[str, object], number: int) -> bool:
    return (number_of(line, "game") or 0) < number


def _number(text: str) -> int | None:
    """A game's number; None for what can't be one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID else None


def _form(word: str) -> Format:
    for form in Format:
        if form.value == word:
            return form
    raise Unreadable(say("A game can't be written as {word!r}: choose json, csv or text.", word=word[:20]))


def _whole(one: PastGame) -> Mapping[str, object]:
    return {**game_line(one), "setup": write_setup(one.game.setup), "timeline": timeline(one.game)}
