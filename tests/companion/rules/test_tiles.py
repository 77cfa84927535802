"""What a bonus tile does."""

import pytest

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.check import contradictions
from companion.rules.commands import Bonus, GiveClue, PassTurn, Play, Tile
from companion.rules.position import Status
from companion.rules.script import played
from companion.rules.setup import Setup

DAZZLING = Setup(3, variants=("dazzling",))


def owed(lying="R4 / B3 / clues 3 fuses 1 deck 9", setup=DAZZLING):
    """A game in which the red 5 was just laid."""
    return played(setup, "R5", lying=lying)


def test_a_clue_tile_returns_a_token_without_a_turn():
    game = owed().handle(Bonus(Tile.CLUE))
    assert (game.position.clues, game.position.turn, game.position.player) == (4, 2, 1)
    assert [type(event).__name__ for event in game.events] == ["BonusApplied", "TokenReturned"]


def test_a_fuse_tile_forgives_a_mistake():
    assert owed().handle(Bonus(Tile.FUSE)).position.fuses == 0


@pytest.mark.parametrize("tile", [Tile.COLOUR, Tile.RANK, Tile.OTHER])
def test_a_free_clue_and_any_other_tile_change_nothing_public(tile):
    before, after = owed().position, owed().handle(Bonus(tile)).position
    assert (after.clues, after.fuses, after.deck, after.turn) == (
        before.clues,
        before.fuses,
        before.deck,
        before.turn,
    )
    assert after.tiles_owed == 0


def test_a_returned_card_grows_the_pile_and_leaves_the_discards():
    position = owed().handle(Bonus(Tile.RETURN, Card.parse("B3"))).position
    assert (position.deck, position.discards) == (9, ())  # 9, less the draw for R5, plus the blue 3


def test_a_card_returned_on_the_turn_that_seemed_to_empty_the_pile_stops_the_countdown():
    game = owed("R4 / B3 / deck 1")
    assert game.position.turns_left == 3
    position = game.handle(Bonus(Tile.RETURN, Card.parse("B3"))).position
    assert (position.deck, position.turns_left) == (1, None)


def test_a_card_returned_later_in_the_final_round_changes_the_count_but_not_the_countdown():
    game = played(DAZZLING, "Y1 R5", lying="R4 / B3 / deck 1")
    position = game.handle(Bonus(Tile.RETURN, Card.parse("B3"))).position
    assert (position.deck, position.turns_left) == (1, 2)
    assert position.hands == game.position.hands


def test_nobody_draws_a_card_returned_in_the_final_round():
    game = played(DAZZLING, "Y1 R5", lying="R4 / B3 / deck 1").handle(Bonus(Tile.RETURN, Card.parse("B3")))
    before = game.position
    after = game.handle(Play(Card.parse("G1"))).position
    assert (before.deck, after.deck, after.turns_left) == (1, 1, 1)
    assert game.handle(GiveClue()).handle(GiveClue()).position.status is Status.FINISHED


def test_a_card_returned_where_play_goes_on_with_an_empty_pile_is_drawn_for_that_turn():
    setup = Setup(3, variants=("dazzling", "expert"))
    game = owed("R4 / B3 / deck 0", setup)
    held = sum(game.position.hands)
    position = game.handle(Bonus(Tile.RETURN, Card.parse("B3"))).position
    assert (position.deck, sum(position.hands)) == (0, held + 1)
    assert position.hands[0] == game.position.hands[0] + 1


def test_a_rescued_card_goes_onto_its_pile():
    position = owed("R4 / B1 / deck 9").handle(Bonus(Tile.RESCUE, Card.parse("B1"))).position
    assert (position.height(Card.parse("B1").suit), position.discards) == (1, ())


def test_a_rescue_that_completes_a_suit_turns_up_another_tile():
    game = owed("R4 Y4 / Y5 B1 / deck 9").handle(Bonus(Tile.RESCUE, Card.parse("Y5")))
    assert game.position.tiles_owed == 1
    game = game.handle(Bonus(Tile.RESCUE, Card.parse("B1")))
    assert game.position.tiles_owed == 0


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Bonus(Tile.RESCUE), "needs a card"),
        (Bonus(Tile.RETURN), "needs a card"),
        (Bonus(Tile.RETURN, Card.parse("W1")), "not among the discards"),
        (Bonus(Tile.RESCUE, Card.parse("B3")), "doesn't fit"),
        (Bonus(Tile.FUSE, Card.parse("B3")), "takes no card"),
    ],
)
def test_a_tile_that_can_t_do_what_it_says_is_refused_and_still_owed(wish, sentence):
    game = owed()
    with pytest.raises(Refused, match=sentence):
        game.handle(wish)
    assert game.position.tiles_owed == 1


@pytest.mark.parametrize("script", ["", "R1", "R5 clue", "R5 Y1"])
def test_without_a_suit_just_completed_no_tile_is_owed(script):
    with pytest.raises(Refused, match="No bonus tile is owed"):
        played(DAZZLING, script, lying="R4 // deck 9").handle(Bonus(Tile.OTHER))


def test_a_tile_can_be_used_once():
    with pytest.raises(Refused, match="No bonus tile is owed"):
        owed().handle(Bonus(Tile.OTHER)).handle(Bonus(Tile.OTHER))


def test_a_turn_passed_on_lets_the_tile_lapse():
    with pytest.raises(Refused, match="No bonus tile is owed"):
        owed().handle(PassTurn(2)).handle(Bonus(Tile.OTHER))


def test_without_dazzling_no_tile_is_turned_up():
    with pytest.raises(Refused, match="No bonus tile is owed"):
        owed(setup=Setup(3)).handle(Bonus(Tile.OTHER))


def test_a_tile_of_the_very_last_turn_is_used_before_the_points_count():
    game = played(Setup(2, variants=("dazzling",)), "clue R5", lying="R4 / B1 / deck 0")
    assert game.position.status is Status.FINISHED
    game = game.handle(Bonus(Tile.RESCUE, Card.parse("B1")))
    assert [type(event).__name__ for event in game.events] == ["BonusApplied", "GameFinished"]
    assert sum(game.position.stacks.values()) == 6


def test_the_last_seat_s_hand_too_is_filled_by_a_card_returned_once_the_pile_is_empty():
    game = played(Setup(2, variants=("expert", "dazzling")), "R5", lying="R4 / B3 / deck 0 player 1")
    before = game.position.hands
    after = game.handle(Bonus(Tile.RETURN, Card.parse("B3"))).position
    assert (after.hands[0], after.hands[1], after.deck) == (before[0], before[1] + 1, 0)
    assert contradictions(after) == ()
