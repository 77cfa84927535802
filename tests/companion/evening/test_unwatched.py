"""A table without a camera: its buttons and its page count the game, and what a page tells is counted at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import Refused
from companion.messages import NewGame, Press
from companion.rules.cards import Card
from companion.rules.commands import As, Correct, Discard, GiveClue, Play
from companion.rules.setup import Setup
from companion.table.placements import Button

FUSE = Press(Button.FUSE)


@pytest.fixture
def blind(new_table: Callable[..., object]):
    """Three players at a table without a camera, a game begun on the page."""
    table = new_table(is_unwatched=True)
    table.gets(NewGame(Setup(3)))
    return table


def test_a_press_is_decided_at_once_and_in_its_order(blind):
    assert blind.gets(Press(Button.CLUE)).page["clues"] == 7
    blind.presses("clue")
    blind.gets(Discard(None))
    assert blind.history == ["clue", "clue", "discard ?"]
    assert (blind.lamps.clues, blind.page["deck"]) == (7, 34)


def test_fuse_makes_the_card_told_last_a_misplay(blind):
    blind.gets(Play(None))
    blind.presses("fuse")
    assert blind.history == ["play ? misplay"]
    assert (blind.lamps.fuses, blind.page["turn"], blind.page["deck"]) == (1, 2, 34)


def test_fuse_tells_of_a_discard_that_it_was_a_misplay_and_its_token_goes_back(blind):
    blind.gets(GiveClue())
    blind.gets(Discard(Card.parse("B3")))
    blind.gets(FUSE)
    assert blind.history == ["clue", "play B3 misplay"]
    assert (blind.page["clues"], blind.page["fuses"]) == (7, 1)


def test_fuse_is_taken_back_by_undo(blind):
    blind.gets(Play(None))
    blind.gets(FUSE)
    blind.presses("undo")
    assert blind.history == ["play ?"]
    assert blind.page["fuses"] == 0


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ((), "No card was just laid"),
        ((GiveClue(),), "No card was just laid"),
        ((Play(None, misplay=True),), "counts as a misplay already"),
        ((Play(Card.parse("R3")),), "counts as a misplay already"),
        ((Play(Card.parse("R1")),), "R1 fits its pile"),
    ],
)
def test_fuse_that_can_not_be_meant_is_refused_and_waits_for_no_other_card(blind, commands, why):
    for command in commands:
        blind.gets(command)
    before = blind.history
    with pytest.raises(Refused, match=why):
        blind.gets(FUSE)
    blind.gets(Play(None))
    assert blind.history == [*before, "play ?"]


def test_a_refused_fuse_of_the_panel_is_told(blind):
    blind.presses("fuse")
    assert blind.panel.refusals == 1
    assert blind.page["notice"].startswith("No card was just laid")


def test_a_card_is_named_later_and_what_it_was_too(blind):
    blind.gets(Play(None))
    blind.gets(Play(None))
    assert blind.gets(Correct(1, Card.parse("R1"))).page["stacks"]["R"] == 1
    told = blind.gets(Correct(2, Card.parse("Y4"), As.MISPLAY)).page
    assert (told["fuses"], told["unknown"], told["discards"]) == (1, 0, {"Y4": 1})


def test_a_whole_game_is_counted_without_a_name_to_any_card(blind):
    while not blind.page["final_turns"]:
        blind.gets(Play(None))
    assert blind.lamps.final == "on"
    for _ in range(3):
        blind.presses("clue")
    assert (blind.page["status"], blind.page["unknown"], blind.page["deck"]) == ("finished", 35, 0)


def test_sight_that_was_given_up_leaves_a_table_by_hand(table):
    table.lays("R1").evening.go_on_by_hand("Sight is left out.")
    table.gets(Play(None))
    assert table.gets(FUSE).page["fuses"] == 1
    assert table.gets(Press(Button.CLUE)).page["clues"] == 7
