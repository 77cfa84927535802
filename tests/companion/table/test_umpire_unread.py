"""Cards that nobody can read yet: they count as `?`, and are told when they can be."""

from __future__ import annotations

from companion.table.placements import Zone


def test_among_the_fireworks_it_counts_turn_and_draw(table):
    table.plays("R1|B1")
    assert table.told == ["play ?", "ask unread"]
    assert table.asked == [("unread", "R1", 1)]
    assert (table.game.position.turn, table.game.position.deck, table.game.position.unknown) == (2, 34, 1)


def test_among_the_discards_it_counts_its_token_too(table):
    assert table.clued(2).discards("?").told == ["discard ?", "ask unread"]
    assert table.clues == 7


def test_reading_the_last_card_tells_it_anew(table):
    table.plays("?", by="it").reads("it", "R1")
    assert table.told == ["play ?", "ask unread", "undo", "play R1", "settle 1"]
    assert table.open == {}


def test_reading_an_earlier_card_mends_it(table):
    table.plays("?", by="it").presses("clue").reads("it", "R1")
    assert table.told == ["play ?", "ask unread", "clue", "correct 1 R1", "settle 1"]
    assert table.history == ["CardPlayed R1", "ClueGiven "]


def test_reading_a_card_that_did_not_fit_tells_a_misplay_to_be_confirmed(table):
    table.plays("?", by="it").reads("it", "R4")
    assert table.told == ["play ?", "ask unread", "undo", "play R4", "settle 1"]
    assert table.presses("ok").told == []


def test_reading_a_card_that_would_lose_the_game_asks_first(table):
    table.given("play R3", "play R3").plays("?", by="it").reads("it", "B5")
    assert table.told == ["play ?", "ask unread", "ask last-fuse"]
    assert table.presses("ok").told == ["settle 1", "undo", "misplay B5"]


def test_an_answer_names_it(table):
    assert table.plays("R1|B1").answers("B1").told == ["play ?", "ask unread", "settle 1", "undo", "play B1"]


def test_ok_takes_the_first_guess(table):
    assert table.plays("R1|B1").presses("ok").told == ["play ?", "ask unread", "settle 1", "undo", "play R1"]


def test_ok_without_a_guess_is_declined(table):
    assert table.plays("?").presses("ok").told == ["play ?", "ask unread", "decline"]


def test_an_answer_may_say_that_it_was_no_action(table):
    assert table.plays("?").answers(as_="none").told == ["play ?", "ask unread", "settle 1", "undo"]


def test_an_answer_that_the_rules_refuse_leaves_the_question_open(table):
    table.given("play R1", "clue", "discard R1", "clue", "discard R1").plays("?").answers("R1")
    assert table.told == ["play ?", "ask unread", "decline"]
    assert len(table.open) == 1


def test_only_the_first_answer_counts(table):
    table.plays("R1|B1").answers("B1").answers("R1", question=1)
    assert table.told[-1] == "decline"
    assert table.stands.startswith("R0 Y0 G0 B1")


def test_an_answer_that_is_no_card_is_declined(table):
    assert table.plays("R1|B1").answers("Q9").told[-1] == "decline"


def test_sight_that_reads_it_after_the_answer_says_nothing_new(table):
    table.plays("R1|B1").answers("B1")
    table.told  # noqa: B018
    assert table.reads("R1|B1", "R1").told == []


def test_guesses_that_cannot_be_are_not_offered(table):
    table.given("play R1", "clue", "discard R1", "clue", "discard R1").plays("R1|B1")
    assert [guess for guess, _ in table.open[1].guesses] == ["B1"]


def test_fuse_says_that_the_last_unread_card_was_a_misplay(table):
    table.plays("R3|R4").presses("fuse")
    assert table.told == ["play ?", "ask unread", "undo", "misplay ?"]
    assert table.fuses == 1
    assert table.reads("R3|R4", "R3").told == ["undo", "play R3", "settle 1"]
    assert table.fuses == 1


def test_fuse_ends_no_game_for_a_card_that_nobody_has_read(table):
    table.given("play R3", "play R3").plays("?").presses("fuse")
    assert not table.game.position.is_over


