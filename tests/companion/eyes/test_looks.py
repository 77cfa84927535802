"""Several looks at one place: two that agree suffice, many unsure ones may vote, and patience ends as unread."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.examine import Examined
from companion.eyes.looks import Looks, LooksPatience, in_part
from companion.eyes.stillness import Place
from companion.sight.reader import Match

PLACE = Place(np.zeros((200, 320), np.uint8), (100.0, 100.0, 170.0, 190.0), 0.0, 0.0, False, 5000.0)
PATIENCE = LooksPatience()
NOTHING = Examined((), (), (), None, 0.05, False)


def match(code, clear=True, likely=True):
    runner_up = "R2" if code != "R2" else "R3"
    return Match(code, np.zeros((4, 2), np.float32), 50.0, 2.0, 0.8, 0.2, runner_up, clear, likely)


def new(*codes, residue=0.05):
    return replace(NOTHING, new=tuple(match(code) for code in codes), residue=residue)


def unsure(code="R1", **how):
    return replace(NOTHING, unsure=match(code, clear=False, **how), residue=1.0)


class Turns:
    """Looks every tenth of a second."""

    def __init__(self, place=PLACE):
        self.looks, self.at = Looks(place, 0.0), 0.0

    def sees(self, found, times=1):
        for _ in range(times):
            self.at += 0.1
            verdict = self.looks.verdict(found, self.at, PATIENCE)
            if verdict is not None:
                return verdict
        return None


def codes(verdict):
    return [m.code for m in verdict.new]


def test_one_look_is_not_believed_and_a_second_that_agrees_is():
    turns = Turns()
    assert turns.sees(new("R1")) is None
    assert codes(turns.sees(new("R1"))) == ["R1"]


def test_two_looks_that_differ_are_not_believed():
    """CameraChessWeb 118: an identity that flips between two candidates is uncertain."""
    turns = Turns()
    for _ in range(8):
        assert turns.sees(new("R3")) is None
        assert turns.sees(new("R2")) is None


@pytest.mark.parametrize("one", [replace(NOTHING, gone=(3,)), replace(NOTHING, moved=((3, match("R1")),))])
def test_going_and_moving_want_two_looks_as_well(one):
    turns = Turns()
    assert turns.sees(one) is None
    assert turns.sees(one) == one


def test_light_alone_is_believed_after_two_looks():
    turns = Turns()
    light = replace(NOTHING, only_light=True)
    assert turns.sees(light) is None
    assert turns.sees(light) == light


def test_five_convincing_unsure_looks_make_a_card():
    turns = Turns()
    assert turns.sees(unsure(), 4) is None
    verdict = turns.sees(unsure())
    assert codes(verdict) == ["R1"]
    assert verdict.new[0].is_clear
    assert verdict.unsure is None


def test_unlikely_looks_have_no_vote():
    turns = Turns()
    assert turns.sees(unsure(likely=False), 19) is None


def test_looks_that_name_two_cards_have_no_majority():
    """red 3 / red 2 alternating with equal score: uncertain, then told as unread."""
    turns = Turns()
    for _ in range(9):
        assert turns.sees(unsure("R3")) is None
        assert turns.sees(unsure("R2")) is None
    verdict = turns.sees(unsure("R3"), 5)
    assert (codes(verdict), verdict.unsure.code) == ([], "R3")
    assert not verdict.unsure.is_clear


def test_what_cannot_be_read_is_told_as_unread_after_two_seconds_and_takes_no_card_away():
    turns = Turns()
    verdict = turns.sees(replace(unsure(likely=False), gone=(7,)), 40)
    assert turns.at == pytest.approx(2.0, abs=0.15)
    assert verdict.unsure.code == "R1"
    assert verdict.gone == ()


def test_what_is_no_card_at_all_is_told_after_three_seconds():
    turns = Turns()
    verdict = turns.sees(replace(NOTHING, residue=2.0), 60)
    assert turns.at == pytest.approx(3.0, abs=0.15)
    assert (verdict.new, verdict.unsure) == ((), None)


def test_what_reaches_in_over_the_edge_is_never_told_as_odd():
    """A hand may rest as long as it likes."""
    turns = Turns(replace(PLACE, touches_edge=True))
    assert turns.sees(replace(NOTHING, residue=9.0), 200) is None


OVER_THE_EDGE = replace(PLACE, touches_edge=True, area_mm=(200.0, 440.0, 265.0, 500.0))


def hanging(x_mm=232.0):
    """A card that can't be read, its middle 15 mm above the mat's lower edge."""
    corners = np.float32([[-31, -44], [31, -44], [31, 44], [-31, 44]]) + np.float32([x_mm, 485])
    return replace(NOTHING, unsure=replace(match("R1", clear=False, likely=False), quad=corners * 1.6), residue=0.6)


def test_a_card_that_hangs_over_the_edge_and_cannot_be_read_is_told_as_unread_after_six_seconds():
    turns = Turns(OVER_THE_EDGE)
    verdict = turns.sees(hanging(), 100)
    assert turns.at == pytest.approx(6.0, abs=0.15)
    assert verdict.unsure.code == "R1"


def test_what_is_larger_than_a_card_over_the_edge_may_be_an_arm():
    turns = Turns(replace(OVER_THE_EDGE, area_mm=(200.0, 380.0, 265.0, 500.0)))
    assert turns.sees(hanging(), 100) is None


def test_what_looks_like_a_card_here_and_there_over_the_edge_is_none():
    turns = Turns(OVER_THE_EDGE)
    assert all(turns.sees(hanging(232.0 + 20 * (n % 2))) is None for n in range(100))


def test_a_card_read_four_times_alike_beside_a_resting_hand_is_told_in_part():
    turns = Turns(replace(PLACE, touches_edge=True))
    beside = replace(new("R1", residue=3.0), gone=(4,))
    assert turns.sees(beside, 3) is None
    verdict = turns.sees(beside)
    assert codes(verdict) == ["R1"]
    assert verdict.is_partial
    assert verdict.gone == ()


def test_what_is_explained_is_told_whole():
    whole = replace(new("R1"), gone=(4,))
    assert in_part(whole) is whole


def test_noise_is_averaged_away_over_the_looks():
    rng = np.random.default_rng(5)
    calm = np.full((800, 1280, 3), 100, np.uint8)
    looks = Looks(PLACE, 0.0)
    for _ in range(16):
        noisy = np.clip(calm + rng.normal(0, 12, calm.shape), 0, 255).astype(np.uint8)
        averaged = looks.averaged(noisy)
    assert float(averaged[180:280, 180:250].std()) < 4
    assert float(averaged[600:, 900:].std()) > 10


def test_what_a_lamp_fills_in_some_looks_is_taken_from_the_others():
    """Lamps swing and heads move: a pixel counts where no mirrored lamp fills it."""
    looks = Looks(PLACE, 0.0)
    for lamp_at in (180, 200, 220):
        table = np.full((800, 1280, 3), 100, np.uint8)
        table[180:280, lamp_at : lamp_at + 20] = 255
        table[270:275, 185:250] = 255
        averaged = looks.averaged(table)
    assert set(np.unique(averaged[182:265, 182:248])) == {100}
    assert set(np.unique(averaged[270:275, 185:250])) == {255}


def test_the_first_look_is_the_table_itself():
    table = np.random.default_rng(5).integers(0, 255, (800, 1280, 3), np.uint8)
    assert Looks(PLACE, 0.0).averaged(table) is table


def test_the_first_three_looks_come_frame_by_frame_and_later_ones_with_a_pause():
    looks = Looks(PLACE, 0.0)
    for at in (0.0, 0.1, 0.2):
        assert not looks.is_early(at)
        looks.verdict(unsure(likely=False), at, PATIENCE)
    assert looks.is_early(0.3)
    assert not looks.is_early(0.41)
