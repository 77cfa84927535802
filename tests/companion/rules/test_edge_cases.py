"""The edge cases of the rules, each with its right value."""

from __future__ import annotations

import pytest

from companion.errors import ImpossibleSetup, Refused
from companion.rules.cards import Card
from companion.rules.commands import Bonus, CountDeck, Discard, GiveClue, PassTurn, Play, Stop, Tile, Undo
from companion.rules.options import DiscardAtFull, Loss, Options
from companion.rules.position import Status
from companion.rules.score import best, perfect, points, rating, score
from companion.rules.script import played
from companion.rules.setup import Setup

FIVES = "R5 Y5 G5 B5 W4"  # one card from complete


def names(game):
    return [type(event).__name__ for event in game.events]


def test_a_suit_completed_with_8_tokens_available_leaves_8():
    game = played(Setup(3), "R5", lying="R4 // clues 8 deck 20")
    assert game.position.clues == 8
    assert names(game) == ["CardPlayed", "SuitCompleted"]


def test_a_suit_completed_below_8_tokens_returns_one():
    game = played(Setup(3), "R5", lying="R4 // clues 3 deck 20")
    assert game.position.clues == 4
    assert names(game) == ["CardPlayed", "SuitCompleted", "TokenReturned"]


def test_the_play_that_draws_the_last_card_and_completes_everything_wins_without_a_final_round():
    game = played(Setup(3), "W5", lying=FIVES + " // clues 3 deck 1")
    assert game.position.status is Status.WON
    assert game.position.turns_left is None
    assert game.position.deck == 1  # the action that ends the game draws nothing
    assert score(game.position) == 25


def test_a_third_misplay_on_the_turn_that_draws_the_last_card_loses():
    game = played(Setup(3), "R5", lying="R1 // fuses 2 deck 1")
    assert (game.position.status, game.position.turns_left, game.position.deck) == (Status.LOST, None, 1)
    assert names(game) == ["CardMisplayed", "GameLost"]


@pytest.mark.parametrize(("edition", "scored", "called"), [("storm", 0, "booed"), ("rr2013", None, None)])
def test_a_third_misplay_in_the_final_round_loses_with_the_edition_s_loss_score(edition, scored, called):
    game = played(Setup(3, edition=edition), "R2 Y5", lying="R1 / / fuses 2 deck 1")
    assert game.position.status is Status.LOST
    assert (score(game.position), rating(game.position)) == (scored, called)
    assert points(game.position) == 2


def test_when_player_2_of_5_draws_the_last_card_3_4_5_1_2_play_once_more():
    game = played(Setup(5), "R2", lying="R1 // clues 8 deck 1 player 1")
    assert (names(game), game.position.turns_left) == (["CardPlayed", "FinalRoundBegan"], 5)
    seats = []
    while not game.position.is_over:
        seats.append(game.position.player + 1)
        game = game.handle(GiveClue())
    assert seats == [3, 4, 5, 1, 2]
    assert game.position.status is Status.FINISHED
    assert game.position.turns_left == 0


def test_a_misplay_that_draws_the_last_card_starts_the_countdown_too():
    game = played(Setup(3), "R5", lying="R1 // deck 1")
    assert (game.position.status, game.position.turns_left) == (Status.PLAYING, 3)


def test_a_discard_at_8_tokens_is_refused_with_its_reason_and_nothing_changes():
    game = played(Setup(3), "R1")
    before = game.position
    with pytest.raises(Refused, match=r"All 8 tokens .* give a clue or play a card"):
        game.handle(Discard(Card.parse("B3")))
    assert game.position == before


def test_a_discard_at_8_tokens_with_no_token_agreed_draws_and_takes_a_turn_but_gives_no_token():
    options = Options(discard_at_full=DiscardAtFull.NO_TOKEN)
    before = played(Setup(3, options=options))
    after = before.handle(Discard(Card.parse("B3"))).position
    assert (after.clues, after.deck, after.turn, after.player) == (8, before.position.deck - 1, 2, 1)


def test_a_clue_at_0_tokens_is_refused_with_its_reason():
    game = played(Setup(3), lying="R1 // clues 0 deck 20")
    with pytest.raises(Refused, match="No Clock is left"):
        game.handle(GiveClue())


@pytest.mark.parametrize("script", ["R1 R1 R1", "R1 clue -R1 clue -R1", "clue -R1 clue -R1 clue -R1"])
def test_a_fourth_copy_of_a_rank_1_is_refused(script):
    with pytest.raises(Refused, match="no R1 left"):
        played(Setup(3), script).handle(Play(Card.parse("R1")))


def test_a_second_copy_of_a_5_is_refused():
    with pytest.raises(Refused, match="no R5 left"):
        played(Setup(3), "R5").handle(Play(Card.parse("R5")))


