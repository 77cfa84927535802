"""What a deck is made of."""

import pytest

from companion.rules.cards import Card, Suit
from companion.rules.deck import BASE_PILES, BLACK_PILE, RAINBOW_PILE, SHORT_RAINBOW_PILE


@pytest.mark.parametrize("pile", [*BASE_PILES, RAINBOW_PILE])
def test_a_suit_has_3_2_2_2_1_copies_of_1_to_5(pile):
    assert [pile.copies_of(rank) for rank in (1, 2, 3, 4, 5)] == [3, 2, 2, 2, 1]
    assert pile.total == 10


def test_black_has_three_5s_and_one_1():
    assert [BLACK_PILE.copies_of(rank) for rank in (5, 4, 3, 2, 1)] == [3, 2, 2, 2, 1]


def test_the_short_rainbow_has_one_card_of_each_rank():
    assert SHORT_RAINBOW_PILE.cards() == tuple(Card(Suit.RAINBOW, rank) for rank in (1, 2, 3, 4, 5))


@pytest.mark.parametrize("pile", [*BASE_PILES, RAINBOW_PILE, SHORT_RAINBOW_PILE, BLACK_PILE])
def test_the_last_card_of_every_pile_is_the_scarce_one(pile):
    assert pile.copies[-1] == 1
    assert pile.copies[-1] == min(pile.copies)


def test_tops_of_black_run_0_5_4_3_2_1():
    assert [BLACK_PILE.top(height) for height in range(6)] == [0, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("pile", [BASE_PILES[0], BLACK_PILE])
def test_top_and_height_are_inverse(pile):
    assert [pile.height(pile.top(height)) for height in range(6)] == list(range(6))


def test_the_base_game_has_50_cards():
    assert sum(len(pile.cards()) for pile in BASE_PILES) == 50
