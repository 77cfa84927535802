"""One look judged: right, wrong, asked or no mat; and how good the shipped deck's sight has to stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.measure.arrivals import A_TABLE, DISTURBANCES, Arrival, arrivals
from companion.measure.judge import Outcome, judged
from companion.sight.reader import Reader
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene

CARD = LyingCard("G2", 300, 220, 15)
CODES = [f"{suit}{rank}" for suit in "RYGBWMK" for rank in range(1, 6)]


def outcomes(judgements):
    return Counter(one.outcome for one in judgements)


@pytest.fixture(scope="module")
def frames(painted):
    painter = painted()
    return painter.frame(Scene()), painter.frame(Scene((CARD,)), 1.0)


def test_the_card_that_came_is_right(one_look, frames):
    said = one_look(*frames, "G2")
    assert (said.said, said.outcome) == (("G2",), Outcome.RIGHT)


def test_another_name_is_wrong(one_look, frames):
    assert one_look(*frames, "G3").outcome is Outcome.WRONG


def test_silence_asks(one_look, frames):
    assert one_look(frames[0], frames[0], "G2").outcome is Outcome.ASKED


def test_a_picture_without_a_mat_is_told_apart(one_look, frames):
    assert one_look(np.zeros_like(frames[0]), frames[1], "G2").outcome is Outcome.NO_MAT


def test_each_step_has_its_time(one_look, frames):
    stages = one_look(*frames, "G2").stages
    assert list(stages) == ["find the mat", "gate: small table", "gate: motion", "gate: places", "flatten", "read"]
    assert min(stages.values()) > 0


def test_a_reader_that_is_never_clear_always_asks(lantern, frames):
    taught = lantern.taught
    strict = Reader(replace(taught, thresholds=replace(taught.thresholds, alike=2.0, far_alike=2.0)))
    arrival = Arrival("here", "here", *frames, "G2", np.zeros((4, 2), np.float32))
    assert judged(strict, lantern.card_mm, arrival).outcome is Outcome.ASKED


@pytest.mark.parametrize("tilt_deg", [3, 20])
def test_a_card_is_right_at_every_fifteen_degrees(painted, one_look, tilt_deg):
    """imagehash 30, pokecollector 324: not only upright."""
    painter = painted(tilt_deg)
    bare = painter.frame(Scene())
    wrong, right = [], 0
    for step in range(24):
        card = LyingCard(CODES[(step * 3 + int(tilt_deg)) % 35], 300, 230, 15 * step)
        said = one_look(bare, painter.frame(Scene((card,)), step), card.code)
        right += said.outcome is Outcome.RIGHT
        wrong += [said] if said.outcome is Outcome.WRONG else []
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
        found[one_look(bare, shown, code).outcome] += 1
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
        found[one_look(bare, frame, code).outcome] += 1
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
        found[one_look(bare, painter.frame(Scene((card,)), number), code).outcome] += 1
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= 4


def judge_all(lantern, lantern_reader, seed, count):
    drawn = arrivals(seed, count, lantern.plates, lantern.card_mm)
    return outcomes(judged(lantern_reader, lantern.card_mm, arrival) for arrival in drawn)


def test_44_arrivals_have_none_wrong_and_93_per_cent_right(lantern, lantern_reader):
    found = judge_all(lantern, lantern_reader, 11, 44)
    assert found.total() == 44
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= 0.93 * 44


@pytest.mark.trials
def test_2000_arrivals_have_none_wrong_and_97_per_cent_right(lantern, lantern_reader):
    found = judge_all(lantern, lantern_reader, 13, 2000)
    assert len(DISTURBANCES) * A_TABLE <= 2000
    assert found[Outcome.WRONG] == 0
    assert found[Outcome.RIGHT] >= 0.97 * 2000
