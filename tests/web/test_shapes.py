"""Tokens by each edition's names and shapes, on scoreboard and panel; and what else a glance at the table compares."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.page import Around
from companion.rules.editions import EDITIONS
from companion.rules.script import played
from companion.rules.setup import Setup
from web.shapes import shapes_of

NAMES = ("Ann", "Bo", "Cy")
THREE = Setup(3, names=NAMES)


@pytest.fixture
def phone(app: Any) -> FlaskClient:
    client: FlaskClient = app.test_client()
    return client


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


@pytest.mark.parametrize("edition", [*EDITIONS])
def test_each_edition_has_its_tokens_names_and_shapes(phone: FlaskClient, table: Any, edition: str) -> None:
    table.show(played(Setup(3, edition=edition), "clue"))
    page, box, shapes = phone.get("/").text, EDITIONS[edition], shapes_of(edition)
    assert f"7 of 8 {box.clue_token}s" in words(page)
    assert f"0 of 3 {box.fuse_token}s" in words(page)
    assert page.count(f'class="token {shapes.clue} lit"') == 7 + 1 + 1  # seven available, the button, the event
    for shape in (shapes.clue, shapes.fuse):
        assert f'id="token-{shape}"' in page
    drawn = set(re.findall(r'href="#token-(\w+)"', page))
    assert drawn == {shapes.clue, shapes.fuse}


def test_a_clock_is_no_note_and_a_storm_no_cracker(phone: FlaskClient) -> None:
    drawings = dict(re.findall(r'<symbol id="token-(\w+)"[^>]*>(.*?)</symbol>', phone.get("/").text))
    used = {shape for edition in EDITIONS for shape in (shapes_of(edition).clue, shapes_of(edition).fuse)}
    assert used == set(drawings)
    assert len(set(drawings.values())) == len(drawings)


@pytest.mark.parametrize(("deck", "warns"), [(6, False), (5, True), (1, True)])
def test_a_pile_of_five_or_fewer_warns_in_words(phone: FlaskClient, table: Any, deck: int, warns: bool) -> None:
    table.show(played(THREE, "clue", lying=f"R3 / R1 / clues 3 deck {deck}"))
    assert ("the final round is near" in phone.get("/").text) is warns


def test_where_play_goes_on_the_page_says_that_there_is_no_final_round(phone: FlaskClient, table: Any) -> None:
    table.show(played(Setup(3, variants=("no-final-round",)), "R4", lying="R3 / R1 / clues 3 deck 1"))
    said = words(phone.get("/").text)
    assert "0 cards to draw no final round: play goes on" in said
    assert "the final round is near" not in said


def test_in_the_final_round_it_is_seen_who_has_had_the_last_turn(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "B4 clue", lying="R5 Y4 G5 B3 W4 / / clues 3 deck 1"))
    page = phone.get("/").text
    assert "Final round 2 turns left Cy Ann" in words(page)
    assert re.findall(r'<button type="button" class="seat([\w -]*)"', page) == ["", " is-done", " turn"]


def test_what_a_mend_changed_stands_on_the_page_until_the_next_action(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "R1 undo"))
    assert "The last thing is taken back. What changed: red stands at 0, not 1;" in words(phone.get("/").text)
    table.show(played(THREE, "R1 undo clue"))
    assert "What changed" not in phone.get("/").text


def test_a_picture_stands_beside_its_event_and_its_question(phone: FlaskClient, table: Any, question: Any) -> None:
    asks = question(("R2", 0.6), ("R3", 0.3), say="A card was laid that can't be read: which is it?")
    table.around = Around(pictures=((1, "aa"),))
    table.game = played(THREE, "R1 clue")
    table.tell()
    assert re.findall(r'<img class="seen" src="([^"]+)"', phone.get("/").text) == ["/pictures/aa.jpg"]
    table.show(table.game, questions=(asks,))
    assert "Red 2 or red 3? A card was laid that can&#39;t be read" in words(phone.get("/").text)


def test_a_locked_table_offers_nothing_but_to_unlock_it(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "R1"), locked=True)
    page = phone.get("/").text
    assert "data-unlock" in page
    assert "data-press" not in page
    assert "data-lock" not in page


def test_a_phone_is_given_a_sign_once_for_each_thing_worth_one(phone: FlaskClient, table: Any, question: Any) -> None:
    def signal() -> str:
        return re.findall(r'data-signal="([^"]*)"', phone.get("/").text)[0]

    table.show(played(THREE, "R1"))
    assert signal() == ""
    table.show(played(THREE, "R1"), questions=(question(("R2", 0.6)),))
    assert signal() == "question-1"
    final = "R5 Y4 G5 B3 W4 / / clues 3 deck 1"
    for script, wanted in (("B4", "final-3"), ("B4 clue clue", "last-turn"), ("B4 clue clue clue", "over-1")):
        table.show(played(THREE, script, lying=final))
        assert signal() == wanted
