"""Alarms: the contract's names, a sentence with the mend for each case, and how long they last."""

from __future__ import annotations

import pytest

from companion.evening.alarms import SENTENCES, Alarms, name_of, sentence_of

CONTRACT = {
    "mat-lost",
    "camera-moved",
    "too-dark",
    "glare",
    "out-of-focus",
    "hands-still-there",
    "unknown-object",
    "count-mismatch",
}


def test_every_alarm_of_the_contract_has_its_sentence_and_every_case_one_of_its_names():
    assert {name_of(word) for word in SENTENCES} == CONTRACT
    assert set(SENTENCES) >= CONTRACT


@pytest.mark.parametrize("word", [word for word in SENTENCES if ":" in word])
def test_what_comes_after_the_colon_has_a_sentence_of_its_own(word):
    assert sentence_of(word) != sentence_of(name_of(word))
    assert sentence_of(word)[0].isupper()
    assert sentence_of(word).endswith(".")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("glare:at the right", "mirrored on the table at the right:"),
        ("glare", "mirrored on the table:"),
        ("unknown-object:other-deck:tin", "aren't the deck tin:"),
        ("unknown-object:swapped", "Red and blue are swapped"),
        ("mat-lost:mirrored", "The picture is mirrored"),
    ],
)
def test_the_sentence_says_where_and_which(word, says):
    assert says in sentence_of(word)


def test_seen_alarms_are_shown_by_their_name_and_sentence_and_end_when_they_are_over():
    alarms = Alarms()
    alarms.seen(("glare:at the right", "too-dark"), 5.0)
    alarms.seen(("glare:at the right",), 6.0)
    [shown] = alarms.shown
    assert (shown.what, shown.since) == ("glare", 5.0)
    assert shown.say == sentence_of("glare:at the right")


def test_what_is_amiss_with_the_machine_lasts_until_it_is_well_again():
    alarms = Alarms()
    alarms.note_machine("power", "The supply's voltage is too low.", 100.0)
    alarms.seen((), 101.0)
    alarms.note_machine("power", "The supply's voltage is too low.", 102.0)
    assert [(alarm.what, alarm.since) for alarm in alarms.shown] == [("power", 100.0)]
    alarms.note_machine("power", None, 103.0)
    assert alarms.shown == ()
