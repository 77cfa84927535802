"""The one door: what a wish makes, and why it is refused."""

import pytest

from companion.errors import Refused
from companion.rules.cards import Card, Suit
from companion.rules.commands import Adopt, Bonus, CountDeck, Discard, GiveClue, PassTurn, Play, Stop, Tile
from companion.rules.decide import decide
from companion.rules.diagram import adopted
from companion.rules.events import (
    BonusApplied,
    CardDiscarded,
    CardPlayed,
    ClueGiven,
    DeckCounted,
    FinalRoundBegan,
    GameFinished,
    GameStarted,
    GameStopped,
    GameWon,
    TurnPassed,
)
from companion.rules.position import Status, starting
from companion.rules.script import played
from companion.rules.setup import Setup

START = starting(Setup(3))


def test_a_clue_without_details_is_a_clue():
    assert decide(START, GiveClue()) == (ClueGiven(0),)


def test_a_clue_keeps_what_is_known_of_it():
    assert decide(START, GiveClue(to=2, colour=Suit.RED, touched=2)) == (ClueGiven(0, 2, Suit.RED, None, 2),)
    assert decide(START, GiveClue(to=1, rank=5)) == (ClueGiven(0, 1, None, 5, None),)


@pytest.mark.parametrize(
    ("clue", "sentence"),
    [
        (GiveClue(to=0), "to themselves"),
        (GiveClue(to=3), "no seat 3"),
        (GiveClue(to=-1), "no seat -1"),
        (GiveClue(colour=Suit.RED, rank=1), "not both"),
        (GiveClue(colour=Suit.BLACK), "name black"),
        (GiveClue(colour=Suit.RAINBOW), "name rainbow"),
        (GiveClue(rank=6), "rank from 1 to 5, not 6"),
        (GiveClue(rank=0), "rank from 1 to 5, not 0"),
        (GiveClue(touched=6), "can't point at 6"),
        (GiveClue(touched=-1), "can't point at -1"),
        (GiveClue(touched=0), "no clues that touch nothing"),
    ],
)
def test_a_clue_with_details_that_can_t_be_is_refused(clue, sentence):
    with pytest.raises(Refused, match=sentence):
        decide(START, clue)


def test_a_clue_that_touches_nothing_is_allowed_where_the_edition_says_so():
    assert decide(starting(Setup(3, edition="storm")), GiveClue(touched=0)) == (ClueGiven(0, touched=0),)


@pytest.mark.parametrize(("count", "unseen"), [(-1, 50), (51, 50)])
def test_a_pile_can_t_hold_more_than_are_unseen(count, unseen):
    with pytest.raises(Refused, match=f"{unseen} are unseen"):
        decide(START, CountDeck(count))


def test_counting_the_pile_takes_no_turn():
    position = played(Setup(3), "R1").handle(CountDeck(35)).position
    assert (position.deck, position.turn, position.player) == (35, 2, 1)


def test_a_pile_counted_empty_starts_a_countdown_less_the_turns_since_the_last_card():
    position = played(Setup(4), "Y1 clue", lying="R1 // deck 2").position
    assert decide(position, CountDeck(0)) == (DeckCounted(0), FinalRoundBegan(3))


def test_a_pile_counted_empty_when_everybody_has_had_a_turn_since_finishes_the_game():
    position = played(Setup(2), "Y1 clue clue clue", lying="R1 // deck 2").position
    assert decide(position, CountDeck(0)) == (DeckCounted(0), FinalRoundBegan(0), GameFinished())


def test_a_pile_counted_empty_in_the_final_round_changes_no_countdown():
    position = played(Setup(3), "R2 clue", lying="R1 // deck 1").handle(CountDeck(0)).position
    assert position.turns_left == 2


def test_a_pile_counted_empty_starts_no_countdown_where_play_goes_on():
    position = played(Setup(3, variants=("expert",)), "R1").position
    assert decide(position, CountDeck(0)) == (DeckCounted(0),)


def test_a_turn_passed_on_is_clues_that_nobody_pressed():
    assert decide(START, PassTurn(2)) == (TurnPassed(2, turns=2, clues=2),)
    position = played(Setup(3)).handle(PassTurn(2)).position
    assert (position.player, position.clues, position.turn) == (2, 6, 1)


def test_a_turn_passed_on_takes_no_more_clues_than_there_are_tokens():
    position = played(Setup(4), lying="R1 // clues 1").handle(PassTurn(3)).position
    assert (position.player, position.clues) == (3, 0)


def test_a_turn_passed_on_in_the_final_round_uses_the_turns_of_those_passed_over():
    position = played(Setup(4), "R2", lying="R1 // deck 1").handle(PassTurn(3)).position
    assert (position.player, position.turns_left) == (3, 2)


@pytest.mark.parametrize(
    ("script", "seat", "sentence"),
    [("", 0, "turn already"), ("", 3, "no seat 3"), ("R2 clue clue", 1, "no turn left")],
)
def test_a_turn_that_can_t_be_passed_on_is_refused(script, seat, sentence):
    with pytest.raises(Refused, match=sentence):
        played(Setup(3), script, lying="R1 // deck 1").handle(PassTurn(seat))


