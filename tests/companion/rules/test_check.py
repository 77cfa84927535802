"""Every contradiction of a position is told, all at once."""

from dataclasses import replace

import pytest

from companion.rules.cards import Card
from companion.rules.check import contradictions
from companion.rules.position import Status, starting
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
        ({"turns_left": -1}, "can't have -1 turns left"),
        ({"player": -1}, "seats run from 0 to 2, not -1"),
        ({"clues": -1}, "clue tokens run from 0 to 8, not -1"),
        ({"fuses": -1}, "mistakes run from 0 to 3, not -1"),
        ({"unknown": -1}, "-1 unread cards can't lie there"),
        ({"hands": (8, 7)}, "3 players can't hold 2 hands"),
        ({"tiles_owed": 1}, "no bonus tiles are played with, and one is owed"),
        ({"status": Status.WON}, "the game is won, and not every pile is complete"),
    ],
)
def test_each_contradiction_is_a_sentence(wrong, sentence):
    assert any(sentence in said for said in contradictions(replace(START, **wrong)))


@pytest.mark.parametrize("edge", [{"clues": 0}, {"clues": 8, "fuses": 3}, {"turns_left": 0}, {"turns_left": 3}])
def test_the_ends_of_each_range_are_no_contradiction(edge):
    assert contradictions(replace(START, **edge)) == ()


def test_a_pile_may_hold_every_unseen_card_and_no_more():
    assert contradictions(replace(START, deck=50, hands=(0, 0, 0))) == ()
    assert contradictions(replace(START, heights=(0, 0, 0, 0, 5), deck=30)) == ()


def test_a_final_round_where_play_goes_on_is_a_contradiction():
    expert = replace(starting(Setup(3, variants=("expert",))), turns_left=2)
    assert contradictions(expert) == ("this game has no final round, and one is on",)


def test_all_contradictions_are_told_at_once():
    wrong = replace(START, clues=-1, fuses=7, player=-1, turns_left=-1, deck=99)
    assert len(contradictions(wrong)) == 5


def test_a_copy_on_the_pile_counts_with_those_discarded():
    lying = replace(START, heights=(1, 0, 0, 0, 0), discards=(Card.parse("R1"),) * 3, hands=(5, 5, 1))
    assert contradictions(lying) == ("4 copies of R1 lie there, and the deck has 3",)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tiles_owed": 1}, "no bonus tiles are played with, and one is owed"),
        ({"status": Status.WON}, "the game is won, and not every pile is complete"),
    ],
)
def test_one_contradiction_is_that_sentence_alone(wrong, sentence):
    assert contradictions(replace(START, **wrong)) == (sentence,)
