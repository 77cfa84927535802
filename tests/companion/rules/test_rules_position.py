"""What the public position answers."""

from companion.rules.cards import Card, Suit
from companion.rules.position import dealt_evenly, starting
from companion.rules.script import played
from companion.rules.setup import Setup


def test_a_game_starts_with_8_clues_no_mistake_and_full_hands():
    position = starting(Setup(4, starter=2))
    assert (position.clues, position.fuses, position.deck, position.hands) == (8, 0, 34, (4, 4, 4, 4))
    assert (position.player, position.turn, position.turns_left) == (2, 1, None)
    assert set(position.stacks.values()) == {0}


def test_the_next_rank_fits_and_no_other():
    position = played(Setup(3), "R1").position
    fitting = [str(Card(Suit.RED, rank)) for rank in (1, 2, 3) if position.fits(Card(Suit.RED, rank))]
    assert fitting == ["R2"]


def test_black_starts_with_its_5():
    position = starting(Setup(3, variants=("black",)))
    assert position.fits(Card.parse("K5"))
    assert not position.fits(Card.parse("K1"))


def test_a_card_of_a_suit_that_is_not_played_neither_fits_nor_lies_nor_is_left():
    position = starting(Setup(3))
    rainbow = Card.parse("M1")
    assert not position.fits(rainbow)
    assert not position.is_played(rainbow)
    assert position.left(rainbow) == 0


def test_copies_left_count_down_by_pile_and_discards():
    position = played(Setup(3), "R1 clue -R1").position
    assert position.left(Card.parse("R1")) == 1
    assert position.is_played(Card.parse("R1"))


def test_a_card_is_lost_when_all_its_copies_are_discarded_but_not_when_one_is_played():
    position = played(Setup(3), lying="R1 / R1 R1 W5 B2").position
    assert [position.is_lost(Card.parse(text)) for text in ("R1", "W5", "B2")] == [False, True, False]


def test_hands_dealt_evenly_give_one_more_to_who_is_in_turn_soonest():
    assert dealt_evenly(8, 3, first=2) == (3, 2, 3)
    assert dealt_evenly(-4, 2, first=0) == (0, 0)


def test_a_complete_table_is_complete():
    assert played(Setup(3), lying="R5 Y5 G5 B5 W5").position.is_complete
    assert not played(Setup(3), lying="R5 Y5 G5 B5 W4").position.is_complete
