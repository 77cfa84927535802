"""A discard with every clue available: a press that comes late, a misplay, or a question."""

from __future__ import annotations


def test_it_waits_for_a_late_press_of_clue_and_is_a_discard_after_it(table):
    assert table.discards("B3", left=10.0).told == []
    table.presses("clue", at=13.0)
    assert table.told == ["clue", "discard B3"]
    assert table.clues == 8


def test_a_late_clue_is_counted_even_when_the_next_card_is_laid_before_the_press(table):
    table.discards("B3", left=10.0).plays("R1", left=12.0)
    assert table.told == []
    assert table.presses("clue", at=13.0).told == ["clue", "discard B3", "play R1"]


def test_it_is_a_misplay_when_fuse_comes_late(table):
    table.discards("B3", left=10.0).presses("fuse", at=12.0)
    assert table.told == ["play B3"]
    assert table.fuses == 1


def test_a_fitting_card_is_asked_about_when_fuse_comes_late(table):
    table.discards("B1", left=10.0).presses("fuse", at=12.0)
    assert table.told == ["play ?", "ask fuse-fits"]


def test_it_asks_when_patience_is_over_and_counts_turn_and_draw_alone(table):
    table.discards("B3", left=10.0).waits(until=13.6)
    assert table.told == ["play ?", "ask full"]
    assert (table.clues, table.fuses, table.game.position.deck) == (8, 0, 34)
    assert table.asked == [("full", "discard", 1)]


def test_ok_says_that_a_clue_was_forgotten(table):
    table.discards("B3", left=10.0).waits(until=13.6).presses("ok", at=20.0)
    assert table.told == ["play ?", "ask full", "settle 1", "undo", "clue", "discard B3"]


def test_ok_pressed_before_the_question_is_asked_says_nothing(table):
    table.discards("B3", left=10.0).presses("ok", at=12.0).waits(until=13.6)
    assert table.told == ["play ?", "ask full", "decline"]


def test_an_answer_says_that_it_was_a_misplay(table):
    table.discards("B3", left=10.0).waits(until=13.6).answers(as_="misplay")
    assert table.told == ["play ?", "ask full", "settle 1", "undo", "misplay B3"]
    assert table.fuses == 1


def test_a_press_of_clue_soon_after_the_question_answers_it(table):
    table.discards("B3", left=10.0).waits(until=13.6).presses("clue", at=16.0)
    assert table.told == ["play ?", "ask full", "settle 1", "undo", "clue", "discard B3"]


def test_a_press_of_clue_long_after_the_question_is_a_clue_of_its_own(table):
    table.discards("B3", left=10.0).waits(until=13.6).presses("clue", at=30.0)
    assert table.told == ["play ?", "ask full", "clue"]


def test_an_answer_after_other_actions_mends_the_history_and_puts_the_clue_before(table):
    table.discards("B3", left=10.0).waits(until=13.6).plays("R1", left=30.0).presses("clue", at=50.0)
    table.answers(as_="discard")
    assert table.told[-2:] == ["settle 1", "correct 1 B3 discard after clue"]
    assert table.history == ["ClueGiven ", "CardDiscarded B3", "CardPlayed R1", "ClueGiven "]


def test_after_such_an_answer_later_events_are_still_known_by_their_new_numbers(table):
    table.discards("B3", left=10.0).waits(until=13.6).plays("R1|B1", left=30.0).answers(as_="discard", question=1)
    table.told  # noqa: B018
    assert table.asked == [("unread", "R1", 3)]
    table.answers("R1")
    assert table.history == ["ClueGiven ", "CardDiscarded B3", "CardPlayed R1"]


def test_undo_during_the_wait_takes_the_card_back(table):
    table.discards("B3", left=10.0).presses("undo", at=11.0)
    assert table.told == ["play ?", "ask full", "undo", "settle 1"]


def test_an_unread_card_is_asked_about_too_and_named_by_the_answer(table):
    table.discards("B3|B4", left=10.0).waits(until=13.6)
    assert table.told == ["play ?", "ask full"]
    table.answers("B3")
    assert table.told == ["settle 1", "undo", "clue", "discard B3"]


def test_an_unread_card_after_a_late_clue_is_an_unread_discard(table):
    table.discards("B3|B4", left=10.0).presses("clue", at=12.0)
    assert table.told == ["clue", "discard ?", "ask unread"]


def test_reading_it_later_names_it_but_not_what_it_was(table):
    table.discards("?", left=10.0, by="it").waits(until=13.6).reads("it", "B3")
    assert table.told == ["play ?", "ask full", "ask full"]
    assert table.asked == [("full", "discard", 1)]


def test_two_late_clues_are_both_counted(table):
    table.discards("B3", left=10.0).presses("clue", at=12.0).presses("clue", at=13.0)
    assert table.told == ["clue", "discard B3", "clue"]


def test_at_the_end_of_a_recording_it_does_not_wait(table):
    table.discards("B3", left=10.0).closes()
    assert table.told == ["play ?", "ask full"]
