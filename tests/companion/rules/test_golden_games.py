"""Whole games as text, one for each edition and variant and some of them together, replayed state by state.

A line of `tests/games/*.txt` is an action as `companion referee` reads it and, behind the `#`, the state after it.
The states were written by the plainest rules (`conftest`), not by the product.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee import referee
from companion.rules.agreement import write_setup
from companion.rules.editions import EDITIONS
from companion.rules.game import Game
from companion.rules.notation import write_command
from companion.rules.position import Status
from companion.rules.sheet import read_sheet, write_sheet
from companion.rules.variants import VARIANTS
from companion.snapshot import state

FOLDER = Path(__file__).resolve().parents[2] / "games"
GAMES = sorted(FOLDER.glob("*.txt"))
COUNTS = (
    *("turn", "player", "clues", "fuses", "deck", "unknown", "score", "points", "best", "perfect", "final_turns"),
    *("status", "rating"),
)


def told(state: dict) -> str:
    """A state as it stands behind the `#`."""
    tops = " ".join(f"{suit}{top}" for suit, top in state["stacks"].items())
    discards = " ".join(f"{card}x{n}" if n > 1 else card for card, n in sorted(state["discards"].items())) or "-"
    return f"{tops} / {discards} / {' '.join(f'{key} {state[key]}' for key in COUNTS)}"


def written(path: Path) -> list[str]:
    """The states of a game, in order."""
    return [line.partition("#")[2].strip() for line in path.read_text(encoding="utf-8").splitlines()[1:]]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_goes_as_it_was_written_state_by_state(path):
    games = list(referee(path.read_text(encoding="utf-8").splitlines()))
    assert [refusal for _, refusal in games if refusal is not None] == []
    assert [told(state(game.position)) for game, _ in games[1:]] == written(path)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_plainest_rules_say_the_same_of_it(path, plain_game):
    setup, log = read_sheet(path.read_text(encoding="utf-8"))
    plain = plain_game(write_setup(setup))
    states = []
    for command in log:
        plain.do(write_command(command))
        states.append(told(plain.state()))
    assert states == written(path)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_written_as_a_page_is_the_game_that_was_read(path):
    game = Game.replay(*read_sheet(path.read_text(encoding="utf-8")))
    assert read_sheet(write_sheet(game)) == (game.setup, game.log)


def test_there_is_a_game_of_every_edition_and_variant_and_every_end():
    games = [Game.replay(*read_sheet(path.read_text(encoding="utf-8"))) for path in GAMES]
    assert {game.setup.edition for game in games} == set(EDITIONS)
    assert {variant for game in games for variant in game.setup.variants} == set(VARIANTS)
    assert {game.position.status for game in games} == set(Status) - {Status.PLAYING}
