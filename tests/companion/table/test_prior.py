"""What the rules make of guesses: impossible ones go, scarce ones are less likely, fitting ones likelier played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import Card
from companion.rules.commands import Play
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.sight.reading import Reading
from companion.table.placements import Zone
from companion.table.prior import weighed

CODES = [f"{suit}{rank}" for suit in "RYGBW" for rank in range(1, 6)]


def position(*played):
    game = Game.new(Setup(players=3))
    for code in played:
        game = game.handle(Play(Card.parse(code)))
    return game.position


def reading(**guesses):
    return Reading(tuple((Card.parse(code), chance) for code, chance in guesses.items()))


def test_a_guess_of_which_every_copy_lies_on_the_table_goes():
    assert dict(weighed(position("R1"), Zone.DISCARDS, reading(R1=0.5, R5=0.4))).keys() == {"R1", "R5"}
    table = position("R1", "R2", "R3", "R4", "R5")
    assert weighed(table, Zone.DISCARDS, reading(R5=0.6, R1=0.3)) == (("R1", pytest.approx(0.3)),)


def test_of_two_equal_guesses_the_one_with_more_copies_left_comes_first():
    (first, more), (second, fewer) = weighed(position(), Zone.DISCARDS, reading(R5=0.4, R1=0.4))
    assert (first, second) == ("R1", "R5")
    assert more == pytest.approx(3 * fewer)


def test_among_the_fireworks_what_fits_is_likelier_and_among_the_discards_it_is_not():
    table = position("R1")
    assert weighed(table, Zone.FIREWORKS, reading(R3=0.45, R2=0.45))[0][0] == "R2"
    (_, three), (_, two) = weighed(table, Zone.DISCARDS, reading(R3=0.45, R2=0.45))
    assert three == pytest.approx(two)


def test_what_was_seen_well_is_not_overruled_by_what_would_fit():
    assert weighed(position("R1"), Zone.FIREWORKS, reading(R3=0.9, R2=0.05))[0][0] == "R3"


def test_nothing_guessed_stays_nothing():
    assert weighed(position(), Zone.FIREWORKS, Reading()) == ()


@given(
    st.dictionaries(st.sampled_from(CODES), st.floats(0.01, 0.3), max_size=3),
    st.sampled_from([Zone.FIREWORKS, Zone.DISCARDS]),
)
def test_guesses_keep_their_sum_and_stand_in_order(guesses, zone):
    found = weighed(position("R1", "B1"), zone, reading(**guesses))
    chances = [chance for _, chance in found]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(sum(guesses.values()))
