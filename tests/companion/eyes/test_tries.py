"""A reader that remembers what it was offered reads as any other."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.tries import NotedReader, best_classes
from companion.sight.rectify import OUTLINES
from hardware.rehearsal.scene import LyingCard, Scene

CARD = LyingCard("R1", 120, 110, 4)


@pytest.fixture
def noted(lantern_reader):
    return NotedReader(lantern_reader.taught)


@pytest.fixture(scope="module")
def table(painted, flat):
    return flat(painted(noise=0.5), Scene((CARD,)))


@pytest.fixture(scope="module")
def quad():
    turn = np.radians(CARD.turn_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) @ axes + (CARD.x_mm, CARD.y_mm)
    return (corners * 1.6).astype(np.float32)


def test_it_reads_the_same(noted, lantern_reader, table, quad):
    mine, usual = noted.match(table, [quad]), lantern_reader.match(table, [quad])
    assert (mine.code, mine.is_clear, mine.distance) == (usual.code, usual.is_clear, usual.distance)
    assert mine.code == "R1"


def test_what_it_was_offered_is_told_once_by_kind(noted, table, quad):
    noted.match(table, [quad + 60, quad + 90])
    kinds = [one.kind for one in noted.taken()]
    assert kinds == [outline.name for outline in OUTLINES for _ in range(2)]
    assert noted.taken() == []


def test_the_nearest_classes_are_told_nearest_first(lantern_reader, table, quad):
    scores = best_classes(lantern_reader.taught, table, quad)
    assert scores[0].code == "R1"
    assert [one.distance for one in scores] == sorted(one.distance for one in scores)
    assert scores[0].alike == max(one.alike for one in scores)
    assert len(scores) == 5


def test_they_are_the_same_for_a_card_upside_down(lantern_reader, table, quad):
    upright, turned = (best_classes(lantern_reader.taught, table, np.roll(quad, n, axis=0)) for n in (0, 2))
    assert [one.code for one in upright] == [one.code for one in turned]
