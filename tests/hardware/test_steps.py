"""Steps over time."""

from hardware.steps import Steps


def test_each_step_lasts_its_seconds_and_nothing_is_shown_around_them():
    steps = Steps((("a", 1.0), ("b", 0.5)), 100.0)
    assert [steps.at(at) for at in (99.9, 100.0, 100.99, 101.0, 101.49, 101.5)] == [None, "a", "a", "b", "b", None]


def test_whoever_wakes_when_it_changes_misses_no_step():
    steps = Steps((("a", 0.1), ("b", 0.2), ("a", 0.7)), 7.3)
    seen, at = [], 7.3
    while (changes := steps.changes(at)) is not None:
        seen.append(steps.at(at))
        at = changes
    assert seen == ["a", "b", "a"]
    assert steps.at(at) is None
    assert Steps().changes(0.0) is None
