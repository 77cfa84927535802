"""Presses that come early, late, twice, or for nothing."""

from __future__ import annotations

from companion.rules.cards import Card
from companion.sight.reading import Reading
from companion.table.placements import Button, Laid, Pressed, Zone


def clear(code):
    return Reading(((Card.parse(code), 0.99),), is_clear=True)


def test_a_press_waits_for_a_look_at_the_table_not_older_than_itself(table):
    assert table.hears(Pressed(Button.CLUE, 5.0)).told == []
    assert table.waits(until=5.1).told == ["clue"]


def test_a_press_waits_for_a_card_laid_before_it_that_is_not_settled(table):
    table.clued(8)
    table.hears(Pressed(Button.CLUE, 5.0)).waits(until=5.1, unsettled_since=4.0)
    assert table.told == []
    table.hears(Laid(1, clear("B3"), Zone.DISCARDS, 4.5)).waits(until=6.0)
    assert table.told == ["discard B3", "clue"]


def test_a_press_does_not_wait_for_a_card_laid_after_it(table):
    table.hears(Pressed(Button.CLUE, 5.0)).waits(until=6.0, unsettled_since=5.5)
    assert table.told == ["clue"]


def test_a_press_waits_no_longer_than_patience(table):
    table.hears(Pressed(Button.CLUE, 5.0)).waits(until=10.0, unsettled_since=4.5)
    assert table.told == []
    assert table.waits(until=10.6, unsettled_since=4.5).told == ["clue"]


def test_an_elbow_that_has_lain_there_for_long_keeps_no_press_waiting(table):
    table.hears(Pressed(Button.CLUE, 50.0)).waits(until=50.1, unsettled_since=4.5)
    assert table.told == ["clue"]


def test_clue_with_no_clue_left_is_declined_with_the_reason(table):
    table.clued(8).presses("clue")
    assert table.told == ["decline"]
    assert "discard a card or play one" in table.said[0]


def test_clue_right_after_a_suit_was_completed_at_a_full_supply_is_asked_about(table):
    table.given("play R1", "play R2", "play R3", "play R4").plays("R5").presses("clue")
    assert table.told == ["play R5", "clue", "ask clue-first"]
    assert table.clues == 7
    table.answers(as_="yes")
    assert table.told == ["settle 1", "undo", "undo", "clue", "play R5"]
    assert table.clues == 8
    assert table.asked == []


def test_fuse_before_the_card_makes_it_a_misplay(table):
    table.clued(2).presses("fuse").discards("B3", left=5.0)
    assert table.told == ["play B3"]
    assert table.fuses == 1


def test_fuse_before_a_card_among_the_fireworks_makes_it_a_misplay_for_good(table):
    table.presses("fuse").plays("B3", left=5.0)
    assert table.told == ["play B3"]
    assert table.presses("ok").told == ["decline"]


def test_fuse_before_a_card_that_fits_is_a_question(table):
    table.presses("fuse").plays("B1", left=5.0)
    assert table.told == ["play ?", "ask fuse-fits"]
    assert table.answers(as_="play").told == ["settle 1", "undo", "play B1"]


def test_fuse_before_an_unread_card_counts_the_fuse(table):
    table.presses("fuse").plays("?", left=5.0)
    assert table.told == ["misplay ?", "ask unread"]


def test_fuse_before_the_third_misplay_needs_no_question(table):
    table.given("play R3", "play R3").presses("fuse").plays("B5", left=5.0)
    assert table.told == ["play B5"]
    assert table.game.position.is_over


def test_a_second_fuse_takes_the_announcement_back(table):
    table.clued(2).presses("fuse").presses("fuse", at=4.0).discards("B3", left=8.0)
    assert table.told == ["discard B3"]


def test_undo_takes_the_announcement_back_and_nothing_else(table):
    table.clued(2).presses("fuse").presses("undo", at=4.0).discards("B3", left=8.0)
    assert table.told == ["discard B3"]


def test_an_announcement_is_forgotten_after_a_while(table):
    table.clued(2).presses("fuse").discards("B3", left=60.0)
    assert table.told == ["discard B3"]


def test_two_quick_presses_of_fuse_are_one(table):
    table.clued(2).discards("B3").presses("fuse", at=22.0).presses("fuse", at=23.0).discards("B4")
    assert table.told == ["discard B3", "undo", "play B3", "discard B4"]


def test_an_announced_misplay_is_not_confirmed_into_a_second_one(table):
    table.clued(2).presses("fuse").plays("B3", left=5.0).moves("B3", Zone.DISCARDS).discards("B4", left=30.0)
    assert table.told == ["play B3", "discard B4"]


def test_undo_takes_the_last_thing_back(table):
    assert table.plays("R1").presses("undo").told == ["play R1", "undo"]


def test_undo_with_nothing_left_is_declined(table):
    assert table.presses("undo").told == ["decline"]


def test_a_card_taken_back_that_still_lies_there_is_not_told_again(table):
    table.plays("R1").presses("undo").waits(30.0)
    assert table.told == ["play R1", "undo"]


def test_a_card_taken_back_leaves_without_a_word_and_can_be_laid_again(table):
    table.plays("R1").presses("undo").lifts("R1").waits(30.0).plays("R1", by="again")
    assert table.told == ["play R1", "undo", "play R1"]


def test_undo_settles_the_question_of_what_it_takes_back(table):
    assert table.plays("?").presses("undo").told == ["play ?", "ask unread", "undo", "settle 1"]


def test_ok_with_nothing_to_confirm_is_declined(table):
    assert table.presses("ok").told == ["decline"]


def test_after_the_end_presses_are_declined_and_undo_is_not(table):
    table.given("play R3", "play R3").presses("fuse").plays("B5", left=5.0)
    table.told  # noqa: B018
    assert table.presses("clue").told == ["decline"]
    assert table.presses("fuse").told == ["decline"]
    assert table.presses("undo").told == ["undo"]


def test_an_answer_to_no_question_is_declined(table):
    assert table.answers("R1", question=7).told == ["decline"]


def test_a_late_clue_between_a_card_and_its_fuse_does_not_part_them(table):
    table.clued(2).discards("B3", left=10.0).presses("clue", at=11.0).presses("fuse", at=12.0)
    assert table.told == ["discard B3", "clue", "undo", "undo", "clue", "play B3"]
    assert (table.clues, table.fuses) == (5, 1)


def test_fuse_long_after_a_clue_announces_the_next_card(table):
    table.clued(2).discards("B3", left=10.0).presses("clue", at=12.0).presses("fuse", at=20.0).discards("B4", left=21.0)
    assert table.told == ["discard B3", "clue", "play B4"]


def test_fuse_for_a_discard_whose_token_has_paid_a_clue_is_declined(table):
    table.clued(8).discards("B3", left=10.0).presses("clue", at=11.0).presses("fuse", at=12.0)
    assert table.told == ["discard B3", "clue", "decline"]
