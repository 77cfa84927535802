"""What happens when a card is laid."""

from dataclasses import replace

import pytest

from companion.errors import Refused
from companion.rules.cards import Card, Suit
from companion.rules.commands import Discard, Play
from companion.rules.decide import decide
from companion.rules.events import (
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    FinalRoundBegan,
    SuitCompleted,
    TokenReturned,
)
from companion.rules.options import DiscardAtFull, Options
from companion.rules.position import starting
from companion.rules.script import played
from companion.rules.setup import Setup

START = starting(Setup(3))


def laid(text):
    return Play(Card.parse(text))


def test_a_fitting_card_stays_and_a_card_is_drawn():
    assert decide(START, laid("R1")) == (CardPlayed(0, Card.parse("R1"), draws=True),)


def test_a_card_that_doesn_t_fit_is_a_misplay_and_a_card_is_drawn():
    assert decide(START, laid("R2")) == (CardMisplayed(0, Card.parse("R2"), draws=True),)


def test_a_discard_returns_a_token_and_draws():
    position = played(Setup(3), "clue").position
    assert decide(position, Discard(Card.parse("R2"))) == (
        CardDiscarded(1, Card.parse("R2"), draws=True),
        TokenReturned(),
    )


def test_an_unread_discard_counts_its_token_turn_and_draw():
    position = played(Setup(3), "clue -?").position
    assert (position.clues, position.turn, position.deck, position.unknown) == (8, 3, 34, 1)
    assert position.discards == ()


def test_an_unread_play_counts_turn_and_draw_and_leaves_piles_and_fuses_alone():
    position = played(Setup(3), "?").position
    assert (position.turn, position.deck, position.fuses, position.unknown) == (2, 34, 0, 1)
    assert set(position.stacks.values()) == {0}


def test_an_unread_misplay_counts_the_fuse():
    assert decide(START, Play(None, misplay=True)) == (CardMisplayed(0, None, draws=True),)
    assert played(Setup(3), "!?").position.fuses == 1


def test_a_misplay_claimed_for_a_card_that_fits_is_refused():
    with pytest.raises(Refused, match="R1 fits"):
        decide(START, Play(Card.parse("R1"), misplay=True))


def test_a_misplay_claimed_for_a_card_that_doesn_t_fit_is_one():
    assert decide(START, Play(Card.parse("R3"), misplay=True)) == (CardMisplayed(0, Card.parse("R3"), draws=True),)


@pytest.mark.parametrize("wish", [laid("M1"), laid("K5")])
def test_a_card_of_a_suit_that_is_not_played_is_refused(wish):
    with pytest.raises(Refused, match="suit is played"):
        decide(START, wish)


def test_a_card_of_which_every_copy_lies_there_is_refused():
    with pytest.raises(Refused, match="no R5 left"):
        decide(played(Setup(3), "R5").position, laid("R5"))


@pytest.mark.parametrize("card", [Card.parse("B3"), None])
def test_a_discard_at_a_full_supply_is_refused_unless_the_table_agreed_to_it(card):
    with pytest.raises(Refused, match="All 8 tokens"):
        decide(START, Discard(card))
    agreed = starting(Setup(3, options=Options(discard_at_full=DiscardAtFull.NO_TOKEN)))
    assert decide(agreed, Discard(card)) == (CardDiscarded(0, card, draws=True),)


def test_an_empty_hand_lays_nothing_where_play_goes_on():
    position = replace(starting(Setup(2, variants=("expert",))), deck=0, hands=(0, 5), clues=3)
    for wish in (laid("R1"), Discard(None)):
        with pytest.raises(Refused, match="holds no card"):
            decide(position, wish)


def test_a_hand_that_was_counted_empty_may_lay_a_card_while_the_pile_isn_t():
    position = replace(starting(Setup(2, variants=("expert",))), deck=1, hands=(0, 5))
    assert decide(position, laid("R1"))[0] == CardPlayed(0, Card.parse("R1"), draws=True)


def test_the_last_card_of_a_pile_returns_a_token_below_8_only():
    below, full = played(Setup(3), "R5", lying="R4 // clues 7"), played(Setup(3), "R5", lying="R4 // clues 8")
    assert below.events[1:] == (SuitCompleted(Suit.RED), TokenReturned())
    assert full.events[1:] == (SuitCompleted(Suit.RED),)


def test_a_card_that_ends_the_game_draws_nothing():
    assert played(Setup(3), "W5", lying="R1 // fuses 2").events[0] == CardMisplayed(0, Card.parse("W5"))


def test_a_completed_suit_gives_a_tile_instead_of_a_token_in_dazzling():
    game = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 // clues 3")
    assert game.events == (CardPlayed(0, Card.parse("R5"), draws=True), SuitCompleted(Suit.RED))
    assert (game.position.clues, game.position.tiles_owed) == (3, 1)


def test_the_draw_of_the_last_card_begins_the_final_round_but_not_where_play_goes_on():
    assert played(Setup(3), "R2", lying="R1 // deck 1").events[-1] == FinalRoundBegan(3)
    assert played(Setup(3, variants=("expert",)), "R2", lying="R1 // deck 1").events[-1] == CardPlayed(
        0, Card.parse("R2"), draws=True
    )
