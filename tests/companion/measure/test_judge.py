"""One look judged: right, wrong, asked or no mat; and how good the shipped deck's sight has to stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.measure.arrivals import A_TABLE, NOTHING, Arrival, Known, arrivals
from companion.measure.disturbances import DISTURBANCES
from companion.measure.judge import Outcome, judged
from companion.measure.strangers import strange_cards
from companion.sight.reader import Reader
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene

CARD = LyingCard("G2", 300, 220, 15)
NOWHERE = np.zeros((4, 2), np.float32)
CODES = [f"{suit}{rank}" for suit in "RYGBWMK" for rank in range(1, 6)]


def outcomes(judgements):
    return Counter(one.single.outcome for one in judgements)


@pytest.fixture(scope="module")
def frames(painted):
    painter = painted()
    return painter.frame(Scene()), painter.frame(Scene((CARD,)), 1.0)


def test_the_card_that_came_is_right(one_look, frames):
    said = one_look(*frames, "G2").single
    assert (said.said, said.outcome) == (("G2",), Outcome.RIGHT)


def test_another_name_is_wrong(one_look, frames):
    assert one_look(*frames, "G3").single.outcome is Outcome.WRONG


def test_a_card_that_nobody_notices_is_missed(one_look, frames):
    assert one_look(frames[0], frames[0], "G2").single.outcome is Outcome.MISSED


def test_nothing_may_be_named_where_no_card_of_the_deck_came(one_look, frames):
    assert one_look(*frames, NOTHING).single.outcome is Outcome.WRONG
    assert one_look(frames[0], frames[0], NOTHING).single.outcome is Outcome.RIGHT


def test_a_card_said_to_have_gone_is_wrong_though_the_new_one_is_named(lantern, lantern_reader, painted):
    painter = painted()
    lay, gone = LyingCard("R1", 500, 220, 0), LyingCard("B3", 300, 220, 15)
    before, after = painter.frame(Scene((gone,))), painter.frame(Scene((lay,)), 1.0)
    known = (Known("B3", painter.corners(gone).astype(np.float32)),)
    arrival = Arrival("1-0-0", "here", before, after, "R1", NOWHERE, known)
    said = judged(lantern_reader, lantern.card_mm, arrival).single
    assert (sorted(said.said), said.outcome) == (["R1", "gone B3"], Outcome.WRONG)


def test_several_looks_are_right_where_two_agree(lantern, lantern_reader, frames, painted):
    painter, drawn = painted(), []

    def later(step):
        drawn.append(step)
        return painter.frame(Scene((CARD,)), 1.0 + step)

    arrival = Arrival("1-0-0", "here", *frames, "G2", NOWHERE, (), later)
    said = judged(lantern_reader, lantern.card_mm, arrival, votes=True).voted
    assert (said.said, said.outcome, said.looks, drawn) == (("G2",), Outcome.RIGHT, 2, [1])


def test_several_looks_that_never_see_a_card_again_ask_after_two_seconds(lantern, lantern_reader, frames):
    blank = np.full_like(frames[0], 200)
    arrival = Arrival("1-0-0", "here", *frames, "G2", NOWHERE, (), lambda step: blank)
    said = judged(lantern_reader, lantern.card_mm, arrival, votes=True).voted
    assert said.outcome is not Outcome.RIGHT
    assert said.said == ()


def test_a_picture_without_a_mat_is_told_apart(one_look, frames):
    assert one_look(np.zeros_like(frames[0]), frames[1], "G2").single.outcome is Outcome.NO_MAT


def test_each_step_has_its_time(one_look, frames):
    stages = one_look(*frames, "G2").stages
    assert list(stages) == ["find the mat", "gate: small table", "light", "gate: places", "flatten", "read"]
    assert min(stages.values()) > 0


class Unsure(Reader):
    """A reader that never finds a card clear."""

    def match(self, *args, **how):
        found = super().match(*args, **how)
        return None if found is None else replace(found, is_clear=False)

    def settle(self, picture, near):
        return near


def test_a_reader_that_is_never_clear_always_asks_and_names_its_guesses(lantern, frames):
    arrival = Arrival("here", "here", *frames, "G2", NOWHERE)
    said = judged(Unsure(lantern.taught), lantern.card_mm, arrival).single
    assert (said.outcome, said.said) == (Outcome.ASKED, ())
    assert said.guesses[0] == "G2"


@pytest.mark.parametrize("tilt_deg", [3, 20])
def test_a_card_is_right_at_every_fifteen_degrees(painted, one_look, tilt_deg):
    """imagehash 30, pokecollector 324: not only upright."""
    painter = painted(tilt_deg)
    bare = painter.frame(Scene())
    wrong, right = [], 0
    for step in range(24):
        card = LyingCard(CODES[(step * 3 + int(tilt_deg)) % 35], 300, 230, 15 * step)
        said = one_look(bare, painter.frame(Scene((card,)), step), card.code)
        right += said.single.outcome is Outcome.RIGHT
        wrong += [said] if said.single.outcome is Outcome.WRONG else []
    assert wrong == []
    assert right == 24


def glare(frame, painter, card, share):
    """A white ellipse over the card's upper left corner, covering so much of the card."""
    height = float(np.sqrt(share * 63 * 88 / (np.pi / 4) * 88 / 63))  # a quarter of it, about the corner
    corner = rectangle(card.x_mm, card.y_mm, 63, 88, card.turn_deg)[0]
    around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = corner + height * np.stack([63 / 88 * np.cos(around), np.sin(around)], axis=1)
    veil = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillPoly(veil, [np.round(painter.lens.project(ring)).astype(np.int32)], (255,))
    soft = cv2.GaussianBlur(veil, (0, 0), 2.0).astype(np.float32)[:, :, None] / 255
    return np.clip(frame * (1 - soft) + 255 * soft, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("share", "least"), [(0.05, 0.8), (0.15, 0.0), (0.30, 0.0)])
