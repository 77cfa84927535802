"""Forgotten clues on the page: the question, its yes and no, and what the next game knows of the sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import Unreadable
from companion.messages import Answer, NewGame
from companion.rules.setup import Setup

SIDES = (0.0, 120.0, 240.0)


def lays(table, text, arm):
    """A hand from that side brings a card."""
    table.now += 5
    place = replace(table.brings(text, left_at=table.now), arm=arm)
    return table.sees(place).waits(4)


def lay_two_rounds(table):
    for number, card in enumerate(("R1", "Y1", "G1", "B1", "W1", "R2")):
        lays(table, card, SIDES[number % 3])
    return table


@pytest.fixture
def asked(table):
    """Player 1's clue was forgotten, and player 2 has laid Y2."""
    lay_two_rounds(table)
    lays(table, "Y2", SIDES[1])
    return table


def test_the_page_asks_with_yes_and_no(asked):
    [question] = asked.questions
    assert question["say"] == "Y2 came from Player 2's side: did Player 1 give a clue before it?"
    assert question["guesses"] == {"yes": 0.9}
    assert question["as"] == ["none"]
    assert asked.lamps.asks


def test_yes_is_one_tap(asked):
    asked.answers(as_="yes")
    assert asked.history[-2:] == ["clue", "play Y2"]
    assert asked.page["player"] == 2
    assert asked.questions == []


def test_an_answer_that_says_nothing_takes_the_first_guess(asked):
    asked.answers()
    assert asked.page["clues"] == 7
    assert asked.questions == []


def test_ok_at_the_table_says_yes(asked):
    asked.presses("ok").waits(1)
    assert asked.page["clues"] == 7


def test_no_leaves_the_game_as_it_is(asked):
    before = asked.history
    asked.answers(as_="none")
    assert asked.history == before
    assert asked.questions == []


def test_an_answer_that_is_neither_is_unreadable(asked):
    with pytest.raises(Unreadable, match="choose from yes, none"):
        asked.gets(Answer(asked.questions[0]["id"], as_="discard"))


def test_a_press_that_comes_late_counts_once_and_nothing_is_asked(table):
    lay_two_rounds(table)
    table.now += 5
    table.sees(replace(table.brings("Y2", left_at=table.now), arm=SIDES[1])).presses("clue").waits(6)
    assert table.page["clues"] == 7
    assert table.questions == []
    assert table.history[-2:] == ["clue", "play Y2"]


def test_the_next_game_knows_the_sides_of_this_one(new_table):
    table = lay_two_rounds(new_table(Setup(3)).finds())
    table.gets(NewGame(Setup(3), even_if_playing=True))
    lays(lays(table, "R1", SIDES[0]), "Y1", SIDES[2])
    assert [question["say"] for question in table.questions] == [
        "Y1 came from Player 3's side: did Player 2 give a clue before it?"
    ]
