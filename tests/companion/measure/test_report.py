"""The bench's numbers: counts, intervals, confusions, and the table for people."""

from __future__ import annotations

import pytest

from companion.measure.arrivals import NOTHING
from companion.measure.judge import Heard, Judged, Outcome
from companion.measure.report import (
    USUAL_EFFECT,
    Counts,
    by_disturbance,
    cards,
    confusions,
    design_effect,
    doubts,
    effect_of,
    interval,
    sentences,
    single,
    stages,
    strangers,
    voted,
)


def one(outcome, disturbance="plain", card="R2", said=(), read=1.0, guesses=(), voted=None, name="1-0-0"):
    return Judged(name, disturbance, card, Heard(outcome, said, guesses), voted, {"read": read})


RIGHT = Heard(Outcome.RIGHT, ("R2",), looks=2)
SOME = [
    one(Outcome.RIGHT, said=("R2",), read=2.0, voted=RIGHT),
    one(Outcome.RIGHT, "glare", said=("R2",), read=4.0, voted=RIGHT),
    one(Outcome.WRONG, "glare", said=("R3",), read=9.0, voted=Heard(Outcome.WRONG, ("R4",))),
    one(Outcome.WRONG, "glare", said=("R3", "R2"), voted=RIGHT),
    one(Outcome.ASKED, "blur", guesses=("R3", "R2"), voted=RIGHT),
    one(Outcome.NO_MAT, "blur", voted=Heard(Outcome.NO_MAT)),
]
PHONE = one(Outcome.WRONG, "a phone", card=NOTHING, said=("B4",))


def test_outcomes_are_counted_after_one_look_and_after_several():
    assert single(SOME) == Counts(right=2, wrong=2, asked=1, missed=0, no_mat=1)
    assert voted(SOME) == Counts(right=4, wrong=1, asked=0, missed=0, no_mat=1)
    assert single(SOME).total == 6
    assert single([]).total == 0


def test_without_votes_there_is_no_count_of_them():
    assert voted([one(Outcome.RIGHT)]) is None


def test_disturbances_stand_in_the_order_drawn():
    groups = by_disturbance(SOME)
    assert list(groups) == ["plain", "glare", "blur"]
    assert single(groups["glare"]) == Counts(1, 2, 0, 0, 0)


def test_cards_and_what_is_none_are_told_apart():
    assert cards([*SOME, PHONE]) == SOME
    assert strangers([*SOME, PHONE]) == [PHONE]


def test_confusions_say_what_was_taken_for_what_in_one_look_or_in_several():
    assert confusions([*SOME, PHONE]) == {"R2 as R3": 2, "R2 as R4": 1, "a phone as B4": 1}
    assert confusions(SOME[:2]) == {}


def test_doubts_say_the_first_two_guesses_where_it_was_asked():
    assert doubts(SOME) == {"R2: R3 or R2": 1}


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 900, 0.0, 0.00425), (900, 900, 0.99575, 1.0), (50, 100, 0.404, 0.596)],
)
def test_the_interval_is_wilsons(hits, total, low, high):
    assert interval(hits, total) == pytest.approx((low, high), abs=0.0005)


def test_an_interval_is_that_of_fewer_where_arrivals_have_much_in_common():
    assert interval(0, 900, effect=2.0) == interval(0, 450)


@pytest.mark.parametrize(
    ("groups", "effect"),
    [
        ([[True] * 4, [False] * 4] * 50, 4.0),  # all on a table alike: each table counts once
        ([[True, False, True, False]] * 50, 1.0),  # never less than as many as there are
        ([[True] * 4] * 50, USUAL_EFFECT),  # nothing varies: nothing to reckon from
        ([], USUAL_EFFECT),
    ],
)
def test_the_design_effect_is_how_much_more_tables_vary_than_chance(groups, effect):
    assert design_effect(groups) == pytest.approx(effect, abs=0.05)


def test_arrivals_on_one_table_are_one_group():
    alike = [one(Outcome.RIGHT if t % 2 else Outcome.ASKED, name=f"1-{t}-{n}") for t in range(40) for n in range(4)]
    assert effect_of(alike) == pytest.approx(4.0, abs=0.15)


def test_a_stages_time_is_its_median_where_a_card_came():
    assert stages([*SOME[:3], one(Outcome.RIGHT, card=NOTHING, read=90.0)]) == {"read": 4.0}


def test_the_table_has_a_line_for_each_disturbance_and_what_it_comes_to():
    lines = list(sentences([*SOME, PHONE]))
    assert lines[3].split() == ["glare", "1", "2", "0", "0", "3%", "to", "90%", "2", "1", "0", "0"]
    assert lines[6].startswith("Cards of the deck, 6, one look: 2 right (33.33%; ")
    assert "4 right (66.67%; " in lines[7]
    assert lines[8].startswith("No cards of it, nothing to be named, 1, one look: 0 right (0.00%; ")
    assert lines[-1].startswith("Intervals are 95 % ones, as of ")
    assert len(lines) == 10
