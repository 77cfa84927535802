"""Every contradiction of a position is told, all at once."""

from dataclasses import replace

import pytest

from companion.rules.cards import Card
from companion.rules.check import contradictions
from companion.rules.position import starting
from companion.rules.script import played
from companion.rules.setup import Setup

START = starting(Setup(3))


def test_a_fresh_table_and_a_played_one_contradict_nothing():
    assert contradictions(START) == ()
    assert contradictions(played(Setup(3), "R1 ? clue -B3 W5").position) == ()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"discards": (Card.parse("M1"),)}, "no M1 in this game"),
        ({"discards": (Card.parse("R5"),) * 2}, "2 copies of R5 lie there, and the deck has 1"),
        ({"heights": (6, 0, 0, 0, 0)}, "red pile can't hold 6"),
        ({"heights": (-1, 0, 0, 0, 0)}, "red pile can't hold -1"),
        ({"clues": 9}, "clue tokens run from 0 to 8, not 9"),
        ({"fuses": 4}, "mistakes run from 0 to 3, not 4"),
        ({"deck": -1}, "can't hold -1"),
        ({"deck": 51}, "can't hold 51 cards while 50 are unseen"),
        ({"deck": 34}, "34 cards in the pile and 15 in the hands are not the 50 unseen"),
        ({"player": 3}, "seats run from 0 to 2, not 3"),
        ({"turns_left": 4}, "can't have 4 turns left"),
    ],
)
def test_each_contradiction_is_a_sentence(wrong, sentence):
    assert any(sentence in said for said in contradictions(replace(START, **wrong)))


def test_all_contradictions_are_told_at_once():
    wrong = replace(START, clues=-1, fuses=7, player=-1, turns_left=-1, deck=99)
    assert len(contradictions(wrong)) == 5


def test_a_copy_on_the_pile_counts_with_those_discarded():
    lying = replace(START, heights=(1, 0, 0, 0, 0), discards=(Card.parse("R1"),) * 3, hands=(5, 5, 1))
    assert contradictions(lying) == ("4 copies of R1 lie there, and the deck has 3",)
