"""What holds for every game, whoever plays it and however badly: random tables, random wishes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refused
from companion.rules.cards import RANKS, Card, Suit
from companion.rules.check import contradictions
from companion.rules.commands import (
    As,
    Bonus,
    Correct,
    CountDeck,
    Discard,
    GiveClue,
    PassTurn,
    Play,
    Stop,
    Tile,
    Undo,
)
from companion.rules.editions import EDITIONS
from companion.rules.evolve import evolve_all
from companion.rules.game import Game
from companion.rules.position import Status
from companion.rules.score import best, perfect, points
from companion.rules.setup import Setup

CARDS = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
FITTING = st.integers(0, 6)  # the n-th pile's next card: good plays, so that games get far
PAIRS = [(), ("rainbow", "black"), ("rainbow-short", "expert", "dazzling"), ("no-final-round", "black"), ("dazzling",)]
SETUPS = st.builds(
    Setup, players=st.integers(2, 5), edition=st.sampled_from(list(EDITIONS)), variants=st.sampled_from(PAIRS)
)
READ_ACTIONS = st.one_of(
    FITTING, FITTING, FITTING, st.builds(Play, CARDS), st.builds(Discard, CARDS), st.just(GiveClue())
)
ANYTHING = st.one_of(
    READ_ACTIONS,
    READ_ACTIONS,
    st.builds(Play, st.none(), st.booleans()),
    st.builds(Discard, st.none()),
    st.builds(Bonus, st.sampled_from(Tile), st.none() | CARDS),
    st.builds(CountDeck, st.integers(0, 40)),
    st.builds(PassTurn, st.integers(0, 4)),
    st.builds(Correct, st.integers(1, 12), st.none() | CARDS, st.none() | st.sampled_from(As), st.booleans()),
    st.sampled_from([Undo(), Stop()]),
)


def wish(game, chosen):
    """A number stands for the next card of that pile."""
    if not isinstance(chosen, int):
        return chosen
    piles = game.setup.piles
    pile, height = piles[chosen % len(piles)], game.position.heights[chosen % len(piles)]
    return Play(Card(pile.suit, pile.order[min(height, 4)]))


def games(setup, choices):
    """The game after each accepted wish; refused ones are passed over."""
    game = Game.new(setup)
    for chosen in choices:
        try:
            game = game.handle(wish(game, chosen))
        except Refused:
            continue
        yield game


def last_game(setup, choices):
    """The game after all these wishes."""
    return [Game.new(setup), *games(setup, choices)][-1]


@given(SETUPS, st.lists(ANYTHING, max_size=60))
def test_cards_are_conserved_and_nothing_is_contradicted(setup, choices):
    for game in games(setup, choices):
        position = game.position
        seen = sum(position.heights) + len(position.discards) + position.unknown
        assert seen + position.deck + sum(position.hands) == setup.deck_size
        assert contradictions(position) == ()


@given(SETUPS, st.lists(READ_ACTIONS, max_size=80))
def test_points_are_at_most_the_best_and_the_best_at_most_perfect(setup, choices):
    for game in games(setup, choices):
        assert points(game.position) <= best(game.position) <= perfect(setup)


@given(SETUPS, st.lists(READ_ACTIONS, max_size=80))
def test_the_best_never_rises_and_a_good_play_leaves_it_as_it_was(setup, choices):
    before = Game.new(setup)
    for game in games(setup, choices):
        assert best(game.position) <= best(before.position)
        if game.position.heights != before.position.heights:
            assert best(game.position) == best(before.position)
        before = game


@given(SETUPS, st.lists(ANYTHING, max_size=40), ANYTHING)
def test_undo_is_the_inverse_of_every_wish(setup, choices, last):
    game = last_game(setup, choices)
    try:
        after = game.handle(wish(game, last))
    except Refused:
        return
    if isinstance(after.log[-1], Undo):
        return
    back = after.handle(Undo())
    assert (back.position, back.history, back.undoable) == (game.position, game.history, game.undoable)


@given(SETUPS, st.lists(ANYTHING, max_size=40))
def test_a_log_played_again_gives_the_same_game(setup, choices):
    game = last_game(setup, choices)
    assert Game.replay(setup, game.log) == game


@given(SETUPS, st.lists(ANYTHING, max_size=40))
def test_every_step_is_its_events_applied_to_the_step_before(setup, choices):
    game = last_game(setup, choices)
    position = Game.new(setup).position
    for step in game.history:
        position = evolve_all(position, step.events)
        assert step.position == position


@settings(max_examples=30)
@given(SETUPS, st.lists(READ_ACTIONS, min_size=120, max_size=300))
def test_tokens_and_turns_stay_in_their_bounds_until_the_end(setup, choices):
    for game in games(setup, choices):
        position = game.position
        assert 0 <= position.clues <= 8
        assert 0 <= position.fuses <= 3
        assert (position.fuses == 3) <= (position.status is Status.LOST)
        assert position.turns_left is None or 0 <= position.turns_left <= setup.players
