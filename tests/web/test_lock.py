"""A locked table: phones look, nothing that they send changes anything, and the PIN unlocks it; and what is said of
clues afterwards, and card pictures."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.messages import Locked, Said
from companion.rules.cards import Suit
from companion.rules.commands import GiveClue
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Forgetful, Gate

PIN = "246810"
CLUE = '{"do": "clue"}'


@pytest.fixture
def told() -> list[Any]:
    """What was posted to the table's inbox."""
    return []


@pytest.fixture
def gate() -> Gate:
    return Gate(PIN)


@pytest.fixture
def phone(told: list[Any], gate: Gate) -> FlaskClient:
    """A phone that has shown the PIN, at a table that only listens."""
    pictures = {"abc": b"\xff\xd8 a card"}
    app = create_app(Broadcast(), told.append, gate, joining=Joining(PIN, list), pictures=pictures.get, patience_s=0.01)
    client: FlaskClient = app.test_client()
    assert client.post("/api/join", data=json.dumps({"pin": PIN})).status_code == 200
    return client


def test_a_locked_table_takes_no_change_from_any_phone_and_says_why(phone: FlaskClient, told: list[Any]) -> None:
    assert phone.post("/api/lock").get_json() == {"locked": True}
    assert told == [Locked(True)]
    for address, body in (("/api/actions", CLUE), ("/api/games", '{"players": 2}'), ("/api/lock", "")):
        answer = phone.post(address, data=body, headers={"X-Table-Pin": PIN})
        assert answer.status_code == 409
        assert answer.get_json()["refused"].startswith("The table is locked:")
    assert told == [Locked(True)]
    assert phone.get("/").status_code == 200


def test_the_pin_unlocks_it_and_nothing_else_does(phone: FlaskClient, told: list[Any], gate: Gate) -> None:
    phone.post("/api/lock")
    assert phone.post("/api/unlock", data=json.dumps({"pin": "000000"})).status_code == 403
    assert phone.post("/api/unlock", data="{}").status_code == 400
    assert gate.is_locked
    assert phone.post("/api/unlock", data=json.dumps({"pin": PIN})).get_json() == {"locked": False}
    assert told == [Locked(True), Locked(False)]
    assert phone.post("/api/actions", data=CLUE).status_code == 503  # it goes to the table again


def test_who_doesn_t_know_the_pin_can_t_lock(phone: FlaskClient, gate: Gate) -> None:
    phone.delete_cookie("table")
    assert phone.post("/api/lock").status_code == 403
    assert not gate.is_locked


def test_a_restart_leaves_it_locked_and_tells_the_table_so() -> None:
    store, told = Forgetful(), []
    Gate(PIN, store).lock()
    again = Gate(PIN, store)
    assert again.is_locked
    create_app(Broadcast(), told.append, again, joining=Joining(PIN, list))
    assert told == [Locked(True)]
    again.unlock(PIN, "a")
    assert not Gate(PIN, store).is_locked


def test_what_the_last_clue_said_goes_to_the_table_whole(phone: FlaskClient, told: list[Any]) -> None:
    line = {"do": "said", "event": 4, "to": 1, "colour": "R", "touched": 2}
    assert phone.post("/api/actions", data=json.dumps(line)).status_code == 503  # this table never answers
    assert told[-1].wanted == Said(4, GiveClue(to=1, colour=Suit.RED, touched=2))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"to": 1, "rank": 1}, "which clue"),
        ({"event": True, "rank": 1}, "which clue"),
        ({"event": 4}, "what the clue said"),
        ({"event": 4, "rank": "x"}, "rank"),
        ({"event": 4, "rank": 1, "card": "R1"}, "card"),
    ],
)
def test_what_no_clue_can_have_said_is_told_so(phone: FlaskClient, line: dict[str, object], why: str) -> None:
    answer = phone.post("/api/actions", data=json.dumps({"do": "said", **line}))
    assert answer.status_code == 400
    assert why in answer.get_json()["error"]


def test_a_card_s_picture_is_served_while_it_is_kept_and_no_cache_keeps_it(phone: FlaskClient) -> None:
    answer = phone.get("/pictures/abc.jpg")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"\xff\xd8 a card")
    assert answer.headers["Cache-Control"] == "no-store"
    for other in ("abd.jpg", "abc.png", "../abc.jpg", "a/abc.jpg"):
        assert phone.get(f"/pictures/{other}").status_code == 404
