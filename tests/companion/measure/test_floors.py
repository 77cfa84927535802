"""The yardsticks run, and tell times."""

from __future__ import annotations

import numpy as np

from companion.measure.floors import difference_floor, milliseconds, whole_frame_orb


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
