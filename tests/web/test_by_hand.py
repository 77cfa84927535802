"""A table without a camera: cards told on the page, named at once, later or not at all; what the talk option adds."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.page import Alarm, Around, Device, page
from companion.rules.cards import Suit
from companion.rules.commands import Correct, GiveClue
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from web.counted import heap, told
from web.events import events
from web.pad import pad
from web.view import View, view

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
PIN = "246810"


@pytest.fixture
def phone(app: Any, table: Any) -> FlaskClient:
    """A phone that has shown the PIN, at a table without a camera."""
    table.around = Around()
    table.tell()
    client: FlaskClient = app.test_client()
    assert client.post("/api/join", data=json.dumps({"pin": PIN})).status_code == 200
    return client


def do(phone: FlaskClient, **line: object) -> Any:
    line = {{"as_": "as"}.get(key, key): value for key, value in line.items()}
    return phone.post("/api/actions", data=json.dumps(line)).get_json()


def shown(game: Game, around: Around | None = None) -> View:
    return view(page(1, 1, game, around or Around()))


def at(talk: Talk, script: str = "", **more: Any) -> Game:
    return played(Setup(3, names=("Ann", "Bo", "Cy"), options=Options(talk=talk), **more), script)


# the token tracker


def test_cards_without_a_name_count_turn_pile_and_tokens(phone: FlaskClient) -> None:
    do(phone, do="press", button="clue")
    told = do(phone, do="discard", card="?")
    assert (told["clues"], told["deck"], told["turn"], told["unknown"]) == (8, 34, 3, 1)
    told = do(phone, do="play", card="?")
    assert (told["fuses"], told["deck"], told["score"]) == (0, 33, 0)
    told = do(phone, do="play", card="?", as_="misplay")
    assert (told["fuses"], told["deck"], told["unknown"]) == (1, 32, 3)


def test_a_card_is_named_later(phone: FlaskClient) -> None:
    do(phone, do="play", card="?")
    told = do(phone, do="correct", event=1, card="R1")
    assert (told["stacks"]["R"], told["unknown"], told["history"][0]["card"]) == (1, 0, "R1")


def test_each_card_of_the_list_can_be_mended_and_one_without_a_name_says_so(phone: FlaskClient) -> None:
    do(phone, do="play", card="?")
    do(phone, do="clue")
    do(phone, do="play", card="B1")
    page = phone.get("/").text
    assert re.findall(r'data-mend="(\d)"( data-unread)?', page) == [("3", ""), ("1", " data-unread")]
    assert "Ann played a card without a name." in page


def test_further_back_the_cards_without_a_name_are_counted(phone: FlaskClient) -> None:
    for _ in range(5):
        do(phone, do="play", card="?")
    assert "Before that: 2 without a name" in phone.get("/").text


def test_the_buttons_are_those_of_a_table_that_nobody_watches(phone: FlaskClient, table: Any) -> None:
    bar = re.compile(r'data-(?:press|lay)="(\w+)"')
    assert bar.findall(phone.get("/").text) == ["clue", "undo", "play", "discard", "misplay"]
    table.show(table.game)
    assert bar.findall(phone.get("/").text) == ["clue", "fuse", "undo", "ok"]


def test_sight_that_was_given_up_is_a_table_without_a_camera() -> None:
    up = Device("up")
    assert not shown(Game.new(THREE), Around(camera=up)).by_hand
    assert shown(Game.new(THREE), Around(camera=up, alarms=(Alarm("manual-mode", "By hand.", 1.0),))).by_hand


def test_an_end_with_cards_that_have_no_name_has_no_score() -> None:
    ended = played(THREE, "? clue clue clue", lying="R5 Y4 G5 B3 W4 / / clues 3 deck 1")
    ending = shown(ended).ending
    assert ending is not None
    assert (ending.score, ending.rating, ending.unnamed) == (None, None, 1)
    assert ending.lying == "1 card has no name yet, so the score isn’t known."
    named = shown(ended.handle(Correct(2, played(THREE, "B1").history[0].command.card))).ending  # type: ignore[union-attr]
    assert named is not None
    assert (named.score, named.unnamed) == (21, 0)


# the full count


@pytest.mark.parametrize(("talk", "gone"), [(Talk.OPEN, ["R1", "Y5", "B3"]), (Talk.STRICT, [])])
def test_the_pad_offers_what_can_still_be_and_counts_for_nobody_at_a_strict_table(talk: Talk, gone: list[str]) -> None:
    setup = replace(THREE, options=Options(talk=talk))
    rows = shown(played(setup, "R1", lying="R0 Y4 / R1 R1 Y5 B3 B3 G4 / clues 8 deck 20")).pad
    assert [row.letter for row in rows] == list("RYGBW")
    assert [key.code for row in rows for key in row.keys if not key.can_be] == gone


def test_the_pad_has_the_suits_of_the_game_and_black_from_its_scarce_end() -> None:
    game = played(Setup(2, variants=("rainbow-short", "black"), options=Options(talk=Talk.OPEN)), "M1 clue K5 -K1")
    rows = pad(page(1, 1, game, Around()))
    assert [row.letter for row in rows] == list("RYGBWMK")
    assert [key.code for row in rows for key in row.keys if not key.can_be] == ["M1", "K1"]


def test_colours_that_no_clue_may_name_are_not_offered() -> None:
    rows = pad(page(1, 1, Game.new(Setup(3, variants=("rainbow-wild", "black"))), Around()))
    assert [row.letter for row in rows if not row.can_be_named] == ["M", "K"]


@pytest.mark.parametrize("broken", [{}, {"names": ["A"]}, {"names": ["A", "B"], "edition": "moon", "stacks": {"R": 0}}])
def test_without_a_game_that_can_be_there_is_no_pad(broken: dict[str, object]) -> None:
    assert pad(broken) == ()


def test_each_key_has_its_colour_its_sign_and_its_letter(phone: FlaskClient) -> None:
    page = phone.get("/").text
    key = page[page.index('<div class="keys suit-R">') : page.index('value="R2"')]
    assert 'href="#sign-R"' in key
    assert "<b>R1</b>" in key
    assert 'aria-label="red 1"' in key


# what the table may say


def test_a_strict_page_shows_nothing_that_was_counted() -> None:
    strict = shown(at(Talk.STRICT, "R1 clue -B5"))
    assert (strict.heap.is_counted, strict.heap.pace, strict.best, strict.told) == (False, None, None, ())
    assert {cell.left for _, _, cells in strict.heap.rows for cell in cells} == {None}
    assert not any(cell.is_lost for _, _, cells in strict.heap.rows for cell in cells)


def test_the_discards_are_told_suit_by_rank_at_every_table() -> None:
    found = shown(at(Talk.STRICT, "clue -B4 clue -B4 clue -R1")).heap
    lying = {f"{letter}{cell.rank}": cell.lying for letter, _, cells in found.rows for cell in cells if cell.lying}
    assert (lying, found.lying) == ({"R1": 1, "B4": 2}, 3)


def test_an_open_page_shows_copies_left_what_is_out_of_reach_and_pace() -> None:
    found = shown(at(Talk.OPEN, "R1 clue -B4 clue -B4")).heap
    assert found.pace == 1 + 32 + 3 - 23
    blue = found.rows[3]
    assert blue[:2] == ("B", "blue")
    assert [(cell.left, cell.is_lost) for cell in blue[2]] == [(3, False), (2, False), (2, False), (0, True), (1, True)]


def test_the_open_page_says_it_in_words(phone: FlaskClient, table: Any) -> None:
    table.show(at(Talk.OPEN, "clue -B5"))
    page = phone.get("/").text
    assert "best 24 · pace" in page
    assert "out of reach" in page
    table.show(at(Talk.STRICT, "clue -B5"))
    page = phone.get("/").text
    assert "pace" not in page
    assert "out of reach" not in page


def test_a_reminder_page_shows_who_was_told_what_about_how_many_cards() -> None:
    game = at(Talk.REMINDER).handle(GiveClue(to=1, colour=Suit.RED, touched=2)).handle(GiveClue())
    game = game.handle(GiveClue(to=0, rank=1, touched=1))
    assert told(page(1, 1, game, Around())) == (
        "Cy gave a clue to Ann: 1s, 1 card.",
        "Ann gave a clue to Bo: red, 2 cards.",
    )


def test_only_a_reminder_page_asks_what_the_clue_says(phone: FlaskClient, table: Any) -> None:
    table.show(at(Talk.REMINDER))
    page = phone.get("/").text
    assert 'id="clue"' in page
    assert re.findall(r'name="to" value="(\w*)"( checked| disabled)?', page) == [
        *(("", " checked"), ("0", " disabled"), ("1", ""), ("2", ""))
    ]
    table.show(at(Talk.OPEN))
    assert 'id="clue"' not in phone.get("/").text


def test_a_clue_that_says_only_how_many_is_told_so() -> None:
    game = at(Talk.REMINDER).handle(GiveClue(touched=3))
    assert [event.say for event in events(page(1, 1, game, Around()))] == ["Ann gave a clue: 3 cards."]
    assert (heap({}).rows, heap({}).lying) == ((), 0)


def test_what_the_last_clue_said_is_asked_for_while_nobody_has_noted_it(phone: FlaskClient, table: Any) -> None:
    table.show(at(Talk.REMINDER, "R1 clue"))
    page = phone.get("/").text
    assert 'data-event="2"' in page
    assert "Which clue did Bo give?" in page
    assert re.findall(r'name="to" value="(\d)"( disabled)?', page) == [("0", ""), ("1", " disabled"), ("2", "")]
    table.show(at(Talk.REMINDER, "R1").handle(GiveClue(to=2, rank=1)))
    assert 'data-event="' not in phone.get("/").text
    table.show(at(Talk.OPEN, "R1 clue"))
    assert 'data-event="' not in phone.get("/").text


def test_that_nothing_more_can_be_scored_is_told_where_the_table_counts(phone: FlaskClient, table: Any) -> None:
    done = "R5 Y5 G5 B5 W2 / W3 W3 / clues 3 deck 9"
    for talk in (Talk.OPEN, Talk.STRICT):
        table.show(played(replace(THREE, options=Options(talk=talk)), "clue", lying=done))
        assert ("Nothing more can be scored." in phone.get("/").text) is (talk is Talk.OPEN)


# house rules and bonus tiles


def test_a_game_is_started_with_its_house_rules(phone: FlaskClient, table: Any) -> None:
    page = phone.get("/").text
    for name in ("talk", "zero_clue", "discard_at_full", "loss", "lose_on_lost_card"):
        assert f'<select name="{name}">' in page
    setup = {"players": 2, "options": {"talk": "reminder", "zero_clue": True}}
    told = phone.post("/api/games?even_if_playing=true", data=json.dumps(setup)).get_json()
    assert told["talk"] == "reminder"
    assert table.game.setup.options.zero_clue


def test_another_game_begins_with_what_was_agreed_before(phone: FlaskClient, table: Any) -> None:
    table.show(at(Talk.OPEN, "stop", edition="giant", variants=("black",)))
    page = phone.get("/").text
    assert re.findall(r'<option value="([\w-]+)" selected', page) == ["giant", "open"]
    assert re.findall(r'name="variant" value="([\w-]+)" checked', page) == ["black"]


def test_a_bonus_tile_is_asked_for_while_it_is_owed(phone: FlaskClient, table: Any) -> None:
    table.show(played(Setup(2, variants=("dazzling",)), "R5", lying="R4 / B1 / clues 3 deck 20"))
    page = phone.get("/").text
    assert re.findall(r'data-tile="(\w+)"', page) == ["return", "rescue"]
    told = do(phone, do="bonus", tile="clue")
    assert told["clues"] == 4
    assert "bonus tile is turned up" not in phone.get("/").text


def test_of_many_clues_the_last_five_are_in_sight_and_the_others_a_tap_away(phone: FlaskClient, table: Any) -> None:
    game = at(Talk.REMINDER)
    for rank in (1, 2, 3, 4, 5, 1, 2):
        game = game.handle(GiveClue(to=(game.position.player + 1) % 3, rank=rank))
    table.show(game)
    said = phone.get("/").text
    assert "Clues before that: 2" in said
    assert (
        said.index("Ann gave a clue to Bo: 2s.")
        < said.index('id="told-before"')
        < said.index("Bo gave a clue to Cy: 2s.")
    )
