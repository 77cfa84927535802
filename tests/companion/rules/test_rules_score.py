"""Points, the best still reachable, and the word for it."""

import pytest

from companion.rules.cards import Card
from companion.rules.options import Loss, Options
from companion.rules.score import best, points, rating, score, unreachable, word
from companion.rules.script import played
from companion.rules.setup import Setup

WORDS = ("a", "b", "c", "d", "e", "f")


def test_tops_5_3_4_1_3_give_16():
    assert points(played(Setup(3), lying="R5 Y3 G4 B1 W3").position) == 16


@pytest.mark.parametrize(
    ("scored", "right"),
    [
        *[(-3, "a"), (0, "a"), (5, "a"), (6, "b"), (10, "b"), (11, "c")],
        *[(15, "c"), (16, "d"), (20, "d"), (21, "e"), (24, "e"), (25, "f")],
    ],
)
def test_each_printed_range_has_its_word(scored, right):
    assert word(WORDS, scored, 25) == right


@pytest.mark.parametrize(("scored", "right"), [(25, "e"), (29, "e"), (30, "f")])
def test_in_a_30_point_game_the_last_word_is_for_30_alone(scored, right):
    assert word(WORDS, scored, 30) == right


def test_a_game_under_way_has_a_score_but_no_word():
    position = played(Setup(3), "R1 R2").position
    assert (score(position), rating(position)) == (2, None)


def test_a_finished_game_is_called_by_its_edition_s_word():
    position = played(Setup(2, edition="storm"), "clue clue", lying="R5 Y3 G4 B1 W3 // deck 0").position
    assert (score(position), rating(position)) == (16, "good")


@pytest.mark.parametrize(("loss", "scored", "called"), [(Loss.ZERO, 0, "horrible"), (Loss.UNCOUNTED, None, None)])
def test_a_lost_game_scores_what_the_table_agreed(loss, scored, called):
    position = played(Setup(3, options=Options(loss=loss)), "W5", lying="R5 // fuses 2").position
    assert (score(position), rating(position), points(position)) == (scored, called, 5)


def test_a_stopped_game_has_neither_score_nor_word():
    position = played(Setup(3), "R1 stop").position
    assert (score(position), rating(position), points(position)) == (None, None, 1)


def test_an_expert_game_has_no_score_even_when_won():
    setup = Setup(3, variants=("expert",))
    assert score(played(setup, "R1").position) is None
    won = played(setup, "W5", lying="R5 Y5 G5 B5 W4").position
    assert (won.status.value, score(won), rating(won), points(won)) == ("won", None, None, 25)


def test_the_cards_beyond_a_gap_are_unreachable():
    position = played(Setup(3), lying="R1 / R3 R3 W5").position
    assert unreachable(position) == tuple(map(Card.parse, ("R3", "R4", "R5", "W5")))


def test_unread_cards_leave_the_best_as_an_upper_bound():
    assert best(played(Setup(3), "? ? clue -?").position) == 25
