"""A recording watched and then compared with its truth."""

from __future__ import annotations

import json

import pytest

from companion.errors import Unreadable
from companion.measure.replay import replayed


def with_truth(folder, *truth):
    """The same recording with this truth."""
    path = folder / "recording.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "truth": list(truth)}))
    return folder


PLAYED, CLUE = {"do": "play", "card": "R1", "frame": 6}, {"do": "clue", "frame": 14}


def test_a_game_told_as_it_was_is_all_right(evening, spoilt):
    found = replayed(with_truth(spoilt(evening), PLAYED, CLUE))
    assert (found.cards, found.right, found.wrong, found.asked) == (1, 1, 0, 0)
    assert found.same_end
    assert found.ms_a_frame > 0


def test_a_card_told_by_another_name_is_wrong(evening, spoilt):
    found = replayed(with_truth(spoilt(evening), {**PLAYED, "card": "B1"}, CLUE))
    assert (found.cards, found.right, found.wrong, found.asked) == (1, 0, 1, 1)
    assert not found.same_end


def test_a_card_never_told_counts_as_asked(evening, spoilt):
    found = replayed(with_truth(spoilt(evening), PLAYED, CLUE, {"do": "play", "card": "R2", "frame": 20}))
    assert (found.cards, found.right, found.wrong, found.asked) == (2, 1, 0, 1)
    assert not found.same_end


def test_a_clue_that_was_not_given_makes_another_end(evening, spoilt):
    assert not replayed(with_truth(spoilt(evening), PLAYED)).same_end


def test_a_recording_without_truth_is_refused(evening, spoilt):
    with pytest.raises(Unreadable, match="has no truth to compare with"):
        replayed(with_truth(spoilt(evening)))
