"""Drawn games through the real eyes, in which clues are never pressed or up to 3 s late: right after a tap each.

Twelve games of 30 actions as the figure asks for (5 % never, 10 % late) and twelve three times as forgetful: about
twenty minutes of one processor (`make trials`).
"""

from dataclasses import replace

import pytest

from companion.measure.forgotten.__main__ import painted
from companion.measure.forgotten.trial import FORGETFUL, Table, played

pytestmark = pytest.mark.trials


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_a_drawn_game_is_right_after_at_most_one_tap_for_each_press(players, seed, times):
    manners = replace(FORGETFUL, forget_share=0.05 * times, late_share=0.10 * times)
    table = Table(seed, players, manners, most=30)
    outcome = played(table, painted(table))
    assert outcome.is_right or outcome.early
    assert outcome.false <= 1
