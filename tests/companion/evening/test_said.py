"""What a clue said, noted after the button was pressed; and a table that is locked."""

from __future__ import annotations

import pytest

from companion.errors import Refused
from companion.messages import Locked, Said
from companion.rules.cards import Card, Suit
from companion.rules.commands import Correct, GiveClue, Play
from companion.rules.options import Options, Talk
from companion.rules.setup import Setup

RED = GiveClue(to=1, colour=Suit.RED, touched=2)


@pytest.fixture
def reminder(new_table):
    """Three players who note what clues said; Ann has just pressed CLUE on the panel."""
    table = new_table(Setup(3, options=Options(talk=Talk.REMINDER))).finds()
    return table.presses("clue").waits(1)


def test_the_clue_just_pressed_is_told_whole_and_counts_once(reminder):
    told = reminder.gets(Said(1, RED)).page
    assert told["told"] == [{"n": 1, "player": 0, "do": "clue", "to": 1, "colour": "R", "touched": 2}]
    assert (told["clues"], told["player"], told["turn"]) == (7, 1, 2)
    reminder.lays("R1")
    assert reminder.history == ["clue", "play R1"]


@pytest.mark.parametrize(
    ("event", "clue", "why"),
    [
        (1, GiveClue(to=0, rank=1), "themselves"),
        (2, RED, "Only what the last clue said"),
        (1, GiveClue(to=1, colour=Suit.BLACK), "black"),
    ],
)
def test_what_can_t_have_been_said_leaves_all_as_it_was(reminder, event, clue, why):
    before = reminder.journal.games[0].log
    with pytest.raises(Refused, match=why):
        reminder.gets(Said(event, clue))
    assert reminder.journal.games[0].log == before


def test_a_clue_is_noted_once_and_only_while_it_is_the_last_thing(reminder):
    reminder.gets(Said(1, RED))
    with pytest.raises(Refused, match="noted already"):
        reminder.gets(Said(1, RED))
    reminder.lays("R1")
    with pytest.raises(Refused, match="Only what the last clue said"):
        reminder.gets(Said(1, RED))


def test_after_a_mend_of_something_else_the_mend_is_not_taken_back_for_it(new_table):
    table = new_table(Setup(3, options=Options(talk=Talk.REMINDER)), is_unwatched=True)
    table.presses("clue")
    table.gets(Play(None))
    table.presses("clue")
    table.gets(Correct(2, Card(Suit.RED, 1)))
    with pytest.raises(Refused, match="noted already"):
        table.gets(Said(3, RED))


def test_other_tables_note_nothing(table):
    table.presses("clue").waits(1)
    with pytest.raises(Refused, match="nobody notes"):
        table.gets(Said(1, RED))


def test_a_lock_is_shown_on_every_page_and_lifted_again(table):
    assert table.page["locked"] is False
    before = table.session.latest.version
    table.hears(Locked(True))
    assert (table.page["locked"], table.session.latest.version > before) == (True, True)
    table.presses("clue").waits(1)
    assert table.page["clues"] == 7  # the table's own buttons go on
    assert table.hears(Locked(False)).page["locked"] is False
