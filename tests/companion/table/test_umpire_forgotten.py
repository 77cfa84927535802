"""A clue that nobody pressed is asked about once an arm from another seat's side lays a card."""

from __future__ import annotations

import pytest

SIDES = (0.0, 120.0, 240.0)
ROUND = ("R1", "Y1", "G1", "B1", "W1", "R2")
LATE = 3.6


@pytest.fixture
def known(new_table):
    """Three players, and two rounds in which each was seen to lay two cards; a clue was given in between."""
    table = new_table(names=("Ada", "Bob", "Cem"))
    for number, card in enumerate(ROUND):
        table.plays(card, arm=SIDES[number % 3] + number)
    table.given("clue", "clue", "clue")
    assert table.told == [f"play {card}" for card in ROUND]
    return table


def test_a_card_from_its_own_side_is_asked_about_by_nobody(known):
    known.plays("Y2", arm=3.0).waits(LATE)
    assert known.told == ["play Y2"]


def test_a_card_from_the_next_side_counts_at_once_and_is_asked_about_when_no_press_can_come_any_more(known):
    known.plays("Y2", arm=118.0)
    assert known.told == ["play Y2"]
    known.waits(LATE)
    assert known.told == ["ask forgotten"]
    [question] = known.open.values()
    assert question.say == "Y2 came from Bob's side: did Ada give a clue before it?"
    assert question.guesses[0][0] == "yes"
    assert question.as_ == ("none",)


def test_yes_puts_the_clue_before_the_card(known):
    known.plays("Y2", arm=118.0).waits(LATE).answers(as_="yes")
    assert known.told == ["play Y2", "ask forgotten", "correct 10 after clue", "settle 1"]
    assert [(step.player, type(step.command).__name__) for step in known.game.history[-2:]] == [
        (0, "GiveClue"),
        (1, "Play"),
    ]
    assert known.clues == 4


def test_ok_says_yes(known):
    known.plays("Y2", arm=118.0).waits(LATE).presses("ok")
    assert known.clues == 4
    assert known.asked == []


def test_no_changes_nothing_and_is_not_asked_again(known):
    known.plays("Y2", arm=118.0).waits(LATE).answers(as_="none")
    assert known.told == ["play Y2", "ask forgotten", "settle 1"]
    known.plays("Y3", arm=121.0).waits(LATE)
    assert known.told == ["play Y3"]
    assert known.clues == 5


def test_two_forgotten_in_a_row_are_one_question_and_one_tap(known):
    known.plays("Y2", arm=240.0).waits(LATE)
    [question] = known.open.values()
    assert question.say == "Y2 came from Cem's side: did Ada and Bob give a clue each before it?"
    known.answers(as_="yes")
    assert known.clues == 3
    assert known.game.position.player == 0
    assert known.asked == []


def test_a_press_that_comes_late_is_the_missing_clue_and_nothing_is_asked(known):
    known.plays("Y2", arm=118.0).presses("clue").waits(10)
    assert known.told == ["play Y2", "correct 10 after clue"]
    assert known.clues == 4
    assert known.game.position.player == 2


def test_one_late_press_of_two_leaves_one_to_ask_about(known):
    known.plays("Y2", arm=240.0).presses("clue").waits(LATE)
    [question] = known.open.values()
    assert question.say == "Y2 came from Cem's side: did Bob give a clue before it?"
    known.answers(as_="yes")
    assert known.clues == 3


def test_a_press_after_the_question_is_a_clue_of_its_own_and_the_next_arm_tells(known):
    """Somebody answered by pressing CLUE: the turn is right then, and the question ends by itself."""
    known.plays("Y2", arm=118.0).waits(LATE).presses("clue")
    assert known.told == ["play Y2", "ask forgotten", "clue"]
    known.plays("Y3", arm=242.0)
    assert known.told == ["play Y3", "settle 1"]
    assert known.clues == 4


def test_a_clue_of_its_own_taken_for_the_late_one_comes_out_right_by_the_next_question(known):
    """Ada's clue was forgotten, Bob played, and Cem's own clue came at once."""
    known.plays("Y2", arm=118.0).presses("clue").plays("Y3", arm=1.0).waits(LATE).answers(as_="yes")
    assert known.clues == 3
    assert known.game.position.player == 1
    assert known.asked == []


def test_somebody_who_laid_a_card_for_another_is_forgotten_when_the_next_one_is_right(known):
    known.plays("Y2", arm=118.0).waits(LATE).plays("Y3", arm=118.0)
    assert known.told == ["play Y2", "ask forgotten", "play Y3", "settle 1"]
    assert known.clues == 5


def test_an_unanswered_question_stays_one_while_the_others_play_on(known):
    known.plays("Y2", arm=118.0).waits(LATE).plays("Y3", arm=242.0).plays("B2", arm=1.0).waits(LATE)
    assert [kind for kind, _, _ in known.asked] == ["forgotten"]
    known.answers(as_="yes")
    assert known.game.position.player == 1


def test_nothing_is_asked_where_no_clue_was_left_to_give(known):
    known.given("clue", "clue", "clue", "clue", "clue")
    assert known.clues == 0
    known.plays("Y2", arm=0.0).waits(LATE)
    assert known.asked == []


def test_a_discard_with_every_clue_available_is_asked_about_once(new_table):
    table = new_table()
    for number, card in enumerate(ROUND):
        table.plays(card, arm=SIDES[number % 3])
    table.discards("R1", by="again", arm=120.0).waits(LATE)
    assert [kind for kind, _, _ in table.asked] == ["full"]
    table.answers(as_="discard").waits(LATE)
    assert table.asked == []
    assert table.game.position.player == 2


