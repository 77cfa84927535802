"""One tree of errors."""

import inspect

import pytest

from companion import errors
from companion.errors import CompanionError, ImpossibleSetup, Refused, Unreadable, UnreadableLine


def every_error():
    return [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", every_error())
def test_every_error_hangs_on_the_one_tree_and_stands_in_its_drawing(kind):
    assert issubclass(kind, CompanionError)
    assert kind.__name__ in (errors.__doc__ or "")


def test_what_can_t_be_read_is_a_value_error_too_and_a_refusal_is_not():
    assert issubclass(ImpossibleSetup, Unreadable)
    assert issubclass(Unreadable, ValueError)
    assert not issubclass(Refused, ValueError)


def test_a_line_that_can_t_be_read_is_named_by_its_number():
    error = UnreadableLine(7, "This is no JSON.")
    assert (str(error), error.number, error.why) == ("Line 7: This is no JSON.", 7, "This is no JSON.")
