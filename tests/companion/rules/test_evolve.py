"""What each fact changes."""

from dataclasses import replace

import pytest

from companion.rules.cards import Card, Suit
from companion.rules.commands import Play, Tile
from companion.rules.decide import decide
from companion.rules.events import (
    BonusApplied,
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    ClueGiven,
    DeckCounted,
    FinalRoundBegan,
    GameExhausted,
    GameFinished,
    GameLost,
    GameStarted,
    GameStopped,
    GameWon,
    SuitCompleted,
    TokenReturned,
    TurnPassed,
)
from companion.rules.evolve import evolve, evolve_all
from companion.rules.position import Status, starting
from companion.rules.script import played
from companion.rules.setup import Setup

START = starting(Setup(3))
DAZZLING = starting(Setup(3, variants=("dazzling",)))
EXPERT = starting(Setup(3, variants=("dazzling", "expert")))
R1 = Card.parse("R1")


def test_a_clue_takes_a_token_and_a_turn():
    after = evolve(START, ClueGiven(0))
    assert (after.clues, after.turn, after.player, after.since_card) == (7, 2, 1, 1)


def test_the_turn_goes_clockwise_and_round():
    seats = [evolve_all(START, [ClueGiven(0)] * n).player for n in range(4)]
    assert seats == [0, 1, 2, 0]


@pytest.mark.parametrize("kind", [CardPlayed, CardMisplayed, CardDiscarded])
def test_a_card_laid_is_drawn_for_or_the_hand_shrinks(kind):
    drawn, not_drawn = evolve(START, kind(0, R1, draws=True)), evolve(START, kind(0, R1))
    assert (drawn.deck, drawn.hands, drawn.drew) == (34, (5, 5, 5), True)
    assert (not_drawn.deck, not_drawn.hands, not_drawn.drew) == (35, (4, 5, 5), False)


def test_a_played_card_lies_on_its_pile_and_others_among_the_discards():
    assert evolve(START, CardPlayed(0, R1)).stacks[Suit.RED] == 1
    assert evolve(START, CardDiscarded(0, R1)).discards == (R1,)
    misplayed = evolve(START, CardMisplayed(0, R1))
    assert (misplayed.discards, misplayed.fuses) == ((R1,), 1)


@pytest.mark.parametrize("kind", [CardPlayed, CardMisplayed, CardDiscarded])
def test_an_unread_card_lies_nowhere_in_particular(kind):
    after = evolve(START, kind(0, None))
    assert (after.unknown, after.discards, after.heights) == (1, (), START.heights)


def test_a_fourth_mistake_finds_no_fuse_to_take():
    assert evolve_all(START, [CardMisplayed(0, None)] * 4).fuses == 3


def test_a_card_laid_starts_the_count_of_turns_anew():
    assert evolve_all(START, [ClueGiven(0), ClueGiven(1), CardPlayed(2, R1, draws=True)]).since_card == 0


def test_the_final_round_counts_down_with_every_turn():
    after = evolve_all(START, [FinalRoundBegan(3), ClueGiven(0), CardDiscarded(1, R1)])
    assert after.turns_left == 1


def test_a_completed_suit_owes_a_tile_only_in_dazzling():
    assert evolve(START, SuitCompleted(Suit.RED)).tiles_owed == 0
    assert evolve(DAZZLING, SuitCompleted(Suit.RED)).tiles_owed == 1


def test_a_token_comes_back():
    assert evolve_all(START, [ClueGiven(0), TokenReturned()]).clues == 8


def test_a_fuse_tile_never_gives_more_than_was_lost():
    owed = evolve(DAZZLING, SuitCompleted(Suit.RED))
    assert evolve(owed, BonusApplied(Tile.FUSE)).fuses == 0
    assert evolve(evolve(owed, CardMisplayed(0, None)), BonusApplied(Tile.FUSE)).fuses == 0


@pytest.mark.parametrize(
    ("start", "draws", "deck", "hands"),
    [(DAZZLING, True, 35, (5, 5, 5)), (DAZZLING, False, 36, (4, 5, 5)), (EXPERT, False, 35, (5, 5, 5))],
)
def test_a_returned_card_is_in_the_pile_when_its_turn_s_draw_is_made(start, draws, deck, hands):
    facts = [CardDiscarded(0, R1, draws=draws), BonusApplied(Tile.RETURN, R1)]
    after = evolve_all(start, facts)
    assert (after.deck, after.hands, after.discards) == (deck, hands, ())