def test_two_noes_in_a_row_mean_that_people_sit_elsewhere_now(known):
    for number, card in enumerate(("Y2", "Y3", "B2", "Y4", "W2", "B3")):
        known.plays(card, arm=SIDES[(number + 1) % 3]).waits(LATE)
        if known.open:
            known.answers(as_="none")
    assert sum(told == "ask forgotten" for told in known.told) == 2


def test_the_question_stays_with_a_card_that_was_gone_for_a_while(known):
    """A misplay is carried to the discards, and the tracker takes it for another card."""
    known.plays("Y4", arm=118.0).waits(LATE)
    known.lifts("Y4").discards("Y4", by="carried", arm=118.0)
    assert known.asked == [("forgotten", "yes", 10)]
    known.answers(as_="yes")
    assert known.clues == 4
    assert known.fuses == 1


def test_two_questions_name_those_who_really_gave_the_clues(known):
    """Ada's clue and, a round later, Bob's: nobody has answered yet."""
    known.plays("Y2", arm=118.0).waits(LATE).plays("Y3", arm=242.0).plays("B2", arm=1.0).plays("W2", arm=241.0)
    known.waits(LATE)
    assert [question.say.partition(": ")[2] for question in known.open.values()] == [
        "did Ada give a clue before it?",
        "did Bob give a clue before it?",
    ]
    known.answers(as_="yes").answers(as_="yes")
    assert known.clues == 3
    assert known.game.position.player == 0


def test_fuse_after_a_late_clue_is_still_about_the_card(known):
    known.discards("Y4", arm=118.0).presses("clue").presses("fuse")
    assert known.history[-2:] == ["ClueGiven ", "CardMisplayed Y4"]
    assert (known.clues, known.fuses) == (4, 1)


def test_undo_after_a_late_clue_takes_the_clue_back(known):
    known.plays("Y2", arm=118.0).presses("clue").presses("undo")
    assert known.history[-1] == "CardPlayed Y2"
    assert known.clues == 5


def test_an_undo_of_the_card_takes_the_question_with_it(known):
    known.plays("Y2", arm=118.0).waits(LATE).presses("undo")
    assert known.asked == []


def test_the_turn_put_right_on_the_page_ends_the_question(known):
    known.plays("Y2", arm=118.0).waits(LATE).undoes_on_the_page().given("clue", "play Y2")
    known.plays("Y3", arm=242.0)
    assert known.asked == []


def test_the_next_game_knows_the_sides_from_the_first_card_on(known, new_table):
    assert {arm.seat for arm in known.umpire.arms} == {0, 1, 2}
    table = new_table(earlier=known.umpire.arms)
    table.plays("R1", arm=2.0).plays("R2", arm=119.0).plays("R3", arm=1.0).waits(LATE)
    assert [kind for kind, _, _ in table.asked] == ["forgotten"]


# a press right after a card, where it matters which was first


def near_the_end(table):
    """One card is left to draw, and Bob is in turn."""
    table.given("clue")
    for suit in "RYGBW":
        table.given(f"discard {suit}1", "clue", f"discard {suit}1", "clue", f"discard {suit}3", "clue")
        table.given(f"discard {suit}2", "clue", f"discard {suit}4", "clue")
    return table


def last_card(table, **arm):
    """The last card is drawn for a discard by the player in turn."""
    left = table.game.position.deck - 1
    codes = [f"{suit}{rank}" for rank in (3, 4, 2) for suit in "RYGBW"][:left]
    for code in codes:
        table.given(f"discard {code}", "clue")
    assert table.game.position.deck == 1
    return table.discards("R5", **arm)


def test_a_clue_pressed_right_after_the_last_card_was_drawn_is_asked_about(new_table):
    table = last_card(near_the_end(new_table())).presses("clue")
    assert table.told[-2:] == ["clue", "ask clue-first"]
    assert table.game.position.turns_left == 2
    table.answers(as_="yes")
    assert table.game.position.turns_left == 3
    assert table.asked == []


def test_it_is_put_first_though_others_have_acted_since(new_table):
    table = last_card(near_the_end(new_table())).presses("clue").waits(4).plays("R1")
    table.answers(as_="yes")
    assert table.game.position.turns_left == 2
    assert table.history[-2:] == ["CardDiscarded R5", "CardPlayed R1"]


def test_the_question_goes_with_the_clue(new_table):
    table = last_card(near_the_end(new_table())).presses("clue").presses("undo")
    assert table.asked == []
    assert table.game.position.turns_left == 3


def test_no_leaves_the_clue_where_it_is(new_table):
    table = last_card(near_the_end(new_table())).presses("clue")
    table.answers(as_="none")
    assert table.game.position.turns_left == 2
    assert table.asked == []


def test_a_clue_some_time_after_the_last_card_is_a_turn_of_the_final_round(new_table):
    table = last_card(near_the_end(new_table())).waits(4).presses("clue")
    assert table.told[-1] == "clue"
    assert table.game.position.turns_left == 2


@pytest.mark.parametrize("behind", [0, 1])
def test_nothing_is_asked_where_the_arm_says_whose_card_it_was(known, behind):
    """The player in turn laid it, so the press is the next one's; or the next one did, so the press was late."""
    table = near_the_end(known)
    cards = table.game.position.deck - 1
    side = SIDES[(table.game.position.player + 2 * cards + behind) % 3]
    last_card(table, arm=side).presses("clue").waits(LATE)
    assert table.asked == []
    assert table.game.position.turns_left == (3 if behind else 2)