def test_an_unread_card_pushed_to_the_discards_keeps_its_question(table):
    table.plays("?", by="it").moves("it", Zone.DISCARDS)
    assert table.told == ["play ?", "ask unread"]
    assert table.reads("it", "R3").told == ["undo", "play R3", "settle 1"]


def test_an_unread_card_pushed_to_the_discards_is_no_play_when_it_would_have_fitted(table):
    table.plays("?", by="it").moves("it", Zone.DISCARDS).reads("it", "R1")
    assert table.told == ["play ?", "ask unread", "ask unread"]


# what hangs on an unread card


def test_a_card_laid_on_an_unread_one_is_not_told_until_that_one_is(table):
    table.plays("?", by="lower").plays("R2", on=("lower",))
    assert table.told == ["play ?", "ask unread", "play ?", "ask blocked"]
    table.reads("lower", "R1")
    assert table.told == ["correct 1 R1", "correct 2 R2", "settle 1", "settle 2"]
    assert table.stands.startswith("R2 ")


def test_the_answer_to_the_lower_card_tells_the_upper_one_too(table):
    table.plays("R1|B1", by="lower").plays("R2", on=("lower",)).answers("R1")
    assert table.told[-4:] == ["settle 1", "correct 1 R1 play", "correct 2 R2", "settle 2"]


def test_a_card_that_may_lie_on_an_unread_play_is_no_misplay_yet(table):
    table.plays("R1|B1", by="lower").plays("R2")
    assert table.told == ["play ?", "ask unread", "play ?", "ask blocked"]
    table.answers("B1")
    assert table.told[-4:] == ["settle 1", "correct 1 B1 play", "correct 2 R2", "settle 2"]
    assert table.fuses == 1


def test_a_card_that_cannot_lie_on_an_unread_play_is_a_misplay(table):
    table.plays("R1|B1").plays("G2")
    assert table.told == ["play ?", "ask unread", "play G2"]


def test_a_card_that_needs_two_unread_plays_below_it_waits_for_both(table):
    table.plays("R1|B1", by="one").plays("R2|B2", by="two").plays("R3")
    assert table.asked[-1] == ("blocked", "R3", 3)
    table.reads("one", "R1")
    assert table.history[-1] == "CardPlayed "
    table.reads("two", "R2")
    assert table.stands.startswith("R3 ")


def test_a_card_that_would_need_two_and_has_one_is_a_misplay(table):
    table.plays("R1|B1").plays("R3")
    assert table.told[-1] == "play R3"


def test_a_card_that_fits_is_a_good_play_whatever_is_unread(table):
    assert table.plays("R1|B1").plays("G1").told[-1] == "play G1"


def test_a_name_that_makes_a_later_card_impossible_is_asked(table):
    table.plays("?", by="it").plays("R1").reads("it", "R1")
    assert table.told == ["play ?", "ask unread", "play R1", "ask unread"]


def test_a_correction_on_the_page_settles_the_question(table):
    from companion.rules.cards import Card
    from companion.rules.commands import Correct

    table.plays("?").presses("clue")
    table.game = table.game.handle(Correct(1, Card.parse("R1")))
    assert table.waits(1.0).told == ["play ?", "ask unread", "clue", "settle 1"]


def test_an_undo_on_the_page_settles_the_question(table):
    table.plays("?").undoes_on_the_page()
    assert table.told == ["play ?", "ask unread", "settle 1"]


def test_an_open_question_stands_at_the_end_of_a_recording(table):
    assert table.plays("R1|B1").closes().told == ["play ?", "ask unread"]


def test_fuse_for_a_discarded_card_that_fits_unless_an_unread_one_is_its_twin_is_a_misplay_without_a_name(table):
    table.clued(2).plays("?", by="twin").discards("R1").presses("fuse")
    assert table.told == ["play ?", "ask unread", "discard R1", "undo", "misplay ?", "ask blocked"]
    assert table.reads("twin", "R1").told == ["correct 3 R1", "correct 4 R1", "settle 1", "settle 2"]
    assert table.fuses == 1
