"""A field of a JSON object is taken with its type or not at all."""

import pytest

from companion.errors import Unreadable
from companion.rules.commands import As
from companion.rules.fields import Fields, written


def test_a_value_that_is_no_object_is_unreadable():
    with pytest.raises(Unreadable, match="A JSON object in braces was expected for a setup"):
        Fields.of([1], "a setup")


@pytest.mark.parametrize(("value", "kind"), [("1", int), (1, str), (True, int), (1, bool), (1.0, int), ({}, list)])
def test_a_value_of_another_kind_is_unreadable(value, kind):
    with pytest.raises(Unreadable, match="'key' must be"):
        Fields({"key": value}, "a thing").take("key", kind)


def test_true_is_a_truth_value():
    assert Fields({"key": True}, "a thing").maybe_flag("key") is True


def test_an_object_gives_its_fields_with_their_types():
    fields = Fields.of({"as": "play", "card": "R1"}, "an action")
    assert (fields.choice("as", As), fields.text("card")) == (As.PLAY, "R1")


def test_a_missing_key_is_named():
    with pytest.raises(Unreadable, match="'card' is missing in an action"):
        Fields({}, "an action").text("card")


def test_what_may_be_left_out_is_none_or_empty():
    fields = Fields({}, "a thing")
    assert [fields.maybe_text("a"), fields.maybe_number("a"), fields.maybe_flag("a"), fields.maybe_choice("a", As)] == [
        None
    ] * 4
    assert fields.maybe_numbers("a") == {}
    assert not fields.is_list("a")


def test_a_key_that_nobody_took_is_unreadable():
    fields = Fields({"a": 1, "b": 2}, "a thing")
    assert fields.number("a") == 1
    with pytest.raises(Unreadable, match="Unknown key 'b'"):
        fields.refuse_others()
    assert fields.number("b") == 2
    fields.refuse_others()


def test_a_word_outside_the_set_is_unreadable_and_the_set_is_told():
    with pytest.raises(Unreadable, match="choose from play, misplay, discard"):
        Fields({"as": "joke"}, "a thing").choice("as", As)


def test_numbers_inside_an_object_are_read():
    assert Fields({"a": {"R": 1}}, "a thing").maybe_numbers("a") == {"R": 1}
    with pytest.raises(Unreadable, match="'R' must be a whole number"):
        Fields({"a": {"R": "1"}}, "a thing").maybe_numbers("a")


def test_a_written_line_leaves_out_what_says_nothing():
    assert written("clue", to=0, colour=None) == {"do": "clue", "to": 0}
