"""An evening: sightings, presses and wishes become a game, a page and lamps."""

from __future__ import annotations

import pytest

from companion.errors import Refused, Unreadable
from companion.journal.memory import MemoryJournal
from companion.messages import Answer, DeviceState, NewGame, Press, Stop, Wish
from companion.ports import Lamps
from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play, Undo
from companion.rules.setup import Setup
from companion.sight.sighting import PlaceSeen
from companion.table.placements import Button


def test_a_card_laid_changes_page_and_journal(table):
    table.lays("R1")
    assert table.history == ["play R1"]
    assert table.page["stacks"]["R"] == 1
    assert table.journal.games[0].log == (Play(Card.parse("R1")),)


def test_a_press_changes_lamps_and_page(table):
    table.presses("clue").waits(1)
    assert table.lamps == Lamps(clues=7)
    assert table.page["clues"] == 7


def test_a_press_on_the_page_is_answered_with_the_state_after_it(table):
    table.lays("R1")
    press = table.wishes(Press(Button.CLUE))
    assert not press.reply.done()  # nobody has looked at the table since
    table.waits(1)
    assert press.reply.result(0).page["clues"] == 7


def test_a_press_waits_for_a_card_laid_before_it(table):
    table.presses("clue").waits(1)
    began = left_at = table.now
    table.sees(since=began).presses("clue").sees(since=began)
    assert table.history == ["clue"]
    table.sees(table.brings("-B3", left_at=left_at)).waits(3)
    assert table.history == ["clue", "discard B3", "clue"]


def test_a_refused_press_of_the_panel_blinks_and_is_told_for_some_seconds(table):
    table.lays("R1")
    for _ in range(9):
        table.presses("clue").waits(1)
    assert table.panel.refusals == 1
    assert table.page["notice"] == "No Clock is left: discard a card or play one."
    table.ticks(7)
    assert table.page["notice"] is None


def test_a_refused_press_on_the_page_is_told_to_that_phone_alone(table):
    table.lays("R1")
    press = table.wishes(Press(Button.OK))
    table.waits(1)
    with pytest.raises(Refused):
        press.reply.result(0)
    assert table.panel.refusals == 0
    assert table.page["notice"] is None


def test_a_wish_is_carried_out_at_once(table):
    table.gets(NewGame(Setup(4)))
    assert table.gets(Play(Card.parse("G1"))).page["stacks"]["G"] == 1


def test_a_wish_that_the_rules_refuse_changes_nothing(table):
    table.gets(NewGame(Setup(4)))
    before = table.session.latest
    with pytest.raises(Refused, match="no discard"):
        table.gets(Discard(Card.parse("G1")))
    assert table.session.latest is before


def test_a_wish_nobody_waits_for_any_more_is_left_alone(table):
    wish = Wish(NewGame(Setup(2)), 1.0)
    wish.reply.cancel()
    table.hears(wish)
    assert table.page["game"] is None


def test_an_unread_card_is_asked_and_its_answer_mends_the_game(table):
    table.lays("?")
    assert table.lamps.asks
    assert table.page["unknown"] == 1
    table.answers(card="R1", as_="play")
    assert table.page["stacks"]["R"] == 1
    assert table.questions == []
    assert not table.lamps.asks


def test_an_answer_that_is_no_card_is_unreadable(table):
    table.lays("?")
    with pytest.raises(Unreadable):
        table.answers(card="Q9")
    with pytest.raises(Unreadable, match="choose from"):
        table.answers(as_="sold")
    assert len(table.questions) == 1


def test_an_answer_without_a_word_takes_the_first_guess_where_there_is_one(table):
    table.lays("?")
    with pytest.raises(Refused, match="no guess"):
        table.answers()
    table.answers(card="R1")
    table.lays("-B3")  # all tokens are there: a clue that nobody pressed?
    table.waits(5)
    assert next(iter(table.questions[0]["guesses"])) == "discard"
    table.answers()
    assert table.history == ["play R1", "clue", "discard B3"]


def test_an_old_number_answers_no_new_question(table):
    table.lays("?")
    number = table.questions[0]["id"]
    table.answers(card="R1")
    table.gets(NewGame(Setup(3), even_if_playing=True))
    table.clears().lays("?")
    assert table.questions[0]["id"] != number
    with pytest.raises(Refused, match="no longer open"):
        table.gets(Answer(number, "R1"))


