"""The life of a table: games begin and end, the mat is cleared, cards lie there at the start."""

from __future__ import annotations

import pytest

from companion.errors import Refused, Unreadable
from companion.journal.memory import MemoryJournal
from companion.messages import Answer, NewGame, Press
from companion.ports import SavedGame
from companion.rules.cards import Card
from companion.rules.commands import Play, Stop
from companion.rules.script import read_script
from companion.rules.setup import Setup
from companion.table.placements import Button


def remembered(script: str) -> MemoryJournal:
    """A journal in which this was played by three."""
    return MemoryJournal(SavedGame(1, Setup(3), read_script(script)), starts=2)


# beginning


def test_the_first_card_on_an_empty_mat_begins_a_game(table):
    assert table.page["game"] is None
    table.lays("R1")
    assert table.page["game"] == 1
    assert table.history == ["play R1"]


def test_the_first_clue_on_an_empty_mat_begins_a_game(table):
    table.presses("clue").waits(1)
    assert table.history == ["clue"]


def test_a_table_without_a_plan_waits_for_a_wish(new_table):
    table = new_table().finds().lays("R1").presses("clue").waits(1)
    assert table.page["game"] is None
    assert "start one" in table.page["notice"]
    table.gets(NewGame(Setup(2, ("Ann", "Bo"))))
    assert table.page["names"] == ["Ann", "Bo"]


def test_undo_without_a_game_is_refused(table):
    table.presses("undo")
    assert table.panel.refusals == 1


def test_a_new_game_is_refused_while_one_is_on_unless_it_is_meant(table):
    table.lays("R1")
    with pytest.raises(Refused, match="A game is on"):
        table.gets(NewGame(Setup(4)))
    assert table.gets(NewGame(Setup(4), even_if_playing=True)).page["game"] == 2


def test_a_game_in_which_nothing_happened_is_replaced_at_once(table):
    table.gets(NewGame(Setup(2)))
    assert table.gets(NewGame(Setup(5))).page["game"] == 2


def test_cards_of_the_game_before_are_no_events_of_the_next(table):
    table.lays("R1", "Y1")
    table.gets(NewGame(Setup(4), even_if_playing=True))
    table.clears()
    assert table.history == []
    assert table.alarms == {}
    table.lays("G1")
    assert table.history == ["play G1"]


# asked for with the button


def test_ok_held_asks_and_ok_says_yes_once_the_mat_is_empty(table):
    table.lays("R1").presses("ok", held=True)
    assert "Start a new game?" in table.questions[0]["say"]
    table.presses("ok")
    assert table.page["game"] == 1
    assert "clear-the-mat" in table.alarms
    table.clears()
    assert table.page["game"] == 2
    assert table.alarms == {}
    assert table.questions == []


def test_ok_is_held_on_a_page_too(table):
    table.lays("R1").gets(Press(Button.OK, held=True))
    assert "Start a new game?" in table.questions[0]["say"]


def test_while_the_mat_is_being_cleared_presses_are_refused(table):
    table.lays("R1").presses("ok", held=True).presses("ok").presses("clue")
    assert table.panel.refusals == 1
    assert "Clear the mat" in table.page["notice"]


def test_clearing_can_be_called_off(table):
    table.lays("R1").presses("ok", held=True).presses("ok").presses("ok", held=True)
    table.answers(as_="none")
    assert table.alarms == {}
    table.presses("clue").waits(1)
    assert table.history == ["play R1", "clue"]


def test_a_no_changes_nothing(table):
    table.lays("R1").presses("ok", held=True)
    table.answers(as_="none")
    assert table.questions == []
    assert table.page["game"] == 1


def test_without_a_camera_yes_begins_at_once(new_table):
    table = new_table(Setup(3)).presses("clue").presses("ok", held=True).presses("ok")
    assert table.page["game"] == 2
    assert table.history == []


def test_an_answer_that_is_none_of_its_words_is_unreadable(table):
    table.lays("R1").presses("ok", held=True)
    with pytest.raises(Unreadable, match="no answer"):
        table.answers(as_="discard")


def test_yes_without_knowing_who_plays_is_refused(new_table):
    table = new_table().presses("ok", held=True).presses("ok")
    assert table.panel.refusals == 1
    assert "who plays" in table.page["notice"]


# after the end


def test_clearing_the_mat_after_the_end_is_no_event_and_the_next_card_begins_the_next_game(table):
    table.lays("R1", "Y1")
    table.gets(Stop())
    table.clears()
    assert table.page["game"] == 1
    assert table.page["status"] == "stopped"
    assert table.alarms == {}
    table.lays("G1")
    assert table.page["game"] == 2
    assert table.history == ["play G1"]


def test_a_card_laid_before_the_mat_is_cleared_begins_no_game(table):
    table.lays("R1")
    table.gets(Stop())
    table.lays("Y1")
    assert table.page["game"] == 1
    assert "over" in table.alarms["count-mismatch"]


