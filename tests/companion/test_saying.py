"""What happened, said for people."""

import pytest

from companion.rules.cards import Card, Suit
from companion.rules.commands import Bonus, Correct, CountDeck, GiveClue, PassTurn, Tile
from companion.rules.events import CardMisplayed, SuitCompleted
from companion.rules.options import Loss, Options
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.saying import say, say_event, say_refused, say_result, say_setup, say_standing

NAMED = Setup(2, names=("Ann", "Bo"), edition="storm")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "A game for 2 players."),
        ("R1", "Ann plays the red 1."),
        ("R3", "Ann misplays the red 3."),
        ("?", "Ann plays a card that nobody could read."),
        ("clue", "Ann gives a clue."),
        ("clue -W2", "Bo discards the white 2. One Note comes back."),
        ("R1 undo", "The last thing is taken back."),
        ("stop", "The game is stopped. No score; 0 points lie on the table."),
        ("W5 Y5 G5", "Ann misplays the green 5. The game is lost. 0 of 25 points: booed."),
    ],
)
def test_what_happened_is_said_by_name(script, said):
    assert say(played(NAMED, script)).startswith(said)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (GiveClue(1, Suit.RED, None, 2), "Ann gives a clue to Bo about red, pointing at 2."),
        (GiveClue(1, None, 5), "Ann gives a clue to Bo about 5."),
        (CountDeck(12), "The pile holds 12 cards."),
        (PassTurn(1), "It is Bo's turn."),
    ],
)
def test_a_wish_of_the_table_is_said(wish, said):
    assert say(played(NAMED).handle(wish)).startswith(said)


@pytest.mark.parametrize(
    ("script", "lying", "said"),
    [
        ("", "R1", "The game begins as the table lies."),
        ("R2", "R1 // deck 1", "Ann plays the red 2. The pile is empty: 2 turns to go."),
        ("W5", "R5 Y5 G5 B5 W4", "Ann plays the white 5. The white pile is complete. Everything is complete: won. 25"),
        ("clue clue", "R1 // deck 0", "Bo gives a clue. The final round is over. 1 of 25 points: booed."),
    ],
)
def test_begin_and_end_are_said(script, lying, said):
    assert say(played(NAMED, script, lying=lying)).startswith(said)


def test_an_exhausted_game_is_said():
    every = [f"{s}{r}" for s in "RYGBW" for r in (1, 1, 2, 3, 4)] + ["R1"]
    setup = Setup(2, variants=("expert",))
    game = played(setup, "Y5 G5 B5 W5", lying=f"R4 Y4 G4 B4 W4 / {' '.join([*every[:-1], 'R5'])} / deck 0")
    assert "Nobody can act any more: not won." in say(game)
    assert "No score" in say(game)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Bonus(Tile.FUSE), "Bonus tile: one mistake is forgiven."),
        (Bonus(Tile.RETURN, Card.parse("B3")), "Bonus tile: back into the pile goes the blue 3."),
    ],
)
def test_a_tile_is_said(wish, said):
    game = played(Setup(3, variants=("dazzling",)), "R5", lying="R4 / B3 / deck 9")
    assert say(game.handle(wish)).startswith(said)


def test_a_correction_and_what_it_made_impossible_are_said():
    game = played(NAMED, "clue -R5 clue -W5").handle(Correct(2, card=Card.parse("W5")))
    assert say(game).startswith("Event 2 is mended. No longer possible: event 4 (-W5). There is no W5 left")


def test_how_it_stands_counts_turns_in_the_final_round():
    position = played(NAMED, "R2 clue", lying="R1 // deck 1").position
    assert say_standing(position) == (
        "Ann is in turn: 2 points, 7 of 8 Notes, 0 of 3 Storms used, 0 cards to draw, 1 turn left."
    )


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("rr2013", "8 of 8 Clocks, 0 of 3 Fuses used"),
        ("giant", "8 of 8 Clocks, 0 of 3 error tiles used"),
        ("ro", "8 of 8 blue tokens, 0 of 3 red tokens used"),
    ],
)
def test_tokens_are_called_what_the_box_calls_them(edition, said):
    assert said in say_standing(played(Setup(3, edition=edition)).position)


def test_a_refusal_is_said_with_how_it_stands():
    said = say_refused(played(NAMED, "R1"), "No.")
    assert said.startswith("Refused: No. Bo is in turn: 1 point, 8 of 8")


def test_a_score_without_a_word_is_said_without_one():
    setup = Setup(3, variants=("no-final-round",))
    lost = played(setup, "-R5", lying="R1 // clues 3").position
    assert say_result(lost) == "No score; 1 point lies on the table."


def test_single_events_are_said_in_full():
    assert say_event(NAMED, SuitCompleted(Suit.BLUE)) == "The blue pile is complete."
    assert say_event(NAMED, CardMisplayed(1, None)) == "Bo misplays a card that nobody could read."


def test_a_game_about_to_begin_tells_its_box_its_tokens_and_what_was_agreed():
    setup = Setup(3, edition="giant", variants=("rainbow", "black"), options=Options(loss=Loss.ZERO))
    assert say_setup(setup) == (
        "A game for 3 players. Giant Fireworks with rainbow, black: 70 cards, 30 points are perfect. Tokens: 8 blue "
        "clocks; 3 error tiles that flip. Whoever wears the most colourful clothes begins. Agreed: loss=zero."
    )


def test_a_box_that_doesn_t_say_who_begins_says_nothing_of_it():
    said = say_setup(Setup(2, edition="ro"))
    assert said.endswith("Tokens: 8 blue tokens in the box's lid; 3 red tokens.")
