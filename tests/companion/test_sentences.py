"""Sentences that remember how they were made."""

import json

import pytest

from companion.errors import Refused
from companion.sentences import Sentence, joined, say, say_number


def test_a_sentence_is_its_english_text():
    said = say("{who} played {card}.", who="Ada", card="red 1")
    assert said == "Ada played red 1."
    assert json.dumps(said) == '"Ada played red 1."'
    assert f"{said}" == "Ada played red 1."


def test_a_sentence_knows_its_pattern_and_parts():
    said = say("{who} played {card}.", who="Ada", card=say("red 1"))
    assert said.pattern == "{who} played {card}."
    assert said.parts["who"] == "Ada"
    assert isinstance(said.parts["card"], Sentence)


def test_an_error_hands_its_sentence_on():
    why = str(Refused(say("No {token} is left.", token="clock")))
    assert isinstance(why, Sentence)
    assert why.pattern == "No {token} is left."


@pytest.mark.parametrize(("number", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_number_chooses_the_pattern(number, text):
    assert say_number("{n} card", "{n} cards", number) == text


def test_sentences_joined_are_each_kept():
    both = joined([say("The end."), "Ada", say("Well done.")])
    assert both == "The end. Ada Well done."
    assert [type(part) for part in both.parts.values()] == [Sentence, str, Sentence]


def test_a_part_that_is_missing_is_no_sentence():
    with pytest.raises(KeyError):
        say("{who} played.")
