"""What a look says about a card: a name only where it is clear."""

from __future__ import annotations

from companion.rules.cards import Card
from companion.sight.reading import UNREAD, Reading

R1, R2 = Card.parse("R1"), Card.parse("R2")


def test_a_clear_reading_names_its_card():
    assert Reading(((R1, 0.99),), is_clear=True).card == R1


def test_an_unclear_reading_names_none_however_probable():
    reading = Reading(((R1, 0.9), (R2, 0.05)))
    assert reading.card is None
    assert reading.confidence == 0.9


def test_nothing_read_is_no_card_and_no_confidence():
    assert UNREAD.card is None
    assert UNREAD.confidence == 0.0
    assert Reading(is_clear=True).card is None
