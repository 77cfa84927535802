"""360 games refereed by somebody else's rules, compared after every action."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from companion.rules.game import Game
from companion.rules.notation import read_command
from companion.rules.setup import Setup
from companion.snapshot import state_line

GAMES = Path(__file__).resolve().parents[4] / "shared" / "data" / "games" / "hle.jsonl.gz"


def reference_games():
    if not GAMES.exists():
        pytest.skip("the reference games are not beside this checkout")
    with gzip.open(GAMES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def ours(state):
    discards = sorted(card for card, count in state["discards"].items() for _ in range(count))
    return state["clues"], 3 - state["fuses"], state["deck"], state["stacks"], discards, state["status"] != "playing"


def theirs(then):
    discards = sorted(then["discards"])
    return then["clues"], then["fuses_left"], then["deck"], then["stacks"], discards, then["over"]


def test_360_games_go_as_another_referee_saw_them():
    played = reference_games()
    assert len(played) == 360
    for reference in played:
        game = Game.new(Setup(reference["players"], edition="storm"))
        for event in reference["events"]:
            player = game.position.player
            game = game.handle(read_command({key: event[key] for key in ("do", "card") if key in event}))
            assert ours(state_line(game)) == theirs(event["then"]), reference["seed"]
            assert player == event["then"]["by"], reference["seed"]
        final = state_line(game)
        assert (final["score"], final["points"], final["status"]) == (
            reference["score"],
            reference["tops"],
            reference["end"],
        )
