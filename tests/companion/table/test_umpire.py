"""What the umpire makes of arrivals and presses, row by row of the house's table."""

from __future__ import annotations

from companion.rules.cards import Card
from companion.sight.reading import Reading
from companion.table.placements import Laid, Zone


def reading(text):
    return Reading(((Card.parse(text), 0.99),), is_clear=True)


def test_a_press_of_clue_is_a_clue(table):
    assert table.presses("clue").told == ["clue"]
    assert table.clues == 7


def test_a_fitting_card_among_the_fireworks_is_a_good_play_at_once(table):
    assert table.plays("R1").told == ["play R1"]
    assert table.stands.startswith("R1 ")


def test_a_card_among_the_fireworks_that_does_not_fit_is_a_misplay(table):
    assert table.plays("R3").told == ["play R3"]
    assert table.fuses == 1


def test_a_misplay_that_moves_to_the_discards_is_the_same_card(table):
    table.plays("R3").moves("R3", Zone.DISCARDS)
    assert table.told == ["play R3"]


def test_a_misplay_carried_for_so_long_that_the_tracker_gave_it_up_is_the_same_card(table):
    table.plays("R3").lifts("R3", left=21.0).discards("R3", left=26.0)
    assert [word for word in table.told if not word.startswith(("ask", "settle"))] == ["play R3"]
    assert table.open == {}


def test_a_misplay_carried_to_the_discards_and_unread_there_is_the_same_card(table):
    table.plays("R3").lifts("R3", left=26.0).discards("R2|R3", left=28.5)
    assert table.told == ["play R3"]


def test_a_card_of_which_nothing_is_read_is_not_taken_for_a_misplay_that_is_in_the_air(table):
    table.clued(2).plays("R3").lifts("R3", left=26.0).discards("?", left=28.5)
    assert table.told == ["play R3", "discard ?", "ask unread"]


def test_fuse_for_a_misplay_is_no_second_fuse(table):
    table.plays("R3").presses("fuse")
    assert table.told == ["play R3"]
    assert table.fuses == 1


def test_fuse_for_a_misplay_that_has_moved_to_the_discards_is_no_second_fuse(table):
    table.plays("R3").moves("R3", Zone.DISCARDS).presses("fuse").discards("B4")
    assert table.fuses == 1


def test_ok_confirms_a_misplay_and_then_there_is_nothing_to_confirm(table):
    assert table.plays("R3").presses("ok").told == ["play R3"]
    assert table.presses("ok").told == ["decline"]


def test_the_third_misplay_asks_before_it_counts(table):
    table.given("play R3", "play R3").plays("B5")
    assert table.told == ["ask last-fuse"]
    assert table.fuses == 2
    assert table.asked == [("last-fuse", "misplay", None)]


def test_the_third_misplay_counts_when_fuse_is_pressed(table):
    table.given("play R3", "play R3").plays("B5").presses("fuse")
    assert table.told == ["ask last-fuse", "settle 1", "play B5"]
    assert table.game.position.is_over


def test_the_third_misplay_counts_when_ok_is_pressed(table):
    table.given("play R3", "play R3").plays("B5").presses("ok")
    assert table.told == ["ask last-fuse", "settle 1", "misplay B5"]


def test_the_third_misplay_counts_when_its_card_moves_to_the_discards(table):
    table.given("play R3", "play R3").plays("B5").moves("B5", Zone.DISCARDS)
    assert table.told == ["ask last-fuse", "settle 1", "play B5"]


def test_a_third_misplay_that_nobody_confirmed_stands_as_unread_with_its_question_open(table):
    table.given("play R3", "play R3").plays("B5").presses("clue")
    assert table.told == ["ask last-fuse", "play ?", "ask last-fuse", "clue"]
    assert table.asked == [("last-fuse", "misplay", 3)]
    assert table.fuses == 2


def test_a_third_misplay_answered_later_is_mended(table):
    table.given("play R3", "play R3").plays("B5").presses("clue").answers(as_="misplay")
    assert table.told[-2:] == ["settle 1", "correct 3 B5 misplay"]
    assert table.game.position.status.value == "lost"


def test_a_third_misplay_said_to_be_none_counts_for_nothing(table):
    table.given("play R3", "play R3").plays("B5").answers(as_="none")
    assert table.told == ["ask last-fuse", "settle 1"]
    assert table.presses("clue").told == ["clue"]


def test_undo_withdraws_a_third_misplay_that_was_not_counted(table):
    table.given("play R3", "play R3").plays("B5").presses("undo")
    assert table.told == ["ask last-fuse", "settle 1"]
    assert table.fuses == 2


def test_a_third_misplay_at_the_end_of_a_recording_stands_as_unread(table):
    table.given("play R3", "play R3").plays("B5").closes()
    assert table.told == ["ask last-fuse", "play ?", "ask last-fuse"]


def test_a_card_among_the_discards_is_a_discard(table):
    assert table.clued(1).discards("B3").told == ["discard B3"]
    assert table.clues == 8