@pytest.mark.parametrize(
    "command",
    [
        GiveClue(),
        Play(Card.parse("R1")),
        Discard(None),
        Bonus(Tile.OTHER),
        CountDeck(3),
        PassTurn(1),
        Stop(),
    ],
)
def test_any_action_after_the_end_is_refused(command):
    game = played(Setup(3), "W5", lying=FIVES + " // clues 3 deck 9")
    with pytest.raises(Refused, match="over"):
        game.handle(command)


def test_undo_of_the_action_that_ended_the_game_lets_it_go_on():
    game = played(Setup(3), "R5 undo", lying="R1 // fuses 2 deck 9")
    assert (game.position.status, game.position.fuses) == (Status.PLAYING, 2)
    assert game.handle(Play(Card.parse("R2"))).position.height(Card.parse("R1").suit) == 2


def test_undo_across_the_start_of_the_final_round_takes_the_countdown_back_and_a_new_draw_restarts_it():
    game = played(Setup(3), "R2 clue undo undo", lying="R1 // deck 1")
    assert (game.position.turns_left, game.position.deck) == (None, 1)
    assert game.handle(Play(Card.parse("Y1"))).position.turns_left == 3


def test_a_rank_twice_in_one_suit_is_a_misplay_the_second_time():
    game = played(Setup(3), "R1 R1")
    assert game.position.fuses == 1
    assert game.position.discards == (Card.parse("R1"),)


def test_all_copies_of_red_2_discarded_leave_red_at_1_and_21_as_best():
    assert best(played(Setup(3), lying="/ R2 R2").position) == 21


def test_black_5_and_4_down_at_the_end_of_five_complete_suits_are_22_points():
    game = played(Setup(3, variants=("black",)), lying="R5 Y5 G5 B5 W5 K4")
    assert game.position.status is Status.PLAYING
    assert points(game.position) == 22


def test_a_discarded_black_1_takes_one_from_the_best():
    position = played(Setup(3, variants=("black",)), lying="/ K1").position
    assert best(position) == perfect(position.setup) - 1


def test_a_lost_rainbow_3_of_the_short_deck_leaves_rainbow_at_2():
    assert best(played(Setup(3, variants=("rainbow-short",)), lying="/ M3").position) == 27


def test_a_misplayed_5_gives_no_token_back_and_caps_its_suit_at_4():
    game = played(Setup(3), "clue R5")
    assert (game.position.clues, best(game.position)) == (7, 24)


def test_the_5_lost_and_then_both_4s_cost_two_points_not_three():
    assert best(played(Setup(3), lying="/ R5").position) == 24
    assert best(played(Setup(3), lying="/ R5 R4 R4").position) == 23


def test_both_3s_lost_and_then_the_5_leave_22():
    assert best(played(Setup(3), lying="/ R3 R3").position) == 22
    assert best(played(Setup(3), lying="/ R3 R3 R5").position) == 22


def test_three_1s_of_an_unstarted_suit_lost_leave_20():
    assert best(played(Setup(3), lying="/ R1 R1 R1").position) == 20


def test_one_2_on_its_pile_and_the_other_discarded_leave_the_best_unchanged():
    assert best(played(Setup(3), lying="R2 / R2").position) == 25


def test_a_clue_in_the_final_round_uses_one_of_the_turns():
    assert played(Setup(3), "R2 clue", lying="R1 // deck 1").position.turns_left == 2


def test_a_discard_in_the_final_round_below_8_gives_a_token_draws_nothing_and_uses_a_turn():
    position = played(Setup(3), "R2 -B3", lying="R1 // clues 4 deck 1").position
    assert (position.clues, position.deck, position.turns_left) == (5, 0, 2)


def test_a_discard_in_the_final_round_at_8_is_refused_and_the_turn_is_not_used():
    game = played(Setup(3), "R2", lying="R1 // clues 8 deck 1")
    with pytest.raises(Refused, match="All 8"):
        game.handle(Discard(Card.parse("B3")))
    assert (game.position.turns_left, game.position.player) == (3, 1)


def test_a_discard_in_the_final_round_at_8_with_no_token_agreed_only_uses_the_turn():
    setup = Setup(3, options=Options(discard_at_full=DiscardAtFull.NO_TOKEN))
    position = played(setup, "R2 -B3", lying="R1 // clues 8 deck 1").position
    assert (position.clues, position.deck, position.turns_left) == (8, 0, 2)


def test_a_clue_with_1_card_in_the_pile_draws_nothing_and_starts_no_countdown():
    position = played(Setup(3), "clue", lying="R1 // deck 1").position
    assert (position.deck, position.turns_left) == (1, None)


def black_finished(lying):
    """A black game of three whose final round ends with this on the piles."""
    game = played(Setup(3, variants=("black",)), "clue clue clue", lying=f"{lying} // clues 3 deck 0")
    assert game.position.status is Status.FINISHED
    return score(game.position)


def test_colours_15_with_black_5_and_4_down_at_the_end_are_12():
    assert black_finished("R5 Y5 G5 K4") == 12


