"""What looking costs: the gate before all else, no room asked for that a frame would fill, nothing kept for ever."""

from __future__ import annotations

import tracemalloc
from itertools import cycle, islice

import pytest

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene

CARDS = (LyingCard("R1", 120, 110, 4), LyingCard("B4", 300, 110, -5))
FPS = 10
FRAME_BYTES = 1280 * 720 * 3


@pytest.fixture(scope="module")
def pictures(painted):
    """A table that lies still, and one over which a hand goes to and fro."""
    painter = painted()
    still = [painter.frame(Scene(CARDS, pile=Pile(20)), n / FPS) for n in range(6)]
    hands = [Hand(300 + 40 * n, 300, height_mm=30, velocity_mm_s=(300, 0)) for n in (0, 1, 2, 1)]
    return still, [painter.frame(Scene(CARDS, (hand,), Pile(20)), n / FPS) for n, hand in enumerate(hands)]


@pytest.fixture
def eyes(lantern, lantern_reader, pictures):
    """Eyes that believe that table already, and the number of the frame that comes next."""
    watching = Eyes(lantern_reader, lantern.card_mm)
    for index, pixels in enumerate(islice(cycle(pictures[0]), 20)):
        watching.look(Frame(pixels, index / FPS, index))
    return watching


def asked_for(eyes, pictures, first, count):
    """The most room that each look asked for at once, as a share of a frame's, smallest first."""
    most = []
    for index, pixels in enumerate(islice(cycle(pictures), count), first):
        tracemalloc.start()
        try:
            eyes.look(Frame(pixels, index / FPS, index))
            most.append(tracemalloc.get_traced_memory()[1] / FRAME_BYTES)
        finally:
            tracemalloc.stop()
    return sorted(most)


def test_most_frames_on_which_nothing_moves_ask_for_next_to_nothing(eyes, pictures):
    shares = asked_for(eyes, pictures[0], 20, 30)
    assert shares[15] < 0.01
    assert shares[-1] < 0.5  # a glance, three times a second


def test_frames_on_which_a_hand_moves_ask_for_less_than_a_quarter_of_their_room(eyes, pictures):
    shares = asked_for(eyes, pictures[1], 20, 20)
    assert shares[10] < 0.25
    assert shares[-1] < 0.5  # now and then the markers are looked for, and how sharp they are


def test_the_small_picture_is_made_only_where_something_moves_or_a_glance_is_due(
    lantern, lantern_reader, pictures, monkeypatch
):
    eyes = Eyes(lantern_reader, lantern.card_mm)
    made = []
    flatten = eyes._small_table.of
    monkeypatch.setattr(eyes._small_table, "of", lambda frame, mat: made.append(0) or flatten(frame, mat))
    for index, pixels in enumerate(islice(cycle(pictures[0]), 300)):
        eyes.look(Frame(pixels, index / 30, index))
        if index == 59:
            made.clear()
    assert 20 <= len(made) <= 40  # eight seconds at three glances a second, of 240 frames


def test_nothing_is_kept_of_frames_that_have_passed(eyes, pictures):
    """Its size after 300 frames is that after 100."""
    still, moving = pictures
    frames = cycle([*still * 3, *moving])
    sizes = []
    tracemalloc.start()
    try:
        for index, pixels in enumerate(islice(frames, 300), 20):
            eyes.look(Frame(pixels, index / FPS, index))
            if index in (119, 319):
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[1] - sizes[0] < 300_000
