"""A game is a log: undo, corrections, history, replay."""

import pytest

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import As, Bonus, Correct, CountDeck, GiveClue, PassTurn, Play, Stop, Tile, Undo
from companion.rules.events import CardPlayed, Corrected, GameLost, TakenBack
from companion.rules.game import Game
from companion.rules.position import Status, starting
from companion.rules.script import played
from companion.rules.setup import Setup

SETUP = Setup(3)


def card(text):
    return Card.parse(text)


def test_a_new_game_stands_after_the_deal_and_has_nothing_to_take_back():
    game = Game.new(SETUP)
    assert (game.position, game.events, game.history, game.undoable) == (starting(SETUP), (), (), None)
    with pytest.raises(Refused, match="nothing left to take back"):
        game.handle(Undo())


def test_handling_leaves_the_old_game_as_it_was():
    before = Game.new(SETUP)
    after = before.handle(Play(card("R1")))
    assert (before.position.turn, after.position.turn) == (1, 2)
    assert after.events == (CardPlayed(0, card("R1"), draws=True),)


def test_the_history_is_numbered_from_1_and_knows_whose_line_it_was():
    history = played(SETUP, "R1 clue -B3").history
    assert [(step.n, step.player) for step in history] == [(1, 0), (2, 1), (3, 2)]


def test_a_refused_command_leaves_no_trace():
    game = played(SETUP, "R1")
    with pytest.raises(Refused):
        game.handle(Play(card("M1")))
    assert len(game.log) == 1


@pytest.mark.parametrize("number", [1, 2, 5])
def test_any_number_of_lines_can_be_taken_back(number):
    game = played(SETUP, "R1 clue -B3 R2 W5")
    for _ in range(number):
        game = game.handle(Undo())
    assert game.position == played(SETUP, " ".join(["R1", "clue", "-B3", "R2", "W5"][: 5 - number])).position
    assert len(game.log) == 5 + number


def test_undo_tells_what_was_taken_back_and_steps_over_earlier_undos():
    game = played(SETUP, "R1 clue undo")
    assert game.events == (TakenBack(GiveClue()),)
    assert game.handle(Undo()).events == (TakenBack(Play(card("R1"))),)


def test_a_line_after_an_undo_takes_its_number():
    game = played(SETUP, "R1 clue undo Y1")
    assert [step.command for step in game.history] == [Play(card("R1")), Play(card("Y1"))]
    assert game.handle(Undo()).position == played(SETUP, "R1").position


@pytest.mark.parametrize("wish", [CountDeck(30), PassTurn(2), Stop(), Correct(1, card=card("Y1"))])
def test_a_count_a_turn_a_stop_and_a_correction_are_taken_back_too(wish):
    before = played(SETUP, "R1")
    assert before.handle(wish).handle(Undo()).position == before.position


def test_a_tile_is_taken_back_too():
    before = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 // clues 2 deck 9")
    assert before.handle(Bonus(Tile.CLUE)).handle(Undo()).position == before.position


def test_a_log_played_again_gives_the_same_game():
    game = played(SETUP, "R1 ? clue undo clue -B3").handle(Correct(2, card=card("Y1"))).handle(Undo())
    assert Game.replay(SETUP, game.log) == game


def test_a_correction_names_an_unread_card_and_plays_on_from_there():
    game = played(SETUP, "? R2 clue").handle(Correct(1, card=card("R1")))
    assert game.position == played(SETUP, "R1 R2 clue").position
    assert (game.events, game.conflicts) == ((Corrected(1),), ())


def test_a_correction_changes_a_play_into_a_discard():
    game = played(SETUP, "clue R1 Y1").handle(Correct(2, as_=As.DISCARD))
    assert game.position == played(SETUP, "clue -R1 Y1").position


def test_what_a_correction_makes_impossible_is_listed_not_refused():
    game = played(SETUP, "clue -R5 clue -W5").handle(Correct(2, card=card("W5")))
    assert [(conflict.event, conflict.command) for conflict in game.conflicts] == [(4, game.log[3])]
    assert "no W5 left" in game.conflicts[0].why
    assert len(game.history) == 3


def test_a_correction_taken_back_has_no_conflicts_any_more():
    before = played(SETUP, "clue -R5 clue -W5")
    game = before.handle(Correct(2, card=card("W5"))).handle(Undo())
    assert (game.conflicts, game.position) == (None, before.position)


def test_a_correction_that_ends_the_game_says_so_and_lists_what_came_after():
    game = played(SETUP, "W5 Y5 !? R1").handle(Correct(3, card=card("B4")))
    assert game.position.status is Status.LOST
    assert [conflict.event for conflict in game.conflicts] == [4]


def test_an_ending_that_only_a_correction_brought_is_news():
    game = played(SETUP, "W5 Y5 !?").handle(Correct(3, card=card("B4")))
    assert game.events == (Corrected(3), GameLost())


def test_a_clue_that_nobody_pressed_can_be_put_before_a_line():
    game = played(SETUP, "R1 Y1 G1").handle(Correct(2, after_clue=True))
    assert game.position == played(SETUP, "R1 clue Y1 G1").position
    assert [step.n for step in game.history] == [1, 2, 3, 4]


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_line_that_doesn_t_exist_can_t_be_mended(number):
    with pytest.raises(Refused, match="the history has 2"):
        played(SETUP, "R1 Y1").handle(Correct(number, card=card("G1")))


def test_a_correction_that_its_own_place_refuses_is_refused():
    game = played(SETUP, "W5 R1")
    with pytest.raises(Refused, match="no W5 left"):
        game.handle(Correct(2, card=card("W5")))


def test_a_finished_game_can_still_be_mended():
    game = played(Setup(2), "clue ?", lying="R1 // deck 0")
    assert game.position.status is Status.FINISHED
    game = game.handle(Correct(3, card=card("R2")))
    assert sum(game.position.heights) == 2


def test_a_long_evening_of_doing_and_undoing_can_be_let_go():
    game = Game.new(SETUP)
    for _ in range(2000):
        game = game.handle(GiveClue()).handle(Undo())
    assert (game.position, len(game.log)) == (starting(SETUP), 4000)


def test_the_first_line_of_all_can_be_taken_back_by_a_correction_s_undo():
    game = played(SETUP, "?").handle(Correct(1, card=card("R1"))).handle(Undo()).handle(Undo())
    assert game.position == starting(SETUP)


def test_a_correction_of_a_game_that_stays_over_tells_no_new_end():
    game = played(SETUP, "R5 Y5 G5").handle(Correct(1, card=card("R4")))
    assert game.position.status is Status.LOST
    assert game.events == (Corrected(1),)


def test_a_game_knows_where_it_stood_before_the_last_command():
    game = played(SETUP, "R1 clue")
    assert Game.new(SETUP).was is None
    assert game.was == played(SETUP, "R1").position
    assert game.handle(Undo()).was == game.position
    assert game.handle(Correct(1, card=card("Y1"))).was == game.position


def test_undo_goes_back_to_a_correction_without_telling_its_conflicts_again():
    corrected = played(SETUP, "clue -R5 clue -W5").handle(Correct(2, card=card("W5")))
    assert corrected.conflicts
    assert corrected.handle(GiveClue()).handle(Undo()).conflicts is None
