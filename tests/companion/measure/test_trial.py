"""A long trial in parts: kept in a file, gone on with where it stopped, and never mixed with another."""

from __future__ import annotations

from itertools import islice

import pytest

from companion.errors import Unreadable
from companion.measure.judge import Heard, Judged, Outcome
from companion.measure.trial import BATCH, Trial, continued, kept


@pytest.fixture
def trial(lantern):
    return Trial(lantern, 11, {}, votes=False)


def unlike_times(judgements):
    """What doesn't depend on the machine."""
    return [(one.arrival, one.card, one.single, one.voted) for one in judgements]


def test_a_trial_goes_on_where_its_file_ends_and_comes_to_the_same(trial, tmp_path, lantern_reader):
    path = tmp_path / "results.jsonl"
    first = list(continued(trial, path, BATCH, minutes=1, processes=1))
    cut = path.read_text().splitlines()
    path.write_text("\n".join(cut[:-3]) + "\n")  # as if it had been stopped in the middle of a batch
    more = list(continued(trial, path, BATCH, minutes=1, processes=1))
    assert unlike_times(more) == unlike_times(first[-3:])
    assert unlike_times(kept(path, trial)) == unlike_times(first)
    alone = islice(trial.judge(lantern_reader, BATCH), BATCH)
    assert unlike_times(alone) == unlike_times(first)


def test_nothing_is_begun_once_time_is_up(trial, tmp_path):
    assert list(continued(trial, tmp_path / "results.jsonl", 100, minutes=0, processes=1)) == []


def test_a_finished_trial_is_not_gone_on_with(trial, tmp_path):
    path = tmp_path / "results.jsonl"
    kept(path, trial)
    assert list(continued(trial, path, 0, minutes=1, processes=1)) == []


def test_a_file_of_another_trial_is_refused(trial, lantern, tmp_path):
    path = tmp_path / "results.jsonl"
    kept(path, trial)
    with pytest.raises(Unreadable, match="holds another trial"):
        kept(path, Trial(lantern, 13, {}, votes=False))


@pytest.mark.parametrize("spoilt", ["", "no json\n", '{"deck": "x"}\n{"half": \n'])
def test_a_file_that_is_no_trial_is_told_in_a_sentence(trial, tmp_path, spoilt):
    path = tmp_path / "results.jsonl"
    path.write_text(spoilt)
    with pytest.raises(Unreadable, match="name a new file"):
        kept(path, trial)


def test_a_line_that_was_cut_off_is_told_in_a_sentence(trial, tmp_path):
    path = tmp_path / "results.jsonl"
    kept(path, trial)
    with path.open("a") as file:
        file.write('{"arrival": "11-0-0", "dist')
    with pytest.raises(Unreadable, match="cut off"):
        kept(path, trial)


def test_what_was_judged_is_read_back_as_it_was(trial, tmp_path):
    from companion.measure.trial import _judged, _line

    told = Heard(Outcome.ASKED, ("R1",), ("R1", "R2"), 3)
    for voted in (None, told):
        one = Judged("11-0-0", "plain", "R1", told, voted, {"read": 2.5})
        assert _judged(_line(one)) == one
