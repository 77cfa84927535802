"""An outline moved until a taught face fits under it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.align import aligned
from companion.sight.pixels import brightest
from companion.sight.place import PX_PER_MM
from companion.sight.teach import small
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene


@pytest.fixture(scope="module")
def table(painted, flat):
    return flat(painted(blur_px=1.0), Scene((LyingCard("G4", 300, 200, 11),)))


TRUE = (rectangle(300, 200, 63, 88, 11) * PX_PER_MM).astype(np.float32)


@pytest.mark.parametrize("off", [(0, 0), (4, -3), (-5, 5)])
def test_a_displaced_outline_is_moved_onto_the_card(lantern, table, off):
    face = brightest(small(lantern.plates["G4"]))
    found = aligned(table, TRUE + np.float32(off), face)
    assert found is not None
    assert float(np.abs(found - TRUE).max()) < 1.5


def test_a_turned_outline_is_turned_onto_the_card(lantern, table):
    face = brightest(small(lantern.plates["G4"]))
    askew = (rectangle(300, 200, 63, 88, 14) * PX_PER_MM).astype(np.float32)
    found = aligned(table, askew, face)
    assert found is not None
    assert float(np.abs(found - TRUE).max()) < 1.5


def test_on_a_bare_plain_table_nothing_fits(lantern):
    face = brightest(small(lantern.plates["G4"]))
    assert aligned(np.full((500, 800, 3), 120, np.uint8), TRUE, face) is None


def test_an_outline_is_never_moved_far(lantern, table):
    """Half a card away is another place, not the same card."""
    face = brightest(small(lantern.plates["G4"]))
    start = TRUE + np.float32([50, 0])
    found = aligned(table, start, face)
    assert found is None or float(np.abs(found - start).max()) < 30
