"""What phones and lamps are shown, and what a strict table isn't."""

from __future__ import annotations

import json

import pytest

from companion.page import Alarm, Around, Asked, Device, final_seats, lamps, pace, page
from companion.ports import Lamps
from companion.rules.cards import Suit
from companion.rules.commands import Correct, GiveClue
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup

NAMES = ("Ann", "Bo", "Cy")


def at_table(talk: Talk, script: str = "R1 clue -B3", **more) -> Game:
    """A game of three at such a table."""
    return played(Setup(3, NAMES, options=Options(talk=talk)), script, **more)


def test_without_a_game_there_is_only_what_stands_around_it():
    shown = page(7, None, None, Around())
    assert shown["game"] is None
    assert (shown["version"], shown["names"], shown["history"], shown["talk"]) == (7, [], [], None)
    assert lamps(None, Around()) == Lamps()


def test_the_page_is_the_state_line_with_names_history_and_talk():
    shown = page(1, 3, at_table(Talk.STRICT), Around())
    assert shown["stacks"]["R"] == 1
    assert (shown["game"], shown["names"], shown["talk"]) == (3, [*NAMES], "strict")
    assert shown["history"][2] == {"n": 3, "player": 2, "do": "discard", "card": "B3"}
    assert shown["last"] == "Cy discards the blue 3. One Clock comes back."
    assert json.loads(json.dumps(shown)) == shown


def test_a_strict_table_is_told_nothing_that_follows_from_counting():
    shown = page(1, 1, at_table(Talk.STRICT), Around())
    assert shown["best"] is None
    assert not {"left", "unreachable", "pace", "told"} & set(shown)


@pytest.mark.parametrize(
    ("script", "changed"),
    [
        ("R1 undo", "What changed: red stands at 0, not 1; cards to draw: 35, not 34; Ann is in turn, not Bo."),
        ("R1 clue @1=+B1", "What changed: red stands at 0, not 1; blue stands at 1, not 0."),
        ("R1 deck=30", "What changed: cards to draw: 30, not 34."),
        ("R1 clue", None),
        ("", None),
    ],
)
def test_what_a_mend_changed_is_told_until_the_next_action(script, changed):
    assert page(1, 1, at_table(Talk.STRICT, script), Around())["changed"] == changed


def test_that_no_more_points_can_come_is_told_where_the_table_counts():
    lying = "R5 Y5 G5 B5 W2 / W3 W3 / clues 3 deck 9"
    assert page(1, 1, at_table(Talk.OPEN, "clue", lying=lying), Around())["outlook"] == "Nothing more can be scored."
    assert "outlook" not in page(1, 1, at_table(Talk.STRICT, "clue", lying=lying), Around())
    assert page(1, 1, at_table(Talk.OPEN), Around())["outlook"] == ""


def test_pictures_are_told_by_their_addresses():
    asks = Asked(1, "Which?", (("R1", 0.5),), picture="abc")
    shown = page(1, 1, at_table(Talk.STRICT), Around(questions=(asks,), pictures=((3, "def"),)))
    assert shown["questions"][0]["picture"] == "/pictures/abc.jpg"
    assert shown["pictures"] == {"3": "/pictures/def.jpg"}


def test_an_open_table_is_told_what_follows():
    shown = page(1, 1, at_table(Talk.OPEN, "R1 clue -B5"), Around())
    assert shown["best"] == 24
    assert shown["unreachable"] == ["B5"]
    assert shown["left"]["R1"] == 2
    assert "B5" not in shown["left"]
    assert shown["pace"] == 1 + 33 + 3 - 24
    assert "told" not in shown


