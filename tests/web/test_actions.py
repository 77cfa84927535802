"""The addresses that change things: who may, what is understood, and how the table's answer is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.messages import Answer, NewGame, Press
from companion.rules.commands import GiveClue, PassTurn, Play
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.table.placements import Button
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate

PIN = "246810"
CLUE = '{"do": "clue"}'


@pytest.fixture
def joined(phone: FlaskClient) -> FlaskClient:
    """A phone that has shown the PIN."""
    assert phone.post("/api/join", data=json.dumps({"pin": PIN})).status_code == 200
    return phone


def test_the_state_is_free_to_look_at(phone: FlaskClient, table: Any) -> None:
    answer = phone.get("/api/state")
    assert answer.status_code == 200
    assert answer.get_json() == table.board.latest().page
    assert answer.headers["Cache-Control"] == "no-store"


def test_before_the_table_told_anything_there_is_no_game(app: Any) -> None:
    empty = create_app(Broadcast(), lambda message: None, Gate(PIN), joining=Joining(PIN, list))
    assert empty.test_client().get("/api/state").get_json()["game"] is None
    assert empty.test_client().get("/").status_code == 200
    assert empty.test_client().get("/healthz").status_code == 503


def test_without_the_pin_nothing_changes(phone: FlaskClient, table: Any) -> None:
    for address, body in (("/api/actions", CLUE), ("/api/actions", "{"), ("/api/games", '{"players": 2}')):
        assert phone.post(address, data=body).status_code == 403
    assert table.wishes == []


def test_the_pin_comes_in_a_header_and_buys_a_cookie(phone: FlaskClient) -> None:
    answer = phone.post("/api/actions", data=CLUE, headers={"X-Table-Pin": PIN})
    assert (answer.status_code, answer.get_json()["clues"]) == (200, 7)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert phone.post("/api/actions", data=CLUE).get_json()["clues"] == 6


def test_a_wrong_pin_is_refused_and_too_many_are_not_looked_at(phone: FlaskClient, table: Any) -> None:
    wrong = {"X-Table-Pin": "111111"}
    assert [phone.post("/api/actions", data=CLUE, headers=wrong).status_code for _ in range(6)] == [403] * 5 + [429]
    answer = phone.post("/api/join", data=json.dumps({"pin": PIN}))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "30")
    assert table.wishes == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ({"do": "clue"}, GiveClue()),
        ({"do": "turn", "player": 2}, PassTurn(2)),
        ({"do": "press", "button": "clue"}, Press(Button.CLUE)),
        ({"do": "press", "button": "ok", "held": True}, Press(Button.OK, held=True)),
        ({"do": "answer", "question": 4}, Answer(4)),
        ({"do": "answer", "question": 4, "card": "red-3"}, Answer(4, "R3")),
        ({"do": "answer", "question": 4, "as": "misplay"}, Answer(4, None, "misplay")),
    ],
)
def test_an_action_line_becomes_a_wish(joined: FlaskClient, table: Any, line: object, wanted: object) -> None:
    joined.post("/api/actions", data=json.dumps(line))
    assert [wish.wanted for wish in table.wishes] == [wanted]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b"\xff\xfe",
        b'{"do": "dance"}',
        b'{"do": "clue", "do": "clue"}',
        b'{"do": "clue", "loudly": true}',
        b'{"do": "deck", "count": NaN}',
        b'{"do": "deck", "count": 1' + b"0" * 5000 + b"}",
        b"[" * 10_000,
        b'{"do": "press", "button": "bell"}',
        b'{"do": "press"}',
        b'{"do": "press", "button": "undo", "held": true}',
        b'{"do": "answer", "question": "1"}',
        b'{"do": "answer", "question": 1, "card": "Q9"}',
        b'{"do": "answer", "question": 1, "as": "clue"}',
        b'{"do": "\\ud800"}',
    ],
)
def test_what_can_not_be_read_is_told_in_one_sentence(joined: FlaskClient, table: Any, body: bytes) -> None:
    answer = joined.post("/api/actions", data=body)
    assert answer.status_code == 400
    assert answer.get_json()["error"].endswith(".")
    assert table.wishes == []


def test_a_refusal_tells_why_and_the_state_as_it_still_is(joined: FlaskClient) -> None:
    answer = joined.post("/api/actions", data='{"do": "discard", "card": "R1"}')
    told = answer.get_json()
    assert (answer.status_code, told["clues"], told["turn"]) == (409, 8, 1)
    assert "8" in told["refused"]


def test_an_answer_settles_its_question(joined: FlaskClient, table: Any, question: Callable[..., Any]) -> None:
    table.do(GiveClue())
    table.show(table.game.handle(Play(None)), questions=(question(("R1", 0.6), ("B1", 0.3)),))
    answer = joined.post("/api/actions", data='{"do": "answer", "question": 1, "card": "R1"}')
    assert (answer.status_code, answer.get_json()["stacks"]["R"], answer.get_json()["questions"]) == (200, 1, [])


def test_a_game_is_not_swept_away_by_another_unless_that_is_meant(joined: FlaskClient, table: Any) -> None:
    assert joined.post("/api/games", data='{"players": 2}').status_code == 409
    answer = joined.post("/api/games?even_if_playing=true", data='{"players": ["Di", "Ed"], "variants": ["rainbow"]}')
    assert (answer.status_code, answer.get_json()["names"], answer.get_json()["perfect"]) == (200, ["Di", "Ed"], 30)
    assert table.wishes[-1].wanted == NewGame(Setup(2, names=("Di", "Ed"), variants=("rainbow",)), even_if_playing=True)


def test_a_setup_that_can_not_be_is_told(joined: FlaskClient) -> None:
    answer = joined.post("/api/games", data='{"players": 9}')
    assert (answer.status_code, "2 to 5" in answer.get_json()["error"]) == (400, True)


def test_a_table_that_does_not_answer_is_not_waited_for(board: Broadcast) -> None:
    deaf = create_app(board, lambda message: None, Gate(PIN), joining=Joining(PIN, list), patience_s=0.01)
    answer = deaf.test_client().post("/api/actions", data=CLUE, headers={"X-Table-Pin": PIN})
    assert (answer.status_code, "doesn't answer" in answer.get_json()["error"]) == (503, True)


def test_a_fault_of_ours_is_one_sentence_and_no_traceback(board: Broadcast, caplog: pytest.LogCaptureFixture) -> None:
    def broken(message: object) -> None:
        raise ZeroDivisionError("a secret of the machine")

    app = create_app(board, broken, Gate(PIN), joining=Joining(PIN, list))
    answer = app.test_client().post("/api/actions", data=CLUE, headers={"X-Table-Pin": PIN})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "a secret of the machine" in caplog.text


@pytest.mark.parametrize("path", ["/nothing", "/static/../gate.py", "/static/%2e%2e/gate.py", "/static/..%2fgate.py"])
def test_what_is_not_there_is_told_so(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert (answer.status_code, "no such page" in answer.get_json()["error"]) == (404, True)


def test_a_press_without_a_game_is_refused(joined: FlaskClient, table: Any) -> None:
    table.show(None)
    assert joined.post("/api/actions", data='{"do": "press", "button": "clue"}').status_code == 409


def test_names_with_tags_stay_text(joined: FlaskClient, table: Any) -> None:
    table.show(Game.new(Setup(2, names=("<script>alert(1)</script>", "שרה"))))
    page = joined.get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "\u2068שרה\u2069" in page
