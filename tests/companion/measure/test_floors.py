"""The yardsticks run, and tell times."""

from __future__ import annotations

import numpy as np

from companion.eyes.eyes import Eyes
from companion.measure.floors import difference_floor, idle_figures, milliseconds, whole_frame_orb
from hardware.rehearsal.scene import LyingCard, Pile, Scene


def test_a_step_is_timed_once_for_each_round_and_once_before():
    calls = []
    assert milliseconds(lambda: calls.append(1), 5) >= 0
    assert len(calls) == 6


def test_the_difference_floor_is_a_time_and_changes_nothing():
    frames = [np.full((72, 128, 3), light, np.uint8) for light in (10, 200)]
    assert difference_floor(frames, 3) > 0
    assert frames[0].max() == 10


def test_orb_runs_over_a_frame_with_and_without_anything_to_find(lantern):
    faces = {code: lantern.plates[code] for code in ("R1", "B2")}
    assert whole_frame_orb(np.zeros((200, 300, 3), np.uint8) + 90, {"flat": np.zeros((99, 72, 3), np.uint8)}, 1) > 0
    frame = np.full((300, 400, 3), 60, np.uint8)
    frame[40:244, 60:204] = faces["R1"]
    assert whole_frame_orb(frame, faces, 1) > 0


def test_an_idle_frame_costs_no_more_than_it_may(painted, lantern, lantern_reader):
    """With grey at hand not more than one full-size difference, by colour alone eight of them; in quiet it is about
    half of each."""
    frame = painted().frame(Scene((LyingCard("R1", 120, 110, 4),), pile=Pile(20)))
    figures = idle_figures(lambda: Eyes(lantern_reader, lantern.card_mm), frame)
    assert figures["idle frame / absdiff and threshold"] < 8
    assert figures["idle frame with grey at hand / absdiff and threshold"] < 1.5  # 1, on a machine of its own
    assert 0 < figures["percent of a processor, idle at 10 frames a second"] < 20
    assert 0 < figures["percent of a processor, idle at 30 frames a second"] < 20
