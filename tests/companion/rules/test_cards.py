"""A face is read generously and written one way."""

import pytest

from companion.errors import Unreadable
from companion.rules.cards import RANKS, Card, Suit, parse_card, write_card


@pytest.mark.parametrize("text", ["R1", "r1", "red-1", "red 1", "red1", "RED_1", " R1 "])
def test_a_card_is_read_in_every_usual_spelling(text):
    assert Card.parse(text) == Card(Suit.RED, 1)


@pytest.mark.parametrize(
    ("text", "right"), [("black-5", "K5"), ("rainbow 2", "M2"), ("multicolour-3", "M3"), ("w4", "W4")]
)
def test_a_card_is_always_written_by_its_short_code(text, right):
    assert str(Card.parse(text)) == right


@pytest.mark.parametrize("text", ["", "R", "1R", "R6", "R0", "R12", "X1", "R1 R2", "R-", "?", "R\N{SUPERSCRIPT ONE}"])
def test_what_is_no_card_is_unreadable(text):
    with pytest.raises(Unreadable):
        Card.parse(text)


@pytest.mark.parametrize("rank", [0, 6, -1])
def test_no_card_has_a_rank_outside_1_to_5(rank):
    with pytest.raises(Unreadable, match="ranks run from 1 to 5"):
        Card(Suit.RED, rank)


def test_parse_and_str_are_inverse_for_all_35_faces():
    faces = [Card(suit, rank) for suit in Suit for rank in RANKS]
    assert [Card.parse(str(card)) for card in faces] == faces


def test_the_unread_card_is_a_question_mark():
    assert (parse_card("?"), write_card(None)) == (None, "?")
    assert (parse_card("b2"), write_card(Card(Suit.BLUE, 2))) == (Card(Suit.BLUE, 2), "B2")


def test_suits_have_a_letter_and_an_english_name():
    assert [(suit.letter, suit.english) for suit in Suit] == [
        ("R", "red"),
        ("Y", "yellow"),
        ("G", "green"),
        ("B", "blue"),
        ("W", "white"),
        ("M", "rainbow"),
        ("K", "black"),
    ]


def test_an_unknown_suit_is_named_in_the_error():
    with pytest.raises(Unreadable, match="'purple' is no suit"):
        Suit.parse("purple")
