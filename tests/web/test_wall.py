"""The table's own screen, as the server renders it: what it tells, and to whom it shows the PIN."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.script import played
from companion.rules.setup import Setup
from web.pages import Pages

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
FAR = {"REMOTE_ADDR": "192.168.1.7"}


@pytest.fixture
def screen(app: Any) -> FlaskClient:
    """The table's screen, on the machine itself."""
    client: FlaskClient = app.test_client()
    return client


def words(page: str) -> str:
    main = page[page.index("<main") : page.index("</main>")].replace("<wbr>", "")
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_it_tells_whose_turn_it_is_the_piles_and_the_last_thing(screen: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "R1 clue -B3"))
    said = words(screen.get("/table").text)
    for told in (
        "Ann is in turn: turn 4",
        "1 red, next 2",
        "8 of 8 Clocks",
        "0 of 3 Fuses",
        "Points 1 / 25",
        "Cards to draw 33",
        "Cy discarded blue 3.",
        "192.168.1.20:8080",
    ):
        assert told in said


def test_in_the_final_round_the_counter_takes_over(screen: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "B4 clue", lying="R5 Y4 G5 B3 W4 / / clues 3 deck 1"))
    said = words(screen.get("/table").text)
    assert "2 Final round, turns left: Cy Ann" in said
    assert "is in turn" not in said


def test_a_question_and_an_alarm_are_told_in_place_of_the_last_thing(
    screen: FlaskClient, table: Any, alarm: Any, question: Callable[..., Any]
) -> None:
    asks = question(("R2", 0.6), ("R3", 0.3), say="Which is it?", as_=("play", "misplay"))
    table.show(played(THREE, "?"), questions=(asks, asks), alarms=(alarm,))
    said = words(screen.get("/table").text)
    assert "Red 2 or red 3? Answer on a phone, or press OK for: Red 2" in said
    assert "bring more light." in said
    assert "And 1 more thing to look at" in said
    assert "Ann played" not in said


def test_an_ending_shows_the_result_and_its_word(screen: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 2"))
    said = words(screen.get("/table").text)
    assert "Won legendary" in said
    assert "Points 25 / 25" in said
    assert "Cards to draw" not in said


def test_what_lies_there_after_a_game_without_a_score_is_not_called_points(screen: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "!R1", lying="R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 2 deck 22"))
    assert "On the table 10 / 25" in words(screen.get("/table").text)


def test_before_a_game_it_says_how_to_join(screen: FlaskClient, table: Any) -> None:
    table.show(None)
    said = words(screen.get("/table").text)
    assert "The table is ready. Scan the code" in said
    assert "Points" not in said


def test_a_page_shown_at_the_machine_shows_nobody_else_the_pin(
    screen: FlaskClient, table: Any, may_show: list[bool]
) -> None:
    table.show(played(THREE, "clue"))
    assert "246810" in screen.get("/table").text
    far = screen.get("/table", environ_base=FAR)
    assert "246810" not in far.text
    assert far.headers["Cache-Control"] == "no-store"
    may_show[0] = True
    assert "246810" in screen.get("/table", environ_base=FAR).text
    may_show[0] = False
    assert "246810" not in screen.get("/table", environ_base=FAR).text


def test_the_game_is_rendered_once_a_version_however_many_screens_ask(app: Any, table: Any, board: Any) -> None:
    table.show(played(THREE, "clue"))
    pages = Pages(board)
    with app.test_request_context():
        version, first = pages.part("wall.html")
        assert pages.part("wall.html") == (version, first)
        table.show(played(THREE, "clue clue"))
        assert pages.part("wall.html")[0] == version + 1
        assert "6 of 8 Clocks" in pages.part("wall.html")[1]
