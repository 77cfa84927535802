"""What `companion bench --pages` measures: each page of a long game, drawn anew after each change, and how soon."""

from __future__ import annotations

from companion.measure.pages import OVER, PAGE_MS, PATHS, Cost, are_as_they_should_be, costs, lines, sentences


def test_each_page_is_drawn_in_little_time_and_sent_in_few_bytes():
    measured = costs(12)
    assert [cost.path for cost in measured] == [*PATHS, OVER]
    assert {cost.path: cost.cpu_ms for cost in measured if cost.cpu_ms > PAGE_MS} == {}
    assert all(cost.median_ms > 0 for cost in measured)
    assert {cost.path: cost.kilobytes for cost in measured if cost.kilobytes > 40} == {}
    assert [line["path"] for line in lines(measured)] == [*PATHS, OVER]


def test_one_slow_page_is_enough_to_fail():
    quick, slow = Cost("/", 5.0, 9.0, 4.0, 8.0), Cost("/panel", PAGE_MS, 30.0, 4.0, 5.0)
    assert are_as_they_should_be((quick,))
    assert not are_as_they_should_be((quick, slow))
    assert "median  20.0 ms" in [*sentences((quick, slow))][2]