@pytest.mark.parametrize("talk", [Talk.STRICT, Talk.OPEN])
def test_only_a_reminder_table_is_told_the_clues_again(talk):
    clue = GiveClue(to=2, colour=Suit.RED, touched=2)
    told = page(1, 1, at_table(Talk.REMINDER, "R1").handle(clue), Around())
    line = {"n": 2, "player": 1, "do": "clue", "to": 2, "colour": "R", "touched": 2}
    assert told["told"] == [line]
    assert told["history"][1] == line
    assert told["last"] == "Bo gives a clue to Cy about red, pointing at 2."
    other = page(1, 1, at_table(talk, "R1").handle(clue), Around())
    assert other["history"][1] == {"n": 2, "player": 1, "do": "clue"}
    assert other["last"] == "Bo gives a clue."


def test_the_final_round_names_who_still_plays_and_lights_its_lamp():
    game = at_table(Talk.OPEN, "R1", lying=" / / clues 3 deck 1 player 1")
    assert final_seats(game.position) == [2, 0, 1]
    assert page(1, 1, game, Around())["final_names"] == ["Cy", "Ann", "Bo"]
    assert page(1, 1, game, Around())["pace"] is None
    assert lamps(game, Around()).final == "on"
    game = game.handle(GiveClue()).handle(GiveClue())
    assert page(1, 1, game, Around())["final_names"] == ["Bo"]
    assert lamps(game, Around()).final == "blink"
    game = game.handle(GiveClue())
    assert game.position.is_over
    assert page(1, 1, game, Around())["final_names"] == []
    assert lamps(game, Around()).final == "off"


def test_where_play_goes_on_there_is_no_pace():
    assert pace(played(Setup(3, variants=("no-final-round",)), "R1").position) is None
    assert pace(played(Setup(3), "R1").position) == 1 + 34 + 3 - 25


def test_pace_counts_black_cards_as_cards():
    black = played(Setup(3, variants=("black",)), "K5 K4 clue -K1").position
    assert (black.deck, pace(black)) == (45 - 3, 2 + 42 + 3 - 29)  # 2 cards lie; 25 and the black 5 to 2 still can


@pytest.mark.parametrize(("talk", "is_told"), [(Talk.STRICT, False), (Talk.OPEN, False), (Talk.REMINDER, True)])
def test_what_a_correction_made_impossible_keeps_what_clues_said_to_itself(talk, is_told):
    game = at_table(talk, "R1 clue clue clue clue clue clue clue")
    game = game.handle(GiveClue(to=0, colour=Suit.RED, touched=2)).handle(Correct(1, after_clue=True))
    (conflict,) = page(1, 1, game, Around())["conflicts"]
    assert (conflict["do"], "No Clock is left" in conflict["refused"]) == ("clue", True)
    assert ("colour" in conflict) is is_told


def test_questions_alarms_and_devices_are_told_as_the_contract_writes_them():
    around = Around(
        questions=(Asked(5, "Which is it?", (("R2", 0.6), ("R3", 0.3)), ("play", "none")),),
        alarms=(Alarm("glare", "A lamp is mirrored.", 12.5),),
        camera=Device("down", "No picture."),
        panel=Device("pretend"),
        notice="No token is left.",
    )
    shown = page(1, None, None, around)
    assert shown["questions"] == [
        {"id": 5, "say": "Which is it?", "guesses": {"R2": 0.6, "R3": 0.3}, "as": ["play", "none"], "picture": None}
    ]
    assert shown["alarms"] == [{"what": "glare", "say": "A lamp is mirrored.", "since": 12.5}]
    assert shown["camera"] == {"state": "down", "say": "No picture."}
    assert shown["panel"] == {"state": "pretend", "say": ""}
    assert shown["notice"] == "No token is left."


def test_lamps_show_tokens_mistakes_and_questions():
    game = at_table(Talk.STRICT, "R1 clue R1")
    assert lamps(game, Around(questions=(Asked(1, "?"),))) == Lamps(clues=7, fuses=1, asks=True)


def test_a_camera_that_is_down_asks_for_somebody_by_the_lamps_too():
    assert lamps(None, Around(camera=Device("down", "No picture."))) == Lamps(asks=True)
    assert lamps(None, Around(camera=Device("up", "It is slow."))) == Lamps()