def test_glare_over_a_corner_is_right_or_asked_never_wrong(painted, one_look, share, least):
    """ptcg-detection 1: over 5, 15 and 30 per cent of the card."""
    painter = painted()
    bare = painter.frame(Scene())
    found = Counter()
    for number, code in enumerate(CODES[::3]):
        card = LyingCard(code, 250 + 10 * number, 220, 9 * number)
        shown = glare(painter.frame(Scene((card,)), number), painter, card, share)
        found[one_look(bare, shown, code).single.outcome] += 1
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= least * 12


def test_a_finger_over_a_seventh_of_an_edge_is_right_or_asked(painted, one_look):
    """edge_detection 174: a finger on the edge breaks the outline."""
    painter = painted()
    bare = painter.frame(Scene())
    found = Counter()
    for number, code in enumerate(CODES[1::4]):
        card = LyingCard(code, 300, 220, 25 * number)
        frame = painter.frame(Scene((card,)), number)
        corners = painter.corners(card)
        middle = corners[1] * 0.6 + corners[2] * 0.4
        cv2.ellipse(frame, tuple(int(v) for v in middle), (9, 9), 0, 0, 360, (130, 160, 205), -1)
        found[one_look(bare, frame, code).single.outcome] += 1
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= 7


@pytest.mark.parametrize("cloth", ["dark", "navy", "paper", "pale-wood"])
def test_sleeved_cards_are_never_wrong_on_any_cloth(painted, one_look, cloth):
    """card_scan 17: sleeves add a border that spoils matching."""
    painter = painted(table=cloth, sleeved=True)
    bare = painter.frame(Scene())
    found = Counter()
    for number, code in enumerate(CODES[2::7]):
        card = LyingCard(code, 300, 220, 31 * number)
        found[one_look(bare, painter.frame(Scene((card,)), number), code).single.outcome] += 1
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= 4


def test_one_arrival_under_each_disturbance_has_none_wrong_and_93_per_cent_of_the_cards_right(lantern, lantern_reader):
    """The floor of every check; the long run is among the trials."""
    others = strange_cards(lantern.name)
    starts = range(0, A_TABLE * len(DISTURBANCES), A_TABLE)
    drawn = (next(arrivals(11, 1, lantern.plates, lantern.card_mm, others, start)) for start in starts)
    found = [judged(lantern_reader, lantern.card_mm, arrival) for arrival in drawn]
    cards = [one for one in found if one.card != NOTHING]
    assert [one.disturbance for one in found] == list(DISTURBANCES)
    assert len(found) - len(cards) == 12
    assert [one for one in found if one.single.outcome is Outcome.WRONG] == []
    assert outcomes(cards)[Outcome.RIGHT] >= 0.93 * len(cards)
