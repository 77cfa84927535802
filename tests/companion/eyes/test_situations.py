"""What people do with cards at a table, before the real eyes and tracker, each on one drawn table; on many among the
trials. One arrival is one event, rearranging is none, and what can't be told is a question."""

from __future__ import annotations

import pytest

from companion.measure.situations import SITUATIONS
from companion.measure.staging import House, Situation, Told
from hardware.rehearsal.scene import Thing

SEED = 11


@pytest.fixture(scope="module")
def house(lantern):
    return House(lantern)


# Every other one in the check; all of them with `companion bench --situations` and in the trials.
@pytest.mark.parametrize(
    "situation",
    [pytest.param(one, marks=[pytest.mark.trials] * (n % 2)) for n, one in enumerate(SITUATIONS)],
    ids=lambda situation: situation.name.replace(" ", "-"),
)
def test_what_people_do_is_told_as_it_was(house, situation):
    found = house.play(situation, SEED)
    assert found.outcome is Told.RIGHT, found


def test_situations_have_names_of_their_own():
    assert len({one.name for one in SITUATIONS}) == len(SITUATIONS)


def test_a_play_can_be_seen_again_from_its_seed(lantern):
    first, again = (House(lantern).play(SITUATIONS[0], SEED) for _ in range(2))
    assert first == again


# ---- the judge itself: what is told beside what the play says was right


def plays(house, acts, **how):
    return house.play(Situation("made up", acts, **how), SEED).outcome


def laid_and_denied(s):
    s.lays(s.card(300, 350))
    s.should.clear()


def never_laid(s):
    s.should.append("laid R1")


def laid_in_another_order(s):
    s.lays(s.card(200, 350))
    s.lays(s.card(400, 350))
    s.should.reverse()


def a_cup_that_should_be_a_card(s):
    s.things.append(Thing("mug", 300, 350))
    s.should.append("laid R1")
    s.waits(4.0)


@pytest.mark.parametrize(
    ("acts", "how", "outcome"),
    [
        (laid_and_denied, {}, Told.WRONG),
        (never_laid, {}, Told.MISSED),
        (laid_in_another_order, {}, Told.WRONG),
        (laid_in_another_order, {"any_order": True}, Told.RIGHT),
        (a_cup_that_should_be_a_card, {}, Told.ASKED),
        (a_cup_that_should_be_a_card, {"may_ask": True}, Told.RIGHT),
    ],
)
def test_a_play_is_judged_by_what_it_says_is_right(house, acts, how, outcome):
    assert plays(house, acts, **how) is outcome