def test_question_numbers_go_on_after_a_restart(new_table):
    numbers = [
        new_table(Setup(3), MemoryJournal(starts=starts)).finds().lays("?").questions[0]["id"] for starts in (1, 2)
    ]
    assert numbers[0] < numbers[1]


def test_the_umpire_sees_what_a_page_takes_back(table):
    table.lays("R1")
    table.gets(Undo())
    assert table.history == []
    table.lays("Y1")
    assert table.history == ["play Y1"]


def test_alarms_of_the_camera_last_as_long_as_it_complains(table):
    table.sees(alarms=("too-dark",))
    assert "light" in table.alarms["too-dark"]
    table.sees()
    assert table.alarms == {}


def test_an_odd_thing_is_told_for_a_while(table):
    table.sees(PlaceSeen(1.0, odd=((0, 0), (1, 0), (1, 1), (0, 1))))
    assert "unknown-object" in table.alarms
    table.ticks(40)
    assert table.alarms == {}


def test_a_camera_that_is_down_is_told_and_buttons_go_on(table):
    table.lays("R1")
    table.hears(DeviceState("camera", "down", "No picture comes.", table.now))
    assert table.page["camera"] == {"state": "down", "say": "No picture comes."}
    table.presses("clue").ticks(3).ticks(7)
    assert table.page["clues"] == 7


def test_without_any_camera_a_clue_begins_the_game(new_table):
    table = new_table(Setup(3)).presses("clue").ticks(7)
    assert table.page["clues"] == 7


def test_what_waits_is_decided_when_a_recording_ends(table):
    table.lays("R1")
    table.sees(table.brings("Y1", left_at=table.now), since=table.now - 1)
    assert table.history == ["play R1"]
    table.hears(DeviceState("camera", "ended", "", table.now))
    assert table.history == ["play R1", "play Y1"]


def test_nothing_is_told_twice(table):
    table.lays("R1")
    told = len(table.told)
    table.waits(3).ticks(1).ticks(5)
    assert len(table.told) == told


def test_versions_grow_by_one(table):
    table.lays("R1").presses("clue").waits(1)
    versions = [snapshot.version for snapshot in table.told]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_the_panels_ok_is_noted_for_the_pin(table):
    table.presses("ok")
    assert table.oks == 1


def test_after_something_broke_the_game_stands_and_goes_on(table):
    table.lays("R1")
    table.evening.recover()
    table.lays("Y1")
    assert table.history == ["play R1", "play Y1"]


def test_by_hand_sight_is_left_out_and_presses_count(table):
    table.lays("R1")
    table.evening.go_on_by_hand("Sight is left out.")
    table.lays("Y1").presses("clue").ticks(3).ticks(7)
    assert table.alarms == {"manual-mode": "Sight is left out."}
    assert table.history == ["play R1", "clue"]


def test_closing_turns_lamps_off_and_closes_the_journal(table):
    table.hears(Stop())
    table.evening.close()
    assert table.panel.is_closed
    assert table.journal.is_closed


def test_what_was_wrong_with_the_journal_is_told_until_the_next_game(new_table):
    journal = MemoryJournal()
    journal.remarks = ("The journal was cut.",)
    table = new_table(Setup(3), journal)
    assert table.alarms == {"journal": "The journal was cut."}
    table.gets(NewGame(Setup(3)))
    assert table.alarms == {}


def test_not_saving_is_told_and_called_off(table):
    table.gets(NewGame(Setup(3)))
    table.journal.trouble = "The disk is full."
    table.gets(GiveClue())
    assert table.alarms == {"not-saving": "The disk is full."}
    table.journal.trouble = None
    table.ticks(3)
    assert table.alarms == {}


def test_trouble_with_the_machine_is_an_alarm_for_as_long_as_it_lasts(table):
    table.hears(DeviceState("power", "down", "The supply's voltage is too low.", table.now))
    (alarm,) = table.page["alarms"]
    assert (alarm["what"], alarm["say"]) == ("power", "The supply's voltage is too low.")
    table.hears(DeviceState("power", "up", "", table.now))
    assert table.page["alarms"] == []
