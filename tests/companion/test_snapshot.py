"""The state line in the contract's shape."""

import json

import pytest

from companion.rules.cards import Card
from companion.rules.commands import Adopt, Correct, CountDeck
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.snapshot import history_lines, left_counts, refused_line, state_line

START = {
    "turn": 1,
    "player": 0,
    "clues": 8,
    "fuses": 0,
    "deck": 35,
    "stacks": {"R": 0, "Y": 0, "G": 0, "B": 0, "W": 0},
    "discards": {},
    "unknown": 0,
    "score": 0,
    "points": 0,
    "best": 25,
    "perfect": 25,
    "final_turns": None,
    "status": "playing",
    "rating": None,
    "events": [],
}


def test_a_fresh_game_is_told_in_the_contract_s_order():
    line = state_line(played(Setup(3)))
    assert line == START
    assert list(line) == list(START)
    assert list(line["stacks"]) == list("RYGBW")


def test_a_line_tells_what_happened_by_it():
    line = state_line(played(Setup(3), "R5", lying="R4 // clues 3 deck 1"))
    assert line["events"] == ["CardPlayed", "SuitCompleted", "TokenReturned", "FinalRoundBegan"]
    assert (line["final_turns"], line["clues"], line["score"]) == (3, 4, 5)


def test_discards_are_counted_and_sorted_by_suit_and_rank():
    line = state_line(played(Setup(3), lying="/ W5 B1 R2 B1"))
    assert list(line["discards"].items()) == [("R2", 1), ("B1", 2), ("W5", 1)]


def test_unread_cards_are_counted_until_they_are_named():
    game = played(Setup(3), "? !?")
    assert state_line(game)["unknown"] == 2
    assert state_line(game.handle(Correct(1, card=Card.parse("R1"))))["unknown"] == 1


@pytest.mark.parametrize(
    ("script", "lying", "right"),
    [
        ("W5", "R5 Y5 G5 B5 W4 // deck 9", ("won", None, None, 25, 25, "legendary")),
        ("R5", "R1 // fuses 2", ("lost", None, None, None, 1, None)),
        ("clue clue clue", "R5 Y5 // deck 0", ("finished", None, 0, 10, 10, "mediocre")),
        ("R2 stop", "R1 // deck 1", ("stopped", None, None, None, 2, None)),
    ],
)
def test_every_end_has_its_score_and_word_and_nobody_s_turn(script, lying, right):
    line = state_line(played(Setup(3), script, lying=lying))
    keys = ("status", "player", "final_turns", "score", "points", "rating")
    assert tuple(line[key] for key in keys) == right


def test_a_black_game_begins_at_minus_5_and_an_expert_one_has_no_score():
    black = state_line(played(Setup(3, variants=("rainbow", "black"))))
    assert (black["score"], black["best"], black["perfect"]) == (-5, 30, 30)
    assert "".join(black["stacks"]) == "RYGBWMK"
    assert state_line(played(Setup(3, variants=("expert",))))["score"] is None


def test_a_refused_line_is_the_unchanged_state_and_the_reason():
    game = played(Setup(3), "R1")
    line = refused_line(game, "why")
    assert line == state_line(game) | {"events": [], "refused": "why"}


def test_conflicts_are_told_with_a_correction_and_only_then():
    game = played(Setup(3), "clue -R5 clue -W5")
    assert "conflicts" not in state_line(game)
    mended = state_line(game.handle(Correct(1, after_clue=True)))
    assert mended["conflicts"] == []
    line = state_line(game.handle(Correct(2, card=Card.parse("W5"))))
    (conflict,) = line["conflicts"]
    assert (conflict["event"], conflict["do"], conflict["card"]) == (4, "discard", "W5")
    assert "no W5 left" in conflict["refused"]
    assert line["events"] == ["Corrected"]


def test_the_history_numbers_what_stands_and_tells_misplays():
    game = played(Setup(3), "R1 clue undo clue R5").handle(CountDeck(33))
    assert history_lines(game) == [
        {"n": 1, "player": 0, "do": "play", "card": "R1"},
        {"n": 2, "player": 1, "do": "clue"},
        {"n": 3, "player": 2, "do": "play", "card": "R5", "as": "misplay"},
        {"n": 4, "player": 0, "do": "deck", "count": 33},
    ]


def test_copies_left_are_those_nobody_has_seen():
    left = left_counts(played(Setup(3), "R1 clue -R1 W5").position)
    assert (left["R1"], left["R2"]) == (1, 2)
    assert "W5" not in left


def test_a_line_is_ready_for_json():
    game = played(Setup(3), "? clue").handle(Adopt(fuses=1)).handle(Correct(1, card=Card.parse("R1")))
    assert json.loads(json.dumps(state_line(game))) == state_line(game)
