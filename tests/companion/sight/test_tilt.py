"""How far a camera is tilted."""

import numpy as np
import pytest

from companion.sight.mat import mat_from_corners
from companion.sight.pixels import unit_quad
from companion.sight.tilt import tilt_deg
from hardware.rehearsal.lens import Lens

SIZE = (1280, 720)


@pytest.mark.parametrize("focal", [0.55, 0.8, 0.9, 1.15])
@pytest.mark.parametrize("towards", [0, 90, 200, 315])
@pytest.mark.parametrize("tilt", [0, 12, 25, 35, 45])
def test_the_tilt_is_told_to_three_degrees_whatever_the_lens_and_the_side(tilt, towards, focal):
    lens = Lens(SIZE, focal * SIZE[0], distance_mm=900 * focal + 300, tilt_deg=tilt, tilt_towards_deg=towards)
    mat = mat_from_corners(np.asarray(lens.project(unit_quad(800, 500)), np.float32))
    assert tilt_deg(mat, SIZE) == pytest.approx(tilt, abs=3)


def test_a_camera_that_is_turned_is_not_tilted():
    lens = Lens(SIZE, 1150, roll_deg=20)
    assert tilt_deg(mat_from_corners(np.asarray(lens.project(unit_quad(800, 500)), np.float32)), SIZE) < 3
