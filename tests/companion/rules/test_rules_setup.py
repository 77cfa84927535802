"""What a table may agree on, and what follows from it."""

import pytest

from companion.errors import ImpossibleSetup
from companion.rules.cards import Card, Suit
from companion.rules.options import Options
from companion.rules.score import perfect
from companion.rules.setup import Setup


@pytest.mark.parametrize(
    ("variants", "total", "piles"),
    [
        ((), 50, (40, 35, 34, 30)),
        (("rainbow",), 60, (50, 45, 44, 40)),
        (("rainbow-wild",), 60, (50, 45, 44, 40)),
        (("rainbow-short",), 55, (45, 40, 39, 35)),
        (("black",), 60, (50, 45, 44, 40)),
        (("rainbow", "black"), 70, (60, 55, 54, 50)),
        (("rainbow-short", "black"), 65, (55, 50, 49, 45)),
        (("dazzling", "expert"), 50, (40, 35, 34, 30)),
    ],
)
def test_the_pile_after_the_deal_follows_from_variants_and_players(variants, total, piles):
    setups = [Setup(players, variants=variants) for players in (2, 3, 4, 5)]
    assert {setup.deck_size for setup in setups} == {total}
    assert tuple(setup.cards_to_draw for setup in setups) == piles


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_hold_5_cards_up_to_3_players_and_4_above(players, hand):
    assert Setup(players).hand_size == hand


@pytest.mark.parametrize(
    ("variants", "most"), [((), 25), (("rainbow",), 30), (("black",), 25), (("rainbow", "black", "dazzling"), 30)]
)
def test_black_adds_nothing_to_the_perfect_score(variants, most):
    assert perfect(Setup(3, variants=variants)) == most


def test_piles_stand_in_the_order_of_the_suits_however_the_variants_are_named():
    letters = [pile.suit.letter for pile in Setup(3, variants=("black", "rainbow")).piles]
    assert "".join(letters) == "RYGBWMK"


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_too_few_and_too_many_players_are_refused(players):
    with pytest.raises(ImpossibleSetup, match="2 to 5 players"):
        Setup(players)


@pytest.mark.parametrize(
    "pair",
    [
        ("rainbow", "rainbow-short"),
        ("rainbow", "rainbow-wild"),
        ("rainbow-short", "rainbow-wild"),
        ("expert", "no-final-round"),
    ],
)
def test_variants_that_exclude_each_other_are_refused(pair):
    with pytest.raises(ImpossibleSetup, match="exclude each other"):
        Setup(3, variants=pair)


def test_all_variants_of_different_groups_combine():
    assert Setup(3, variants=("rainbow", "black", "dazzling", "expert")).plays_on


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"names": ("Ann", "Bo")}, "3 players need 3 names"),
        ({"starter": 3}, "starter must be a seat from 0 to 2"),
        ({"starter": -1}, "starter must be a seat"),
        ({"edition": "mars"}, "no edition 'mars'"),
        ({"variants": ("mars",)}, "no variant 'mars'"),
        ({"variants": ("black", "black")}, "named twice"),
    ],
)
def test_what_can_t_be_set_up_is_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(ImpossibleSetup, match=sentence):
        Setup(3, **wrong)


def test_a_setup_knows_which_cards_are_played_with():
    setup = Setup(3)
    assert setup.has(Card.parse("W5"))
    assert not setup.has(Card.parse("M5"))
    assert setup.pile(Suit.BLACK) is None
    assert not setup.can_name(Suit.RAINBOW)


def test_lost_cards_lose_by_default_only_without_a_final_round():
    assert Setup(3, variants=("no-final-round",)).options.lose_on_lost_card
    assert not Setup(3, variants=("expert",)).options.lose_on_lost_card


def test_what_the_variants_change_about_the_game_is_told_by_the_setup():
    dazzling, expert = Setup(3, variants=("dazzling",)), Setup(3, variants=("expert",))
    assert (dazzling.has_tiles, dazzling.counts_points, dazzling.plays_on) == (True, True, False)
    assert (expert.has_tiles, expert.counts_points, expert.plays_on) == (False, False, True)


def test_agreed_options_stand_as_they_are():
    options = Options(zero_clue=True)
    assert Setup(3, options=options).options is options


def test_players_are_called_by_their_names():
    assert Setup(2, names=("Ann", "Bo")).name(1) == "Bo"