def test_a_rescued_card_leaves_the_discards_for_its_pile():
    after = evolve_all(DAZZLING, [CardDiscarded(0, R1), BonusApplied(Tile.RESCUE, R1)])
    assert (after.stacks[Suit.RED], after.discards) == (1, ())


def test_a_tile_reopens_a_game_that_only_its_last_turn_had_ended():
    finished = evolve_all(DAZZLING, [SuitCompleted(Suit.RED), GameFinished()])
    assert (finished.status, finished.tiles_owed) == (Status.FINISHED, 1)
    assert evolve(finished, BonusApplied(Tile.OTHER)).status is Status.PLAYING


def test_a_counted_pile_ends_a_countdown_unless_it_is_empty():
    final = evolve(START, FinalRoundBegan(3))
    assert evolve(final, DeckCounted(2)).turns_left is None
    assert evolve(final, DeckCounted(0)).turns_left == 3


@pytest.mark.parametrize(("count", "hands"), [(35, (5, 5, 5)), (36, (5, 5, 4)), (34, (6, 5, 5)), (0, (17, 17, 16))])
def test_hands_hold_what_a_counted_pile_doesn_t(count, hands):
    assert evolve(START, DeckCounted(count)).hands == hands


def test_a_turn_passed_on_takes_clues_and_turns():
    final = evolve(START, FinalRoundBegan(3))
    after = evolve(final, TurnPassed(2, turns=2, clues=1))
    assert (after.player, after.clues, after.turns_left, after.since_card, after.turn) == (2, 7, 1, 2, 1)
    assert evolve(START, TurnPassed(1, turns=1, clues=1)).turns_left is None


def test_a_game_begun_in_the_middle_lies_as_told():
    fact = GameStarted((3, 0, 0, 0, 0), (R1,), clues=4, fuses=1, deck=31, player=2)
    after = evolve(evolve(START, ClueGiven(0)), fact)
    assert (after.heights, after.discards, after.clues, after.fuses) == ((3, 0, 0, 0, 0), (R1,), 4, 1)
    assert (after.deck, after.player, after.hands, after.turn) == (31, 2, (5, 5, 5), 2)


@pytest.mark.parametrize(
    ("fact", "status"),
    [
        (GameWon(), Status.WON),
        (GameLost(), Status.LOST),
        (GameFinished(), Status.FINISHED),
        (GameExhausted(), Status.EXHAUSTED),
        (GameStopped(), Status.STOPPED),
    ],
)
def test_every_ending_has_its_status(fact, status):
    assert evolve(START, fact).status is status


@pytest.mark.parametrize("fact", [GameWon(), GameLost(), GameStopped()])
def test_an_ending_that_is_final_leaves_neither_countdown_nor_tile(fact):
    after = evolve_all(DAZZLING, [FinalRoundBegan(2), SuitCompleted(Suit.RED), fact])
    assert (after.turns_left, after.tiles_owed) == (None, 0)


def test_a_card_out_of_a_hand_that_was_thought_empty_means_that_the_pile_was_counted_too_high():
    counted = played(Setup(2), "clue clue deck=49").position
    assert counted.hands == (1, 0)
    last = replace(counted, player=1, fuses=2)
    lost = evolve_all(last, decide(last, Play(Card.parse("R5"))))
    assert (lost.deck, lost.hands, lost.unseen) == (49, (0, 0), 49)
    full = replace(counted, deck=50, hands=(0, 0), fuses=2)
    lost = evolve_all(full, decide(full, Play(Card.parse("R5"))))
    assert (lost.deck, lost.hands, lost.unseen) == (49, (0, 0), 49)


def test_a_turn_passed_and_a_card_laid_without_a_draw_drew_nothing():
    drew = replace(START, drew=True, tiles_owed=1)
    passed = evolve(drew, TurnPassed(2, 2, 2))
    assert (passed.drew, passed.tiles_owed) == (False, 0)
    empty = evolve(replace(drew, hands=(0, 5, 5), deck=40), CardDiscarded(0, R1))
    assert empty.drew is False


def test_a_card_returned_to_a_play_that_found_no_card_is_drawn():
    position = replace(EXPERT, deck=0, discards=(R1,), hands=(5, 5, 4), tiles_owed=1, player=0)
    after = evolve(position, BonusApplied(Tile.RETURN, R1))
    assert (after.hands, after.deck, after.drew) == ((5, 5, 5), 0, True)
