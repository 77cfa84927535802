"""Memory stays flat however long an evening is: cards come and go, hands pass, and nothing is kept of it."""

from __future__ import annotations

import os
from itertools import cycle, islice
from pathlib import Path

import pytest

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene

FPS = 15
LIES_S = 20
MOST_MB = 5.0
STATUS = Path("/proc/self/statm")
pytestmark = pytest.mark.skipif(not STATUS.exists(), reason="this system doesn't tell how much memory a process has")


def rss_mb():
    """What this process holds of the memory now."""
    return int(STATUS.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture(scope="module")
def pictures(painted):
    """An evening without end out of a few pictures: each table lies there for a while, then a hand passes."""
    painter = painted()
    cards = [LyingCard("R1", 120, 110, 4), LyingCard("B4", 300, 110, -5), LyingCard("G2", 130, 330, 12)]
    drawn = []
    for count in (0, 1, 2, 3, 2, 1):
        lying = tuple(cards[:count])
        hands = [Hand(150 + 120 * n, 260, height_mm=30, velocity_mm_s=(400, 0)) for n in range(4)]
        still = [painter.frame(Scene(lying, pile=Pile(20)), n / FPS) for n in range(4)]
        drawn.append((still, [painter.frame(Scene(lying, (hand,), Pile(20)), 0.0) for hand in hands]))
    return drawn


def evening(pictures):
    for still, passing in cycle(pictures):
        yield from islice(cycle(still), LIES_S * FPS)
        yield from passing


@pytest.mark.parametrize("frames", [3_000, pytest.param(100_000, marks=pytest.mark.trials)])
def test_memory_is_flat(lantern, lantern_reader, pictures, frames):
    eyes = Eyes(lantern_reader, lantern.card_mm)
    told, early, early_mb = 0, max(2_000, frames // 10), 0.0
    for index, pixels in enumerate(islice(evening(pictures), frames)):
        told += len(eyes.look(Frame(pixels, index / FPS, index)).places)
        if index == early:
            early_mb = rss_mb()
    print(  # noqa: T201 because a trial is read by its figures
        f"after {early} frames {early_mb:.1f} MB, after {frames} {rss_mb():.1f} MB; {told} changes told"
    )
    assert told >= frames // (LIES_S * FPS + 4) - 1
    assert rss_mb() - early_mb < MOST_MB