def test_an_end_taken_back_goes_on(table):
    table.lays("R1")
    table.gets(Stop())
    table.presses("undo").waits(1).lays("Y1")
    assert table.history == ["play R1", "play Y1"]


# cards lie there at the start


def test_a_restart_with_the_same_cards_goes_on_without_a_word(new_table):
    table = new_table(Setup(3), remembered("R1 clue -B3 R2")).finds("R2", "-B3")
    assert table.questions == []
    assert table.alarms == {}
    assert table.page["stacks"]["R"] == 2
    table.lays("R3")
    assert table.history == ["play R1", "clue", "discard B3", "play R2", "play R3"]


def test_lamps_come_up_as_they_were(new_table):
    assert new_table(Setup(3), remembered("R1 clue clue")).lamps.clues == 6


def test_a_card_under_the_top_of_its_pile_is_no_arrival_when_it_is_seen(new_table):
    table = new_table(Setup(3), remembered("R1 R2")).finds("R2")
    top = table.where("R2")
    table.sees(table.brings("R1", left_at=table.now, at=top)).waits(3)
    assert table.history == ["play R1", "play R2"]
    assert table.questions == []


def test_cards_that_differ_are_named_until_they_are_put_right(new_table):
    table = new_table(Setup(3), remembered("R1 Y1 G1 clue -B3")).finds("R1", "G1", "-B3", "-W4", "-W2")
    assert "W4 and W2 on the table, not counted" in table.alarms["count-mismatch"]
    assert "Y1 counted, not among the fireworks" in table.alarms["count-mismatch"]
    table.lifts("-W4", "-W2")
    assert "W4" not in table.alarms["count-mismatch"]
    table.lays("Y1")
    assert table.alarms == {}
    assert table.history == ["play R1", "play Y1", "play G1", "clue", "discard B3"]


def test_what_differs_later_is_not_told_as_if_it_had_lain_there(new_table):
    table = new_table(Setup(3), remembered("R1")).finds("R1", "-W4", "-W2")
    table.presses("clue").waits(1).lays("-B4")
    assert table.history == ["play R1", "clue", "discard B4"]
    assert "B4" not in table.alarms["count-mismatch"]


def test_a_single_card_more_is_asked_about_and_a_yes_counts_it(new_table):
    table = new_table(Setup(3), remembered("R1 clue")).finds("R1", "R2")
    assert table.questions[0]["guesses"] == {"play": 0.9}
    table.presses("ok")
    assert table.history == ["play R1", "clue", "play R2"]
    assert table.questions == []
    assert table.alarms == {}


def test_a_single_card_more_that_was_nothing_stays_told(new_table):
    table = new_table(Setup(3), remembered("R1 clue")).finds("R1", "-G4")
    table.answers(as_="none")
    assert table.history == ["play R1", "clue"]
    assert "G4" in table.alarms["count-mismatch"]


def test_a_table_that_cannot_be_read_at_first_is_not_taken_for_empty(new_table):
    table = new_table(Setup(3), remembered("R1 Y1 clue -B3")).finds()
    assert table.questions == []
    assert table.alarms == {}
    table.lays("R2")
    assert table.history[-1] == "play R2"


def test_switched_on_in_the_middle_a_yes_adopts_what_lies_there(new_table):
    table = new_table(Setup(3)).finds("R1", "R2", "Y1", "-B3", "-B3")
    assert table.page["game"] is None
    assert "begin in the middle" in table.questions[0]["say"]
    table.presses("ok")
    assert table.page["stacks"] == {"R": 2, "Y": 1, "G": 0, "B": 0, "W": 0}
    assert table.page["discards"] == {"B3": 2}
    table.lays("R3")
    assert table.page["stacks"]["R"] == 3


def test_a_no_leaves_the_table_without_a_game_until_it_is_empty(new_table):
    table = new_table(Setup(3)).finds("R1")
    table.answers(as_="none")
    assert table.questions == []
    table.lays("Y1")
    assert table.page["game"] is None
    table.clears().lays("G1")
    assert table.history == ["play G1"]


def test_a_game_wished_over_lying_cards_asks_whether_they_count(new_table):
    table = new_table().finds("R1")
    assert table.questions == []
    table.gets(NewGame(Setup(2)))
    table.answers()
    assert table.page["stacks"]["R"] == 1


def test_what_cannot_be_adopted_is_refused_and_changes_nothing(new_table):
    table = new_table(Setup(3)).finds("-R5", "-R5")
    with pytest.raises(Refused):
        table.gets(Answer(table.questions[0]["id"]))
    assert table.page["game"] is None


def test_after_the_end_cards_lying_at_the_start_are_nothing(new_table):
    table = new_table(Setup(3), remembered("R1 stop")).finds("R1")
    assert table.questions == []
    table.clears().lays("Y1")
    assert table.page["game"] == 2


def test_the_journal_has_a_game_before_it_has_its_first_entry(table):
    table.lays("R1")
    assert table.journal.games == [SavedGame(1, Setup(3), (Play(Card.parse("R1")),))]
