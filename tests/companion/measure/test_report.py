"""The bench's numbers: counts, intervals, confusions, and the table for people."""

from __future__ import annotations

import pytest

from companion.measure.judge import Judged, Outcome
from companion.measure.report import Counts, by_disturbance, confusions, counted, interval, sentences, stages


def one(outcome, disturbance="plain", card="R2", said=(), read=1.0):
    return Judged("1-0-0", disturbance, card, said, outcome, {"read": read})


SOME = [
    one(Outcome.RIGHT, said=("R2",), read=2.0),
    one(Outcome.RIGHT, "glare", said=("R2",), read=4.0),
    one(Outcome.WRONG, "glare", said=("R3",), read=9.0),
    one(Outcome.WRONG, "glare", said=("R3", "R2")),
    one(Outcome.ASKED, "blur"),
    one(Outcome.NO_MAT, "blur"),
]


def test_outcomes_are_counted():
    assert counted(SOME) == Counts(right=2, wrong=2, asked=1, no_mat=1)
    assert counted(SOME).total == 6
    assert counted([]).total == 0


def test_counts_by_disturbance_stand_in_the_order_drawn():
    groups = by_disturbance(SOME)
    assert list(groups) == ["plain", "glare", "blur"]
    assert groups["glare"] == Counts(1, 2, 0, 0)


def test_confusions_say_what_was_taken_for_what():
    assert confusions(SOME) == {"R2 as R3": 2}
    assert confusions(SOME[:2]) == {}


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 900, 0.0, 0.00425), (900, 900, 0.99575, 1.0), (50, 100, 0.404, 0.596)],
)
def test_the_interval_is_wilsons(hits, total, low, high):
    assert interval(hits, total) == pytest.approx((low, high), abs=0.0005)


def test_a_stages_time_is_its_median():
    assert stages(SOME[:3]) == {"read": 4.0}


def test_the_table_has_a_line_for_each_disturbance_and_one_for_all():
    lines = list(sentences(SOME))
    assert lines[1] == "  glare     1 right   2 wrong    0 asked   0 no mat"
    assert lines[-1] == "All 6: 2 right (9.7% to 70.0%), 2 wrong (below 70.00%), 1 asked, 1 without a mat."
    assert len(lines) == 4
