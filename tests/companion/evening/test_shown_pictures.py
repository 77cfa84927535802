"""Which pictures the page shows: the last three events', those of cards without a name, and those asked about."""

from __future__ import annotations

import pytest

from companion.messages import NewGame
from companion.rules.commands import Undo
from companion.rules.setup import Setup


def shown(table):
    """The pictures on the page: the event's number to the words that stand for the picture here."""
    pictures = table.page["pictures"].items()
    return {int(n): as_text(table, address) for n, address in pictures}


def as_text(table, address):
    name = address.removeprefix("/pictures/").removesuffix(".jpg")
    return table.album.picture(name).decode().partition(" as ")[0]


def test_the_last_three_events_have_their_pictures_and_a_clue_has_none(table):
    table.lays("R1", "B1").presses("clue").waits(1).lays("W1")
    assert shown(table) == {2: "B1", 4: "W1"}


def test_a_card_that_nobody_could_name_keeps_its_picture_until_it_has_one(table):
    table.presses("clue").waits(1).lays("-?", "R1", "B1", "W1")
    assert table.history[1] == "discard ?"
    assert shown(table)[2] == "-?"
    assert as_text(table, table.questions[0]["picture"]) == "-?"
    table.answers(card="G3")
    assert 2 not in shown(table)


def test_a_card_pushed_about_or_taken_back_shows_no_other_card_s_picture(table):
    table.lays("R1", "B1")
    table.gets(Undo())
    assert shown(table) == {1: "R1"}
    table.lays("W1")
    assert shown(table) == {1: "R1", 2: "W1"}


@pytest.mark.parametrize("wished", [True, False])
def test_another_game_forgets_all_pictures_but_that_of_the_card_that_began_it(table, wished):
    table.lays("R1", "B1").clears()
    if wished:
        table.gets(NewGame(Setup(3), even_if_playing=True))
        assert table.album.is_empty
        table.lays("W1")
    else:
        table.presses("ok", held=True).answers("yes")
        table.lays("W1")
    assert shown(table) == {1: "W1"}