def test_colours_2_without_black_at_the_end_are_minus_3_shown_as_it_is():
    assert black_finished("R1 Y1") == -3


def test_five_complete_suits_with_black_5_and_4_at_the_end_are_22():
    assert black_finished("R5 Y5 G5 B5 W5 K4") == 22


def test_a_black_game_begins_at_minus_5():
    assert score(played(Setup(3, variants=("black",))).position) == -5


def test_below_0_the_lowest_word_is_said():
    game = played(Setup(3, variants=("black",)), "clue clue clue", lying="R1 // clues 3 deck 0")
    assert (score(game.position), rating(game.position)) == (-4, "horrible")


@pytest.mark.parametrize(("loss", "right"), [(Loss.ZERO, 0), (Loss.UNCOUNTED, None)])
def test_a_black_game_lost_by_misplays_scores_the_loss_value_not_minus_5(loss, right):
    game = played(Setup(3, variants=("black",), options=Options(loss=loss)), "R5 Y5 G5")
    assert (game.position.status, score(game.position)) == (Status.LOST, right)


def test_all_colours_complete_without_black_is_not_won_yet():
    game = played(Setup(3, variants=("black",)), "W5", lying=FIVES + " K2 // deck 9")
    assert game.position.status is Status.PLAYING
    assert game.handle(Play(Card.parse("K1"))).position.status is Status.WON


def test_three_black_5s_lost_leave_20():
    assert best(played(Setup(3, variants=("black",)), lying="/ K5 K5 K5").position) == 20


def test_the_black_1_lost_leaves_24():
    assert best(played(Setup(3, variants=("black",)), lying="/ K1").position) == 24


def test_a_black_1_laid_first_is_a_misplay():
    assert played(Setup(3, variants=("black",)), "K1").position.fuses == 1


def test_the_black_pile_is_completed_by_its_1_which_returns_the_token_and_not_by_its_5():
    setup = Setup(3, variants=("black",))
    assert played(setup, "K5", lying="// clues 3").position.clues == 3
    assert played(setup, "K1", lying="K2 // clues 3").position.clues == 4


def test_rainbow_1_lost_in_the_short_deck_leaves_25_of_30():
    position = played(Setup(3, variants=("rainbow-short",)), lying="/ M1").position
    assert (best(position), perfect(position.setup)) == (25, 30)


def after_tile(tile, lying):
    return played(Setup(3, variants=("dazzling",)), "R5", lying=f"R4 // {lying} deck 9").handle(Bonus(tile))


def test_a_clue_tile_at_8_has_no_effect():
    game = after_tile(Tile.CLUE, "clues 8")
    assert (game.position.clues, names(game)) == (8, ["BonusApplied"])
    assert after_tile(Tile.CLUE, "clues 7").position.clues == 8


def test_a_fuse_tile_with_no_mistake_made_has_no_effect():
    game = after_tile(Tile.FUSE, "fuses 0")
    assert (game.position.fuses, names(game)) == (0, ["BonusApplied"])
    assert after_tile(Tile.FUSE, "fuses 2").position.fuses == 1


def test_a_rescue_that_completes_the_last_open_suit_wins_at_once():
    game = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 Y5 G5 B5 W3 / W4 / deck 9")
    game = game.handle(Bonus(Tile.RESCUE, Card.parse("W4")))
    assert game.position.status is Status.PLAYING
    lost_five = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 Y5 G5 B5 W4 / W5 / deck 9")
    won = lost_five.handle(Bonus(Tile.RESCUE, Card.parse("W5")))
    assert won.position.status is Status.WON
    assert names(won) == ["BonusApplied", "SuitCompleted", "GameWon"]


def test_a_returned_last_copy_raises_the_best_again():
    game = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 / W5 / deck 9")
    assert best(game.position) == 24
    assert best(game.handle(Bonus(Tile.RETURN, Card.parse("W5"))).position) == 25


def test_25_points_where_30_is_perfect_are_not_called_perfect():
    game = played(Setup(2, variants=("rainbow",)), "clue clue", lying="R5 Y5 G5 B5 W5 // deck 0 clues 2")
    assert (game.position.status, score(game.position), rating(game.position)) == (Status.FINISHED, 25, "amazing")


def test_the_table_sets_the_true_count_of_the_pile_and_the_countdown_follows():
    final = played(Setup(3), "R2", lying="R1 // deck 1")
    assert final.position.turns_left == 3
    mended = final.handle(CountDeck(1))
    assert (mended.position.deck, mended.position.turns_left) == (1, None)


def test_six_players_are_refused():
    with pytest.raises(ImpossibleSetup, match="2 to 5 players, not 6"):
        Setup(6)


def test_seats_without_names_are_numbered_from_1():
    assert [Setup(2).name(seat) for seat in range(2)] == ["Player 1", "Player 2"]


def test_undo_is_possible_after_the_end_and_a_correction_too():
    game = played(Setup(3), "R5 Y5 G5")
    assert game.handle(Undo()).position.status is Status.PLAYING
