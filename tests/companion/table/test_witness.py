"""Whose arm was it, and which clues that nobody pressed would explain the arms."""

from __future__ import annotations

import random

import pytest

from companion.table.witness import MEMORY, Arm, forgotten, whose


def rounds(players, count, *, spread=6.0, sides=None, seed=1):
    """So many cards, a card a turn; seats sit evenly around unless `sides` says where."""
    chance = random.Random(seed)
    sides = sides or [360 / players * seat for seat in range(players)]
    return [Arm(n, n % players, (sides[n % players] + chance.gauss(0, spread)) % 360) for n in range(count)]


def shifted(arms, by, since=0):
    """The history a clue (or more) behind from a card on: each card is told as an earlier seat's."""
    players = 1 + max(arm.seat for arm in arms)
    return [Arm(arm.card_id, (arm.seat - by) % players, arm.bearing) if arm.card_id >= since else arm for arm in arms]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_missing_where_everybody_keeps_to_their_side(players):
    for count in range(1, 30):
        assert forgotten(players, rounds(players, count), {}) == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_arm_from_the_next_side_after_a_few_rounds_is_a_missing_clue(players):
    arms = shifted(rounds(players, 4 * players + 1), 1, since=4 * players)
    assert forgotten(players, arms, {}) == {4 * players: 1}


def test_two_clues_forgotten_in_a_row_are_two():
    assert forgotten(4, shifted(rounds(4, 25), 2, since=24), {}) == {24: 2}


def test_one_forgotten_before_the_sides_were_known_is_noticed_when_they_are():
    arms = shifted(rounds(3, 18), 1, since=4)
    noticed = [count for count in range(1, 19) if forgotten(3, arms[:count], {})]
    assert noticed
    assert list(forgotten(3, arms[: noticed[0]], {}).values()) == [1]


def test_a_clue_forgotten_before_the_first_card_cannot_be_seen():
    assert forgotten(3, shifted(rounds(3, 20), 1), {}) == {}


def test_a_whole_round_forgotten_cannot_be_seen():
    assert forgotten(3, shifted(rounds(3, 20), 3, since=10), {}) == {}


def test_two_players_on_the_same_side_leave_the_witness_silent():
    arms = rounds(2, 30, sides=[358, 2])
    assert forgotten(2, shifted(arms, 1, since=20), {}) == {}


def test_of_two_that_sit_together_and_one_that_does_not_the_one_is_still_known():
    arms = rounds(3, 31, sides=[0, 10, 180])
    assert forgotten(3, shifted(arms, 1, since=29), {}) == {29: 1}


def test_a_seat_that_reaches_from_its_left_and_its_right_is_one_seat():
    arms = rounds(3, 24)
    arms = [Arm(a.card_id, a.seat, (a.bearing + (35 if a.card_id % 2 else -35)) % 360) for a in arms]
    assert forgotten(3, arms, {}) == {}


def test_sides_either_way_of_straight_down_are_one_side():
    arms = rounds(2, 20, sides=[359, 178], spread=3.0)
    assert forgotten(2, arms, {}) == {}
    assert whose(2, arms, 18) == 0


def test_what_seemed_to_be_missing_is_let_go_when_the_next_card_says_otherwise():
    arms = rounds(3, 20)
    stray = [*arms[:18], Arm(18, 0, 120.0), Arm(19, 1, arms[19].bearing)]
    assert forgotten(3, stray[:19], {}) == {18: 1}
    assert forgotten(3, stray, {18: 1}) == {}


def test_what_is_missing_stays_so_while_the_next_cards_agree():
    arms = shifted(rounds(3, 24), 1, since=18)
    assert forgotten(3, arms, {18: 1}) == {18: 1}


def test_another_one_forgotten_while_the_first_is_open_is_another():
    arms = shifted(shifted(rounds(4, 26), 1, since=18), 1, since=25)
    assert forgotten(4, arms, {18: 1}) == {18: 1, 25: 1}


def test_where_somebody_said_no_it_is_not_supposed_again():
    arms = [*rounds(3, 18), Arm(18, 0, 120.0)]
    assert forgotten(3, arms, {}, denied={18}) == {}


def test_the_game_before_tells_the_sides_of_this_one():
    earlier = rounds(3, 24)
    now = shifted(rounds(3, 3), 1, since=2)
    assert forgotten(3, now, {}) == {}
    assert forgotten(3, now, {}, earlier=earlier) == {2: 1}


def test_another_player_may_begin_the_next_game():
    earlier = rounds(4, 24)
    turned = [Arm(a.card_id, (a.seat - 1) % 4, a.bearing) for a in rounds(4, 9)]
    assert all(forgotten(4, turned[:n], {}, earlier=earlier) == {} for n in range(1, 10))


def test_the_game_before_says_nothing_where_others_played():
    now = shifted(rounds(3, 3), 1, since=2)
    assert forgotten(3, now, {}, earlier=rounds(4, 24)) == {}


def test_only_the_latest_arms_are_remembered():
    moved = rounds(3, MEMORY, sides=[60, 180, 300])
    old = [Arm(1000 + a.card_id, (a.seat + 1) % 3, a.bearing) for a in rounds(3, 30, sides=[60, 180, 300])]
    assert forgotten(3, [*old, *moved], {}) == {}


def test_whose_an_arm_was_is_told_only_where_no_other_may_have_been_it():
    assert whose(3, rounds(3, 12), 10) == 1
    assert whose(2, rounds(2, 12, sides=[358, 2]), 10) is None
    assert whose(3, rounds(3, 2), 1) is None
    assert whose(3, rounds(3, 12), 99) is None
