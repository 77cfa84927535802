"""Sentences that remember how they were made."""

import json

import pytest

from companion.errors import Refused
from companion.sentences import Capital, Sentence, counted, joined, listed, one_of, say, say_number


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


@pytest.mark.parametrize(
    ("things", "several", "either"),
    [
        (["R1"], "R1", "R1"),
        (["R1", "R2"], "R1 and R2", "R1 or R2"),
        (["R1", "R2", "R3"], "R1, R2 and R3", "R1, R2 or R3"),
    ],
)
def test_several_things_are_counted_up(things, several, either):
    assert (listed(things), one_of(things)) == (several, either)


def test_a_thing_has_a_word_for_so_many_of_it():
    clock = say_number("Clock", "Clocks", 1)
    assert (clock, counted(clock, 8), counted(counted(clock, 8), 1)) == ("Clock", "Clocks", "Clock")


def test_words_become_a_beginning_and_stay_a_sentence():
    said = Capital(say("{card}?", card=say("red 2")))
    assert said == "Red 2?"
    assert isinstance(said.parts["said"], Sentence)
