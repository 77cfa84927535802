"""A correction shows what it changed."""

from dataclasses import replace

import pytest

from companion.changes import changes, say_changes
from companion.rules.commands import Adopt, Correct, CountDeck, PassTurn
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.position import starting
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.saying import say

NAMED = Setup(3, names=("Ann", "Bo", "Cy"))


def changed(game: Game) -> tuple[str, ...]:
    assert game.was is not None
    return changes(game.was, game.position)


@pytest.mark.parametrize(
    ("script", "lying", "told"),
    [
        ("R1 undo", None, ("red stands at 0, not 1", "cards to draw: 35, not 34", "Ann is in turn, not Bo")),
        (
            "clue -B3 @2=+R1",
            None,
            ("red stands at 1, not 0", "of B3 0 among the discards, not 1", "Clocks available: 7, not 8"),
        ),
        ("R1 @1=Y1", None, ("red stands at 0, not 1", "yellow stands at 1, not 0")),
        ("R1 @1=!R2", None, ("red stands at 0, not 1", "of R2 1 among the discards, not 0", "Fuses used: 1, not 0")),
        ("? @1=R1", None, ("red stands at 1, not 0", "unread cards: 0, not 1")),
        ("deck=30", None, ("cards to draw: 30, not 35",)),
        ("turn=2", None, ("Clocks available: 6, not 8", "Cy is in turn, not Ann")),
        (
            "R2 deck=1",
            "R1 // deck 1",
            ("cards to draw: 1, not 0", "no final round, not 3 turns left in the final round"),
        ),
        (
            "R5 Y5 G5 undo",
            None,
            ("of G5 0 among the discards, not 1", "Fuses used: 2, not 3", "the game is playing, not lost"),
        ),
        ("R1 @1=R1", None, ()),
    ],
)
def test_each_correction_tells_what_it_changed(script, lying, told):
    assert changed(played(NAMED, script, lying=lying)) == told


def test_a_tile_owed_no_longer_is_told():
    game = played(Setup(3, variants=("dazzling",)), "R5 undo", lying="R4 // deck 9")
    assert "bonus tiles owed: 0, not 1" in changed(game)


def test_nothing_that_a_strict_table_hides_is_told():
    for talk in Talk:
        game = played(Setup(3, options=Options(talk=talk)), "clue:R>1=2 clue -R5 -R4 undo")
        assert changed(game) == (
            "of R4 0 among the discards, not 1",
            "Clocks available: 7, not 8",
            "cards to draw: 34, not 33",
            "Player 1 is in turn, not Player 2",
        )


def test_the_same_position_has_no_changes_and_it_is_said():
    position = starting(NAMED)
    assert changes(position, replace(position)) == ()
    assert say_changes(position, position) == "Nothing on the table changes by it."


@pytest.mark.parametrize(
    "wish",
    [Correct(1, after_clue=True), CountDeck(3), PassTurn(2), Adopt(clues=3)],
    ids=lambda wish: type(wish).__name__,
)
def test_the_referee_s_plain_words_say_what_a_correction_changed(wish):
    assert "What changed: " in say(played(NAMED, "R1").handle(wish))


def test_an_action_says_nothing_of_changes():
    assert "changed" not in say(played(NAMED, "R1 clue -B3"))


@pytest.mark.parametrize(
    ("variants", "script", "lying", "told"),
    [
        (("expert",), "-R5", "// clues 3", "The game can no longer be won."),
        ((), "-W5", "R5 Y5 G5 B5 W4 // clues 3 deck 5", "Nothing more can be scored."),
        (("black",), "-K1", "R5 Y5 G5 B5 W5 K2 // clues 3 deck 5", "Nothing more can be scored."),
    ],
)
def test_that_nothing_more_can_come_is_told_once_and_not_enforced(variants, script, lying, told):
    game = played(Setup(3, variants=variants), script, lying=lying)
    assert not game.position.is_over
    assert told in say(game)
    assert told not in say(game.handle(PassTurn(0)))


def test_while_a_card_is_unread_more_may_still_be_scored():
    game = played(NAMED, "? -W5", lying="R5 Y5 G5 B5 W4 // clues 3 deck 5")
    assert "Nothing more" not in say(game)


def test_a_game_that_can_still_be_won_says_nothing():
    assert "can no longer" not in say(played(Setup(3, variants=("expert",)), "clue -R1"))
