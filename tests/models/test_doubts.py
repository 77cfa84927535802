"""What OCR's reading of the ranks says against the cards' names."""

import pytest

from models.doubts import contradictions

RIGHT = {f"{suit}{rank}": str(rank) for suit in "RYG" for rank in range(1, 6)}


def test_what_agrees_or_was_not_read_says_nothing():
    assert contradictions({**RIGHT, "R3": "", "Y5": ""}) == []


def test_a_single_card_is_named_with_what_it_looks_like():
    (said,) = contradictions({**RIGHT, "R3": "4"})
    assert said.startswith("R3's photo looks like a 4: check")


def test_two_cards_read_as_each_other_seem_swapped():
    assert contradictions({**RIGHT, "R3": "4", "R4": "3"}) == [
        "R3 and R4 seem to be swapped: check the names of their pictures."
    ]


def test_the_same_two_ranks_in_several_suits_are_columns():
    (said,) = contradictions({**RIGHT, "R2": "3", "R3": "2", "Y2": "3", "G3": ""})
    assert said == "The 2s and the 3s seem to be swapped (R2, R3, Y2): check these columns."


def test_a_row_from_five_to_one_is_said_to_be():
    (said,) = contradictions({**RIGHT, "Y1": "5", "Y2": "4", "Y4": "2", "Y5": ""})
    assert said == "Row Y seems to run from 5 to 1: the 1 lies at the left, as the photo is held."


@pytest.mark.parametrize("more", [{"G1": "2"}, {"G5": "1"}])
def test_what_is_explained_by_columns_is_not_told_twice(more):
    told = contradictions({**RIGHT, "R2": "3", "R3": "2", "Y2": "3", **more})
    assert len(told) == 2
