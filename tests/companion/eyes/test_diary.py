"""The diary: a line a decision with the figures that decided, looks only for who asks, and never too many."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from companion.eyes import diary
from companion.eyes.diary import Looked, Sparing, decision_line, look_line
from companion.eyes.examine import Examined
from companion.eyes.stillness import Place
from companion.sight.reader import Match
from companion.sight.sighting import PlaceSeen
from hardware.rehearsal.scene import LyingCard, Scene

PLACE = Place(np.zeros((200, 320), np.uint8), (100.0, 100.0, 165.0, 190.0), 0.0, 4.6, False, 5000.0)
QUAD = np.array([[160, 160], [260, 160], [260, 300], [160, 300]], np.float32)
R1 = Match("R1", QUAD, 12.3, 3.14, 0.93, 0.31, "R2", True)
PERHAPS = replace(R1, is_clear=False)
NOTHING = Examined((), (), (), None, 0.4, False)
SEEN = PlaceSeen(left_at=4.6)
FIGURES = "R1 (distance 12, margin 3.14 to R2, alike 0.93, lead 0.31)"
HERE = "frame 51, 132,145 mm (65 x 90)"


def look(found, verdict=None, before=()):
    return Looked(51, 5.1, PLACE, found, verdict, [*before, found])


def test_a_look_says_what_it_found_and_what_it_could_not_explain():
    assert look_line(look(replace(NOTHING, new=(R1,), residue=0.02))) == (
        f"{HERE}: look 1: clear, {FIGURES}; unexplained 0.02 of a card"
    )
    assert look_line(look(replace(NOTHING, unsure=PERHAPS), before=[NOTHING])) == (
        f"{HERE}: look 2: unsure, {FIGURES}; unexplained 0.40 of a card"
    )
    assert look_line(look(NOTHING)) == f"{HERE}: look 1: no card; unexplained 0.40 of a card"
    assert "only the light" in look_line(look(replace(NOTHING, only_light=True)))


@pytest.mark.parametrize(
    ("verdict", "says"),
    [
        ({"unsure": PERHAPS}, f"asked: {FIGURES}"),
        ({"moved": ((3, R1),)}, f"card 3 moved: {FIGURES}"),
        ({"gone": (3, 4)}, "card 3 gone (B2); card 4 gone (?)"),
        ({"only_light": True}, "only the light"),
    ],
)
def test_a_decision_says_what_is_believed_with_its_figures(verdict, says):
    found = replace(NOTHING, **verdict)
    assert decision_line(look(found, found), SEEN, {3: "B2"}) == f"{HERE}: {says} [1 looks, 0.5 s after the hand]"


def test_a_card_read_and_a_card_voted_for_are_told_apart():
    clear, unsure = replace(NOTHING, new=(R1,)), replace(NOTHING, unsure=PERHAPS)
    assert f": new: {FIGURES} [2 looks" in decision_line(look(clear, clear, [clear]), SEEN, {})
    assert f": voted: {FIGURES} [5 looks" in decision_line(look(unsure, clear, [unsure] * 4), SEEN, {})


def test_something_that_is_no_card_is_told():
    seen = PlaceSeen(left_at=4.6, odd=((0, 0), (1, 0), (1, 1), (0, 1)))
    assert "something that is no card" in decision_line(look(NOTHING, NOTHING), seen, {})


def test_a_card_that_comes_is_one_line_in_the_log_and_an_idle_table_none(watch_table, caplog):
    table = watch_table(Scene())
    with caplog.at_level(logging.INFO, logger="companion.eyes"):
        table.shows(Scene((LyingCard("R1", 120, 110, 4),)), 2.0)
        [line] = [record.getMessage() for record in caplog.records]
        caplog.clear()
        table.shows(Scene((LyingCard("R1", 120, 110, 4),)), 4.0)
        assert caplog.records == []
    assert line.startswith("frame ")
    assert ": new: R1 (distance " in line


def test_looks_are_told_to_who_asks_for_everything(watch_table, caplog):
    table = watch_table(Scene())
    with caplog.at_level(logging.DEBUG, logger="companion.eyes"):
        table.shows(Scene((LyingCard("R1", 120, 110, 4),)), 2.0)
    said = [record.getMessage() for record in caplog.records]
    assert [": look 1: clear, R1" in said[0], ": look 2: clear, R1" in said[1], ": new: R1" in said[2]] == [True] * 3
    assert len(said) == 3


def test_of_too_many_lines_a_minute_the_rest_is_not_told():
    now = [0.0]
    sparing = Sparing(3, clock=lambda: now[0])
    records = [logging.LogRecord("companion.eyes", logging.INFO, "", 0, "line %d", (n,), None) for n in range(7)]
    told = [sparing.filter(record) for record in records[:5]]
    assert told == [True, True, True, False, False]
    assert records[2].getMessage() == "line 2 (more in this minute is not told)"
    now[0] = 61.0
    assert sparing.filter(records[5])
    assert records[5].getMessage() == "line 5"


def test_a_card_read_at_last_and_the_first_sight_are_lines_too(caplog):
    with caplog.at_level(logging.INFO, logger="companion.eyes"):
        diary.read_at_last(9, 4, R1)
        diary.first_seen(3, [])
    assert [record.getMessage() for record in caplog.records] == [
        f"frame 9: card 4 read at last: {FIGURES}",
        "frame 3: the table as first seen: no card",
    ]
