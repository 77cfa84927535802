"""Whether a game is over, and how."""

from dataclasses import replace

import pytest

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play
from companion.rules.decide import decide
from companion.rules.ending import ending, is_fatal, nobody_can_act
from companion.rules.events import CardMisplayed, ClueGiven, GameExhausted, GameFinished, GameLost, GameStarted, GameWon
from companion.rules.options import Options
from companion.rules.position import Status, starting
from companion.rules.script import played
from companion.rules.setup import Setup

PLAYS_ON = Setup(2, variants=("no-final-round",))
EXPERT = Setup(2, variants=("expert",))


def test_a_game_under_way_has_no_ending():
    assert ending(played(Setup(3), "R1").position, (ClueGiven(0),)) is None


def test_a_complete_table_is_won_and_a_used_up_final_round_finished():
    complete = replace(starting(Setup(3)), heights=(5,) * 5, turns_left=0)
    assert ending(complete, ()) == GameWon()
    assert ending(replace(starting(Setup(3)), turns_left=0), ()) == GameFinished()


def test_a_misplay_is_fatal_when_no_fuse_is_left_by_it():
    position = played(Setup(3), lying="R1 / / fuses 2").position
    misplay = CardMisplayed(0, Card.parse("R5"))
    assert not is_fatal(position, misplay)
    assert is_fatal(replace(position, fuses=3), misplay)
    assert not is_fatal(replace(position, fuses=3), CardMisplayed(0, None))


def test_a_third_misplay_loses_before_turns_are_counted():
    position = replace(played(Setup(3)).position, fuses=3, turns_left=0)
    assert ending(position, (CardMisplayed(0, Card.parse("R5")),)) == GameLost()


def test_no_game_is_ended_by_an_unread_misplay_but_the_next_read_one_ends_it():
    game = played(Setup(3), "!?", lying="R1 // fuses 2")
    assert (game.position.status, game.position.fuses) == (Status.PLAYING, 3)
    assert game.handle(Play(Card.parse("R2"))).position.status is Status.PLAYING
    assert game.handle(Play(Card.parse("W5"))).position.status is Status.LOST


def test_a_table_taken_over_with_three_mistakes_is_lost():
    game = played(Setup(3), lying="R1 // fuses 3")
    assert isinstance(game.events[0], GameStarted)
    assert game.events[-1] == GameLost()


@pytest.mark.parametrize("script", ["-R5", "R5"])
def test_without_a_final_round_a_lost_last_copy_loses(script):
    game = played(PLAYS_ON, script, lying="R1 // clues 4")
    assert game.position.status is Status.LOST


def test_without_a_final_round_a_copy_that_is_no_longer_needed_does_not_lose():
    game = played(PLAYS_ON, "-R1", lying="R1 / R1 / clues 4")
    assert game.position.status is Status.PLAYING


@pytest.mark.parametrize("setup", [Setup(2), EXPERT, Setup(2, variants=("no-final-round",), options=Options())])
def test_elsewhere_a_lost_last_copy_ends_nothing(setup):
    assert played(setup, "-R5", lying="R1 // clues 4").position.status is Status.PLAYING


def test_an_unread_card_is_never_a_lost_one():
    assert played(PLAYS_ON, "-?", lying="R1 / R2 / clues 4").position.status is Status.PLAYING


def test_playing_on_the_last_card_starts_no_countdown_and_hands_shrink():
    game = played(EXPERT, "R2 Y1", lying="R1 // clues 4 deck 1")
    assert game.position.turns_left is None
    assert sum(game.position.hands) == game.position.unseen


# Two players, every card but the last four seen: two in each hand.
ENDGAME = "R4 Y4 G4 B4 W4 / R1 R1 R2 R3 R4 Y1 Y1 Y2 Y3 Y4 G1 G1 G2 G3 G4 B1 B1 B2 B3 B4 W1 W1 W2 W3 W4 R5 / deck 0"


def test_hands_of_a_table_taken_over_hold_what_is_unseen():
    assert played(EXPERT, lying=ENDGAME).position.hands == (2, 2)


def test_play_goes_on_until_nobody_holds_a_card():
    game = played(EXPERT, "Y5 G5 B5", lying=ENDGAME)
    assert (game.position.status, game.position.hands) == (Status.PLAYING, (0, 1))
    game = played(EXPERT, "Y5 G5 B5 W5", lying=ENDGAME)
    assert (game.position.status, game.position.hands) == (Status.EXHAUSTED, (0, 0))
    assert game.events[-1] == GameExhausted()


@pytest.mark.parametrize(
    ("hands", "clues", "stuck"), [((0, 2), 0, True), ((0, 2), 1, False), ((1, 0), 0, False), ((0, 0), 5, True)]
)
def test_a_seat_in_turn_with_neither_card_nor_token_is_stuck_and_so_are_empty_hands(hands, clues, stuck):
    position = replace(starting(EXPERT), deck=0, hands=hands, clues=clues)
    assert nobody_can_act(position) is stuck
    assert (ending(position, ()) == GameExhausted()) is stuck


def test_nobody_is_stuck_while_cards_can_be_drawn_or_a_final_round_counts_the_turns():
    assert not nobody_can_act(replace(starting(EXPERT), deck=1, hands=(0, 0)))
    assert not nobody_can_act(replace(starting(Setup(2)), deck=0, hands=(0, 0)))


def test_a_player_without_cards_can_give_a_clue_and_nothing_else():
    game = played(EXPERT, "Y5 G5 B5 clue", lying=ENDGAME)
    assert (game.position.player, game.position.hands) == (0, (0, 1))
    for wish in (Play(Card.parse("W5")), Discard(Card.parse("W5"))):
        with pytest.raises(Refused, match="Player 1 holds no card: only a clue can be given"):
            decide(replace(game.position, clues=3), wish)
    assert game.handle(GiveClue()).position.player == 1
