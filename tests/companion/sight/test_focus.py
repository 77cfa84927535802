"""Blur measured on the markers: in millimetres, in any light, and where the markers are too soft to be found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.focus import blur_mm
from companion.sight.mat import Mat, mat_from_corners
from hardware.rehearsal.scene import Hand, Scene


def mat_of(painter) -> Mat:
    mat = mat_from_corners(painter.mat_corners().astype(np.float32))
    assert mat is not None
    return mat


@pytest.mark.parametrize("table", ["wood", "paper", "dark"])
@pytest.mark.parametrize("blur_px", [0.6, 2.0, 3.0, 5.0])
def test_blur_is_told_to_two_thirds_of_a_millimetre(painted, table, blur_px):
    draws = painted(blur_px=blur_px, table=table)
    found = blur_mm(draws.frame(Scene()), mat_of(draws))
    assert found == pytest.approx(max(0.5, blur_px / draws.lens.px_per_mm), abs=0.67)


def test_an_arm_over_a_marker_changes_nothing(painted):
    draws = painted()
    over = Scene(hands=(Hand(30, 440, height_mm=30),))
    assert blur_mm(draws.frame(over), mat_of(draws)) == blur_mm(draws.frame(Scene()), mat_of(draws))


def test_where_no_marker_is_nothing_is_said(painted):
    draws = painted(markers=False)
    assert blur_mm(draws.frame(Scene()), mat_of(draws)) is None
