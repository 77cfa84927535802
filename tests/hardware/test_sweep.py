"""Where a lens is sharpest."""

import cv2
import numpy as np
import pytest

from hardware.sweep import NEAREST, TABLE, Sweep, sharpness


def swept(sweep, sharp_at, contrast=1.0):
    """Tells how sharp it is until it is over; gives where the lens was."""
    been = []
    while not sweep.is_over:
        been.append(sweep.position)
        sweep.see(1 + contrast / (0.2 + (sweep.position - sharp_at) ** 2))
    return been


@pytest.mark.parametrize("true", [0.5, 0.9, 1.2, 1.7, 2.9, 4.0])
def test_the_lens_comes_to_stand_within_a_fine_step_of_the_sharpest_place(true):
    sweep = Sweep(0.0, 10.0)
    been = swept(sweep, true)
    assert sweep.best == pytest.approx(true, abs=0.07)
    assert sweep.found
    assert len(been) <= 12


def test_it_stays_where_tables_are_and_where_the_lens_can_go():
    been = swept(Sweep(0.0, 32.0), 1.0)
    assert max(been) <= NEAREST
    narrow = swept(Sweep(1.0, 1.6), 1.3)
    assert (min(narrow), max(narrow)) == (1.0, 1.6)


def test_a_lens_that_counts_in_units_of_its_own_is_swept_over_all_of_them():
    sweep = Sweep(100.0, 1000.0)
    been = swept(sweep, 550.0)
    assert (been[0], max(been)) == (100.0, 1000.0)


def test_where_nothing_gets_sharper_the_lens_is_left_where_most_tables_are():
    sweep = Sweep(0.0, 10.0)
    swept(sweep, 3.0, contrast=0.01)
    assert not sweep.found
    assert sweep.best == TABLE


def test_the_more_a_picture_is_blurred_the_less_sharp_it_is():
    picture = np.random.default_rng(2).integers(0, 255, (120, 160, 3), np.uint8)
    measured = [sharpness(cv2.GaussianBlur(picture, (0, 0), sigma)) for sigma in (0.5, 1, 2, 4)]
    assert measured == sorted(measured, reverse=True)
    assert measured[0] > 2 * measured[2]