def test_a_table_taken_over_stands_as_it_lies():
    wish = Adopt(((Suit.RED, 3),), (Card.parse("B1"), Card.parse("B1")), clues=5, fuses=1, deck=20, player=2)
    position = played(Setup(3)).handle(wish).position
    assert (position.stacks[Suit.RED], position.clues, position.fuses, position.deck) == (3, 5, 1, 20)
    assert (position.player, position.turn, len(position.discards)) == (2, 1, 2)


def test_a_table_taken_over_fills_in_what_follows_from_the_rest():
    position = played(Setup(3, starter=1)).handle(Adopt(((Suit.RED, 3),))).position
    assert (position.clues, position.fuses, position.deck, position.player) == (8, 0, 32, 1)
    assert position.hands == (5, 5, 5)


def test_a_table_taken_over_with_an_empty_pile_is_in_its_final_round():
    facts = decide(START, Adopt(((Suit.RED, 3),), deck=0))
    assert isinstance(facts[0], GameStarted)
    assert facts[1:] == (FinalRoundBegan(3),)


def test_a_table_taken_over_with_an_empty_pile_plays_on_where_there_is_no_final_round():
    facts = decide(starting(Setup(3, variants=("expert",))), Adopt(((Suit.RED, 3),), deck=0))
    assert len(facts) == 1


def test_a_complete_table_taken_over_is_won():
    everything = tuple((pile.suit, 5) for pile in Setup(3).piles)
    assert decide(START, Adopt(everything))[-1] == GameWon()


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Adopt(((Suit.RED, 6),)), "no R6"),
        (Adopt(((Suit.BLACK, 5),)), "no K5"),
        (Adopt(discards=(Card.parse("W5"),) * 2), "2 copies of W5"),
        (Adopt(clues=9, fuses=4), "clue tokens .* mistakes"),
        (Adopt(deck=51), "can't hold 51"),
        (Adopt(player=3), "seats run from 0 to 2, not 3"),
    ],
)
def test_a_table_that_can_t_lie_so_is_refused_with_every_contradiction(wish, sentence):
    with pytest.raises(Refused, match=sentence):
        decide(START, wish)


@pytest.mark.parametrize(
    ("wish", "made"),
    [
        (Play(Card.parse("R1")), CardPlayed),
        (Discard(Card.parse("R1")), CardDiscarded),
        (CountDeck(3), DeckCounted),
        (Stop(), GameStopped),
    ],
)
def test_every_wish_goes_through_the_one_door(wish, made):
    assert isinstance(decide(played(Setup(3), "clue").position, wish)[0], made)


def test_a_clue_without_a_token_is_refused_in_the_edition_s_words():
    with pytest.raises(Refused, match="No Note is left"):
        decide(played(Setup(3, edition="storm"), lying="/ / clues 0").position, GiveClue())


def test_a_tile_goes_through_the_one_door_even_when_its_turn_was_the_last():
    setup = Setup(2, variants=("dazzling",))
    over = played(setup, "clue R5", lying="R4 // deck 0").position
    assert decide(over, Bonus(Tile.OTHER)) == (BonusApplied(Tile.OTHER), GameFinished())
    with pytest.raises(Refused, match="The game is over"):
        decide(over, GiveClue())


def test_a_stopped_game_is_over():
    assert decide(START, Stop()) == (GameStopped(),)
    assert played(Setup(3), "stop").position.status is Status.STOPPED


def test_a_table_that_can_t_lie_so_is_told_everything_that_is_wrong_with_it_at_once():
    wish = Adopt(
        stacks=((Suit.BLACK, 5), (Suit.RED, 7)), discards=(Card.parse("W5"),) * 2, clues=9, fuses=-1, deck=99, player=5
    )
    with pytest.raises(Refused) as error:
        decide(starting(Setup(3)), wish)
    assert str(error.value).removeprefix("The table can't lie like that: ").removesuffix(".").split("; ") == [
        "there is no K5 to lie on a pile in this game",
        "there is no R7 to lie on a pile in this game",
        "2 copies of W5 lie there, and the deck has 1",
        "clue tokens run from 0 to 8, not 9",
        "mistakes run from 0 to 3, not -1",
        "the draw pile can't hold 99 cards while 48 are unseen",
        "seats run from 0 to 2, not 5",
    ]


def test_a_pile_that_is_counted_may_hold_every_unseen_card():
    assert decide(starting(Setup(3)), CountDeck(50)) == (DeckCounted(50),)


def test_a_table_adopted_without_a_count_has_what_the_hands_leave_for_the_pile():
    begun = decide(starting(Setup(3)), Adopt(stacks=((Suit.RED, 2),), discards=(Card.parse("B1"),) * 2))[0]
    assert isinstance(begun, GameStarted)
    assert begun.deck == 50 - 4 - 15


def test_a_table_adopted_with_fewer_cards_than_hands_would_hold_has_an_empty_pile_and_a_final_round():
    lying = adopted("R5 Y5 G5 B5 / R1 R1 Y1 Y1 G1 G1 B1 B1 R2 Y2 G2 B2")
    begun, *more = decide(starting(Setup(5)), lying)
    assert isinstance(begun, GameStarted)
    assert (begun.deck, more) == (0, [FinalRoundBegan(5)])


def test_a_clue_may_point_at_a_whole_hand():
    assert decide(starting(Setup(3)), GiveClue(touched=5)) == (ClueGiven(0, touched=5),)


def test_an_unread_card_is_told_with_who_laid_it():
    assert decide(starting(Setup(3, starter=2)), Play(None)) == (CardPlayed(2, None, draws=True),)
