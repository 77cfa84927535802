"""Groups of players, and where one game stands among its group's."""

from itertools import count

import pytest

from companion.groups import compared, groups_of, players_of
from companion.journal.past import PastGame, folded
from companion.ports import SavedGame
from companion.rules.script import read_script
from companion.rules.setup import Setup

NUMBERS = count(1)
ANN_BO = Setup(2, ("Ann", "Bo"))


def past(score: int, setup: Setup = ANN_BO, ends: str = "clue clue") -> PastGame:
    """A game that came to this score; `ends`: how, where it isn't counted."""
    five, rest = divmod(score, 5)
    stacks = " ".join(f"{letter}{5 if n < five else rest if n == five else 0}" for n, letter in enumerate("RYGBW"))
    saved = SavedGame(next(NUMBERS), setup, read_script(f"[{stacks} / - / clues 3 deck 0] {ends}"))
    return PastGame(saved, folded(saved), None, None, False)


def test_the_first_game_of_a_group_has_nothing_to_be_compared_with():
    one = past(17)
    found = compared(
        [past(20, Setup(2, ("Ann", "Cy"))), past(20, Setup(2, ("Ann", "Bo"), variants=("rainbow",))), one], one
    )
    assert (found.games, found.counted, found.place, found.best, found.mean) == (1, 1, 1, None, None)


@pytest.mark.parametrize(
    ("score", "place", "is_shared"), [(25, 1, False), (22, 1, True), (20, 2, False), (3, 4, False)]
)
def test_a_game_has_its_place_among_those_before_it(score, place, is_shared):
    games = [past(22), past(18, Setup(2, ("Bo", "Ann"))), past(15), past(19)]
    one = games[3] = past(score)
    later = past(25)
    found = compared([*games, later], one)
    assert (found.games, found.counted, found.place, found.is_shared) == (4, 4, place, is_shared)
    assert (found.best, found.mean) == (22, 18.33)


def test_a_game_without_a_score_has_no_place():
    games = [past(22), past(9, ends="stop")]
    found = compared(games, games[1])
    assert (found.games, found.counted, found.place, found.best) == (2, 1, None, 22)


def test_a_game_that_is_not_over_counts_for_nothing():
    games = [past(22, ends="clue"), past(20)]
    assert compared(games, games[1]).games == 1
    assert [group.games for group in groups_of(games)] == [1]


def test_won_games_are_counted_where_there_are_no_points():
    expert = Setup(2, ("Ann", "Bo"), variants=("expert",))
    games = [past(24, expert, ends="W5"), past(24, expert, ends="W5"), past(10, expert, ends="stop")]
    found = compared(games, games[2])
    assert (found.games, found.counted, found.won, found.best) == (3, 0, 2, None)


def test_players_without_names_are_a_group_by_their_number():
    assert players_of(past(1, Setup(3)).game) == ("Player 1", "Player 2", "Player 3")
