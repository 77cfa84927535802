"""JSON, read strictly."""

import pytest

from companion.errors import Unreadable
from companion.jsontext import read_json


def test_a_mark_of_byte_order_before_the_first_line_is_overlooked():
    assert read_json("\ufeff{}") == {}


def test_a_key_given_twice_is_named():
    with pytest.raises(Unreadable, match="'card' stands twice"):
        read_json('{"do": "play", "card": "R1", "card": "R2"}')


@pytest.mark.parametrize("text", ["", "{", "{'players': 3}", "[" * 100_000, "9" * 5000])
def test_what_is_no_json_is_told_in_a_sentence(text):
    with pytest.raises(Unreadable, match="This is no JSON: write one object in braces"):
        read_json(text)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_told_by_its_name(name):
    with pytest.raises(Unreadable, match=f"{name} is no number of the game"):
        read_json(f'{{"clues": {name}}}')
