"""The player's games: legal by the rules room's own referee, and worth watching."""

from __future__ import annotations

import pytest

from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play
from companion.rules.game import Game
from companion.rules.setup import Setup
from hardware.rehearsal.player import deck_after_dealing, play_game


def referee(actions, players) -> Game:
    game = Game.new(Setup(players))
    for action in actions:
        assert game.position.player == action["player"]
        if action["do"] == "clue":
            game = game.handle(GiveClue())
        elif action["do"] == "discard":
            game = game.handle(Discard(Card.parse(action["card"])))
        else:
            card = Card.parse(action["card"])
            assert game.position.fits(card) is not action["misplay"]
            game = game.handle(Play(card))
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_whole_games_are_legal_and_end_where_the_rules_end_them(players, seed):
    game = referee(play_game(players, seed), players)
    assert game.position.is_over


def test_games_are_mostly_good():
    scores = [sum(a["do"] == "play" and not a["misplay"] for a in play_game(3, seed)) for seed in range(20)]
    assert sum(scores) / 20 > 17


def test_blunders_can_lose_the_game():
    assert any(sum(bool(a.get("misplay")) for a in play_game(3, seed, blunder=1.0)) == 2 for seed in range(5))


def test_a_game_can_be_cut_short_and_repeats_by_its_seed():
    assert play_game(3, 5, most=10) == play_game(3, 5)[:10]


def test_the_pile_after_dealing_is_the_rules_pile():
    for players in (2, 3, 4, 5):
        assert deck_after_dealing(players) == Setup(players).cards_to_draw