def test_fuse_turns_a_discard_into_a_misplay(table):
    table.clued(2).discards("B3").presses("fuse")
    assert table.told == ["discard B3", "undo", "play B3"]
    assert (table.clues, table.fuses) == (6, 1)


def test_fuse_for_a_discarded_card_that_fits_is_a_question(table):
    table.clued(2).discards("B1").presses("fuse")
    assert table.told == ["discard B1", "ask fuse-fits"]
    assert table.asked == [("fuse-fits", "discard", 3)]


def test_such_a_card_said_to_be_a_play_is_told_anew(table):
    table.clued(2).discards("B1").presses("fuse").answers(as_="play")
    assert table.told == ["discard B1", "ask fuse-fits", "settle 1", "undo", "play B1"]
    assert table.clues == 6


def test_such_a_card_said_to_be_a_misplay_is_declined_and_stays_a_question(table):
    table.clued(2).discards("B1").presses("fuse").answers(as_="misplay")
    assert table.told == ["discard B1", "ask fuse-fits", "decline"]


def test_fuse_after_a_good_play_is_a_question(table):
    table.plays("R1").presses("fuse")
    assert table.told == ["play R1", "ask fuse-fits"]
    assert table.presses("ok").told == ["settle 1"]


def test_fuse_long_after_a_good_play_announces_the_next_card(table):
    table.clued(1).plays("R1").presses("fuse", at=40.0).discards("B3", left=42.0)
    assert table.told == ["play R1", "play B3"]
    assert table.fuses == 1


def test_a_card_of_which_every_copy_is_accounted_for_is_a_question(table):
    table.given("play R1", "clue", "discard R1", "clue", "discard R1").plays("R1")
    assert table.told == ["play ?", "ask impossible"]
    assert table.open[1].guesses == ()


def test_a_full_supply_of_a_table_without_tokens_for_discards_takes_a_discard(new_table):
    table = new_table(no_token=True).discards("B3")
    assert table.told == ["discard B3"]


def test_a_card_laid_outside_both_places_is_told_and_counts_when_it_comes_in(table):
    table.lays("R1", Zone.ELSEWHERE)
    assert table.told == ["warn unknown-object"]
    table.moves("R1", Zone.FIREWORKS).waits(1.0)
    assert table.told == ["calm unknown-object", "play R1"]


def test_the_deck_place_empty_while_cards_are_counted_is_told_once_and_calmed(table):
    table.lays("?", Zone.DECK, by="deck").lifts("deck", left=25.0).waits(10.0).waits(10.0)
    assert table.told == ["warn count-mismatch"]
    assert table.lays("?", Zone.DECK, by="deck again").told == ["calm count-mismatch"]


# two at once


def test_two_cards_laid_at_once_whose_order_does_not_matter_are_counted_quietly(table):
    table.waits(until=9.9).waits(until=10.2, unsettled_since=9.5)
    table.lays("R1", Zone.FIREWORKS, left=10.0).lays("B1", Zone.FIREWORKS, left=10.2)
    assert table.told == ["play R1", "play B1"]


def test_of_two_cards_laid_at_once_the_fitting_one_is_first_and_that_is_told(table):
    table.umpire.hear(Laid(1, reading("R2"), Zone.FIREWORKS, 10.0))
    table.hears(Laid(2, reading("R1"), Zone.FIREWORKS, 10.2))
    assert table.told == ["play R1", "warn count-mismatch", "play R2"]


def test_of_two_cards_laid_at_once_the_lower_one_is_first_without_a_word(table):
    table.umpire.hear(Laid(2, reading("R2"), Zone.FIREWORKS, 10.0, covers=(1,)))
    table.hears(Laid(1, reading("R1"), Zone.FIREWORKS, 10.1))
    assert table.told == ["play R1", "play R2"]


def test_cards_are_told_in_the_order_in_which_hands_left(table):
    table.waits(until=10.5, unsettled_since=9.0)
    table.umpire.hear(Laid(2, reading("R2"), Zone.FIREWORKS, 10.0))
    assert table.hears(Laid(1, reading("R1"), Zone.FIREWORKS, 9.0)).told == []
    assert table.waits(until=11.0).told == ["play R1", "play R2"]


def test_a_card_waits_no_longer_than_patience_for_a_place_that_never_settles(table):
    table.waits(until=10.5, unsettled_since=9.0)
    table.umpire.hear(Laid(2, reading("R1"), Zone.FIREWORKS, 10.0))
    assert table.waits(until=12.5, unsettled_since=9.0).told == []
    assert table.waits(until=13.1, unsettled_since=9.0).told == ["play R1"]


# after the end


def test_after_the_end_cards_leave_without_a_word_and_new_ones_are_told_of_once(table):
    table.plays("R3").presses("fuse").plays("R4").presses("fuse").plays("B5").presses("fuse")
    assert table.game.position.is_over
    assert table.told[-1] == "play B5"
    table.lifts("R3").lifts("R4").lifts("B5").waits(30.0)
    assert table.told == []
    table.plays("G1").discards("G2")
    assert table.told == ["warn count-mismatch"]
