"""Cards that move to another zone, or leave the table."""

from __future__ import annotations

from companion.table.placements import Zone


def test_a_card_lifted_at_once_is_asked_about(table):
    table.plays("R1").lifts("R1", left=22.0)
    assert table.told == ["play R1", "ask taken-back"]
    assert table.asked == [("taken-back", "none", 1)]


def test_ok_takes_such_a_card_back(table):
    table.plays("R1").lifts("R1", left=22.0).presses("ok")
    assert table.told == ["play R1", "ask taken-back", "settle 1", "undo"]


def test_such_a_card_may_be_said_to_count(table):
    table.plays("R1").lifts("R1", left=22.0).answers(as_="play").waits(30.0)
    assert table.told == ["play R1", "ask taken-back", "settle 1"]


def test_such_a_card_that_comes_back_settles_the_question(table):
    table.plays("R1").lifts("R1", left=22.0).plays("R1", left=25.0)
    assert table.told == ["play R1", "ask taken-back", "settle 1"]


def test_the_next_action_settles_it_and_the_missing_card_is_told(table):
    table.plays("R1").lifts("R1", left=22.0).plays("B1", left=26.0).waits(10.0)
    assert table.told == ["play R1", "ask taken-back", "play B1", "settle 1", "warn count-mismatch"]


def test_a_card_set_down_again_at_once_is_no_event(table):
    table.plays("R1").moves("R1", Zone.FIREWORKS)
    assert table.told == ["play R1"]


def test_a_card_lifted_later_is_told_once_and_calmed_when_it_is_back(table):
    table.plays("R1").presses("clue").lifts("R1", left=40.0).waits(10.0).waits(10.0)
    assert table.told == ["play R1", "clue", "warn count-mismatch"]
    assert table.plays("R1", by="again").told == ["calm count-mismatch"]


def test_a_good_play_pushed_to_the_discards_is_asked_about(table):
    table.clued(2).plays("R1").moves("R1", Zone.DISCARDS)
    assert table.told == ["play R1", "ask moved"]
    assert table.presses("ok").told == ["settle 1", "undo", "discard R1"]


def test_it_settles_the_question_to_push_it_back(table):
    table.clued(2).plays("R1").moves("R1", Zone.DISCARDS).moves("R1", Zone.FIREWORKS)
    assert table.told == ["play R1", "ask moved", "settle 1"]


def test_a_discard_pushed_to_the_fireworks_is_asked_about(table):
    table.clued(2).discards("R1").moves("R1", Zone.FIREWORKS).presses("ok")
    assert table.told == ["discard R1", "ask moved", "settle 1", "undo", "play R1"]


def test_an_earlier_card_in_the_other_zone_is_told(table):
    table.clued(2).plays("R1").presses("clue").moves("R1", Zone.DISCARDS)
    assert table.told == ["play R1", "clue", "warn count-mismatch"]


def test_a_card_pushed_to_the_other_zone_before_it_is_decided_counts_where_it_lies(table):
    table.discards("R1", left=10.0).moves("R1", Zone.FIREWORKS, left=11.0).waits(1.0)
    assert table.told == ["play R1"]


def test_a_card_taken_back_and_pushed_elsewhere_is_told_and_not_counted(table):
    table.clued(1).plays("R1").presses("undo").moves("R1", Zone.DISCARDS)
    assert table.told == ["play R1", "undo", "warn count-mismatch"]


def test_the_tile_rescue_brings_a_discard_to_its_fireworks(new_table):
    table = new_table(variants=("dazzling",)).clued(2).discards("B1")
    table.given("play R1", "play R2", "play R3", "play R4").plays("R5").moves("B1", Zone.FIREWORKS)
    assert table.told == ["discard B1", "play R5", "bonus"]


def test_cards_that_lay_there_before_the_game_are_nobodys_business(table):
    table.ids["old"] = 99
    assert table.moves("old", Zone.DISCARDS).lifts("old").waits(20.0).told == []


def test_an_unread_card_carried_to_the_discards_and_read_there_is_the_same_card(table):
    table.plays("R4|R5", by="it").lifts("it", left=26.0).discards("R5", left=28.5)
    assert table.told == ["play ?", "ask unread", "undo", "play R5", "settle 1"]


def test_a_card_of_which_nothing_was_read_is_not_taken_for_one_that_is_discarded_later(table):
    table.clued(2).plays("?", by="it").lifts("it", left=26.0).discards("R5", left=28.5)
    assert table.told == ["play ?", "ask unread", "discard R5"]


def test_a_third_misplay_carried_to_the_discards_counts(table):
    table.given("play R3", "play R3").plays("B5").lifts("B5", left=25.0).discards("B5", left=28.0)
    assert table.told == ["ask last-fuse", "settle 1", "play B5"]


def test_a_misplay_that_seems_to_be_laid_among_the_fireworks_again_is_asked_about(table):
    table.plays("R3").presses("clue").lifts("R3", left=26.0).plays("R3", left=28.5, by="again")
    assert table.told == ["play R3", "clue", "play ?", "ask twin"]
    assert table.presses("ok").told == ["settle 1", "undo"]
