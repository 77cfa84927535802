"""The set-up pages before any script: a game agreed on, and a game taken up in the middle.

What a form is given wrongly is told in one sentence, and all that was typed stays.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup
from web import Joining, create_app
from web.gate import Gate
from web.setup import CLASHES

PIN = "246810"
THREE = Setup(3, names=("Ann", "Bo", "Cy"))
ODD_NAMES = ("O'Neil", "👩‍🚀", "<b>Di</b>", "=1+1")


def test_a_game_begins_by_a_form_alone_and_the_pin_is_typed_into_it(visitor: Any, table: Any, sorry: Any) -> None:
    table.show(None)
    form = {"players": "2", "name": ["Di", "", "", "", ""], "starter": "1", "edition": "storm", "talk": "open"}
    assert "That takes the table's PIN" in sorry(visitor.post("/setup", data=form))
    answer = visitor.post("/setup", data={**form, "pin": PIN})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    setup = table.game.setup
    assert (setup.names, setup.starter, setup.edition) == (("Di", "Player 2"), 1, "storm")
    assert setup.options.talk.value == "open"
    assert visitor.get("/camera").status_code == 200  # the PIN bought a cookie


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"variant": ["rainbow", "rainbow-wild"]}, "rainbow and rainbow-wild exclude each other"),
        ({"edition": "1999"}, "There is no edition '1999'"),
        ({"players": "9"}, "Hanabi is for 2 to 5 players"),
        ({"players": "many"}, "Say how many play"),
        ({"starter": "4"}, "Player 5 isn't playing"),
        ({"name": ["A" * 10_000]}, "may have 40 letters"),
        ({"name": ["\u202eAnn"]}, "must be a text of letters"),
        ({"loss": "maybe"}, "can't be 'maybe'"),
    ],
)
def test_a_wrong_form_is_told_in_a_sentence_and_keeps_what_was_typed(
    phone: Any, table: Any, wrong: dict[str, Any], why: str, sorry: Any
) -> None:
    table.show(None)
    answer = phone.post("/setup", data={"players": "3", "name": ["Ann <i>", "Bo"], **wrong})
    assert (answer.status_code, table.game) == (400, None)
    assert why in sorry(answer)
    assert (wrong.get("name") or ["Ann &lt;i&gt;"])[0] in answer.get_data(as_text=True)


def test_a_game_that_is_on_gives_way_only_where_that_is_ticked(phone: Any, table: Any, sorry: Any) -> None:
    before = table.game
    answer = phone.post("/setup", data={"players": "4", "name": ["Eve"]})
    assert answer.status_code == 409
    assert (sorry(answer), table.game) == ("A game is on.", before)
    assert all(said in answer.get_data(as_text=True) for said in ('value="Eve"', 'name="anyway"'))
    assert phone.post("/setup", data={"players": "4", "name": ["Eve"], "anyway": "yes"}).status_code == 303
    assert table.game.setup.names[0] == "Eve"


def test_the_form_begins_with_the_last_game_and_suggests_who_played_before(visitor: Any) -> None:
    page = visitor.get("/setup").get_data(as_text=True)
    assert all(f'value="{name}"' in page for name in THREE.names)
    assert all(name in unescape(page) for name in ODD_NAMES)
    assert "<b>Di" not in page
    assert "whoever wears the most colourful clothes begins" in page
    assert "These rules don’t say who begins" in page


def test_each_two_variants_that_exclude_each_other_have_their_reason_at_hand(visitor: Any) -> None:
    page = visitor.get("/setup").get_data(as_text=True)
    assert [pair for pair in CLASHES if f'data-clash="{pair[0]} {pair[1]}"' not in page] == []
    assert {frozenset(pair) for pair in CLASHES} >= {
        frozenset({"rainbow", "rainbow-short"}),
        frozenset({"no-final-round", "expert"}),
    }


MIDDLE = {"top-R": "3", "top-Y": "1", "top-G": "4", "discard-B4": "1", "clues": "5", "fuses": "1", "player": "2"}


def test_a_game_is_taken_up_in_the_middle(phone: Any, table: Any) -> None:
    table.show(Game.new(THREE))
    assert phone.post("/setup/middle", data={**MIDDLE, "deck": "22"}).headers["Location"] == "/"
    position = table.game.position
    assert (position.clues, position.fuses, position.deck, position.player) == (5, 1, 22, 2)
    assert [str(card) for card in position.discards] == ["B4"]


def test_all_that_contradicts_is_told_at_once_and_stays_typed(phone: Any, table: Any, sorry: Any) -> None:
    table.show(Game.new(THREE))
    wrong = {**MIDDLE, "discard-R5": "4", "clues": "9", "deck": "60"}
    answer = phone.post("/setup/middle", data=wrong)
    assert answer.status_code == 409
    assert all(said in sorry(answer) for said in ("copies of R5", "not 9", "can't hold 60"))
    assert 'value="60"' in answer.get_data(as_text=True)
    assert len(table.game.history) == 0
    answer = phone.post("/setup/middle", data={**MIDDLE, "deck": "a few"})
    assert (answer.status_code, "no number for the draw pile" in sorry(answer)) == (400, True)


def test_the_camera_fills_in_piles_and_discards_and_leaves_what_it_can_t_see(phone: Any, table: Any) -> None:
    table.show(Game.new(THREE))
    answer = phone.post("/setup/middle", data={**MIDDLE, "then": "look"})
    page = answer.get_data(as_text=True)
    assert "The camera reads 7 cards." in page
    assert re.search(r'name="top-B" value="1"[^>]* checked', page)
    assert re.search(r'name="top-G" value="4"[^>]* checked', page)
    assert re.search(r'name="discard-Y1">(<option>\d</option>)*<option selected>2<', page)
    assert re.search(r'name="clues">(<option>\d</option>)*<option selected>5<', page)
    assert len(table.game.history) == 0


def test_without_a_game_the_middle_asks_first_who_plays(phone: Any, table: Any, sorry: Any, words: Any) -> None:
    table.show(None)
    assert "No game is on: say first who plays." in words(phone.get("/setup/middle"))
    table.show(played(THREE, "W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 2"))
    assert "No game is on" in sorry(phone.post("/setup/middle", data={**MIDDLE, "then": "look"}))


def test_a_locked_table_takes_no_form(board: Any, table: Any, sorry: Any) -> None:
    gate = Gate(PIN)
    gate.lock()
    locked = create_app(board, table.post, gate, joining=Joining(PIN, list)).test_client()
    assert "The table is locked" in sorry(locked.post("/setup", data={"players": "2", "pin": PIN}))
