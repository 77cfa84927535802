"""Games with forgotten and late presses come out right after a tap each, and what cannot be seen is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.measure.forgotten.__main__ import sentences
from companion.measure.forgotten.honest import Honest
from companion.measure.forgotten.trial import FORGETFUL, Table, played
from companion.measure.forgotten.unpainted import Unpainted
from hardware.rehearsal.seats import seats_at

PUNCTUAL = replace(FORGETFUL, forget_share=0.0, late_share=0.0)


def unpainted(table, **eyes):
    return played(table, Unpainted(np.random.default_rng((table.seed, 5)), **eyes).look)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_forgotten_and_late_presses_are_right_after_a_tap_each(players):
    outcomes = [unpainted(Table(seed, players)) for seed in (1, 3, 5, 11, 13)]
    assert sum(one.dropped for one in outcomes) >= 2
    assert sum(one.late for one in outcomes) >= 5
    seen = [one for one in outcomes if not one.early]
    assert [one.table.seed for one in seen if not one.is_right] == []
    assert sum(one.false for one in outcomes) <= 1


@pytest.mark.slow
def test_two_players_too():
    outcomes = [unpainted(Table(seed, 2)) for seed in (1, 3, 5, 7)]
    assert sum(one.dropped for one in outcomes) >= 4
    assert all(one.is_right for one in outcomes)


@pytest.mark.parametrize("players", [2, 5])
def test_where_every_press_is_punctual_nothing_is_asked(players):
    outcome = unpainted(Table(1, players, PUNCTUAL))
    assert outcome.is_right
    assert outcome.taps == 0


def test_two_players_on_one_side_are_left_alone():
    """Nothing can be told there: what was forgotten stays so, and nobody is bothered."""
    outcomes = [unpainted(Table(seed, 2, seats=seats_at([0, 0])), error_deg=15.0) for seed in (1, 5)]
    assert all(one.dropped and "turn" in one.differs for one in outcomes)
    assert all(one.taps == 0 for one in outcomes)


def test_helping_hands_are_asked_about_seldom():
    helpful = replace(PUNCTUAL, help_share=0.03)
    outcomes = [unpainted(Table(seed, 4, helpful)) for seed in (1, 3)]
    assert all(not one.differs for one in outcomes)
    assert sum(one.false for one in outcomes) <= 6


def test_an_honest_player_answers_once_and_not_at_once():
    page = {
        "questions": [{"id": 7, "say": "Y2 came from Bob's side: did Ada give a clue before it?"}],
        "history": [{"do": "play", "card": "R1"}, {"do": "play", "card": "Y2"}],
    }
    truth = [{"do": "play", "card": "R1"}, {"do": "clue"}, {"do": "play", "card": "Y2"}]
    honest = Honest(wait_s=2.0)
    assert honest.answer(page, truth, 10.0) is None
    answer = honest.answer(page, truth, 12.0)
    assert (answer.question, answer.as_) == (7, "yes")
    assert honest.answer(page, truth, 13.0) is None
    assert (honest.taps, honest.false) == (1, 0)


def test_an_honest_player_says_no_where_no_clue_is_missing():
    page = {
        "questions": [{"id": 7, "say": "Y2 came from Bob's side: did Ada give a clue before it?"}],
        "history": [{"do": "clue"}, {"do": "play", "card": "Y2"}],
    }
    honest = Honest(wait_s=0.0)
    answer = honest.answer(page, [{"do": "clue"}, {"do": "play", "card": "Y2"}], 0.0)
    assert answer.as_ == "none"
    assert honest.false == 1


def test_the_figures_are_told_with_every_game_that_came_out_wrong():
    right = unpainted(Table(1, 3, PUNCTUAL, most=8))
    wrong = replace(right, differs={"clues": (8, 7)}, dropped=1)
    lines = list(sentences([right, wrong], "3 players"))
    assert lines[0].startswith("3 players: 1 of 2 games right; 16 actions, 1 presses dropped")
    assert lines[1].startswith("  wrong: seed 1, 1 dropped")
