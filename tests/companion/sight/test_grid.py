"""The cards of a grid in one photo: each to a hundredth of its side, or it is among those that aren't found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.grid import located_grid
from hardware.rehearsal.grids import Layout, photographed
from hardware.rehearsal.light import Conditions
from models.drawing import HELD_OUT, draw_deck

pytestmark = pytest.mark.slow

ROWS = ("R", "W")
WANTED = [(column, row) for row in range(2) for column in range(5)]
CALM = Conditions()


def taken(lantern, *, rows=ROWS, table="pale-wood", seed=3, **said):
    said = {"size": (1280, 960), "conditions": CALM, **said}
    return photographed(lantern.plates, rows, lantern.card_mm, seed, table=table, **said)


def worst(quads, photo, rows=ROWS):
    """The farthest corner of all, in card heights."""
    off = []
    for (column, row), quad in quads.items():
        truth = photo.corners[f"{rows[row]}{column + 1}"]
        height = float(np.linalg.norm(truth[3] - truth[0]))
        ways = (np.roll(quad, -2 * way, axis=0) for way in (0, 1))
        off.append(min(float(np.linalg.norm(way - truth, axis=1).max()) for way in ways) / height)
    return max(off)


@pytest.mark.parametrize("table", ["wood", "paper", "felt", "navy"])
def test_every_card_is_found_to_a_hundredth_of_its_side(lantern, table):
    photo = taken(lantern, table=table)
    grid = located_grid(photo.pixels, WANTED)
    assert sorted(grid.quads) == sorted(WANTED)
    assert worst(grid.quads, photo) < 0.01
    assert (grid.extra, grid.overlapping) == ((), ())
    assert grid.aspect == pytest.approx(63 / 88, rel=0.03)


def test_cells_without_a_card_are_not_found_and_the_others_are(lantern):
    photo = taken(lantern, layout=Layout(missing=("R3", "W5")))
    grid = located_grid(photo.pixels, WANTED)
    assert sorted(set(WANTED) - set(grid.quads)) == [(2, 0), (4, 1)]
    assert worst(grid.quads, photo) < 0.01


def test_a_row_more_than_named_is_told(lantern):
    photo = taken(lantern, rows=("R", "W", "G"))
    assert located_grid(photo.pixels, WANTED).extra != ()


def test_cards_that_overlap_are_told(lantern):
    photo = taken(lantern, layout=Layout(skew=0.5, pushed={"R3": (-24.0, 4.0)}))
    assert ((1, 0), (2, 0)) in located_grid(photo.pixels, WANTED).overlapping


def test_cards_on_their_side_are_counted_from_a_corner_of_their_own(lantern):
    upright, turned = taken(lantern), taken(lantern)
    on_side = located_grid(np.ascontiguousarray(np.rot90(turned.pixels)), WANTED)
    assert sorted(on_side.quads) == sorted(WANTED)
    assert on_side.height_px == pytest.approx(located_grid(upright.pixels, WANTED).height_px, rel=0.02)


@pytest.mark.parametrize("table", ["checked", "wood", "paper"])
def test_a_bare_table_has_no_grid(lantern, table):
    everything = tuple(f"{row}{rank}" for row in ROWS for rank in range(1, 6))
    photo = taken(lantern, table=table, layout=Layout(missing=everything))
    assert located_grid(photo.pixels, WANTED).quads == {}


def test_a_picture_of_nothing_has_no_grid():
    assert located_grid(np.full((480, 640, 3), 90, np.uint8), WANTED).quads == {}


@pytest.mark.parametrize(
    ("style", "table", "size", "rows", "seed"),
    [
        ("navy", "paper", (1920, 1080), "RYGBW", 44_066),
        ("noon", "navy", (1600, 1200), "WBGYRM", 41_045),
        ("harbour", "dark", (1200, 1600), "WBGYRM", 44_022),
    ],
)
def test_faces_that_pull_aside_faint_lines_beside_clear_ones_and_frames_within_hide_no_card(
    style, table, size, rows, seed
):
    """Of the first 17 of 25 were found, fireworks of other cards pulling faces aside; of the second 11 of 30, 5 % too
    high, by a line of the table's beside two of their sides; of the third none: two rows were found by the frames
    within their borders, and perspective explained that."""
    drawn = next(one for one in HELD_OUT if one.name == style)
    faces = draw_deck(drawn, size=(round(drawn.card_mm[0] * 6), round(drawn.card_mm[1] * 6)))
    photo = photographed(faces, tuple(rows), drawn.card_mm, seed, table=table, size=size)
    wanted = [(column, row) for row in range(len(rows)) for column in range(5)]
    grid = located_grid(photo.pixels, wanted)
    assert sorted(grid.quads) == sorted(wanted)
    assert worst(grid.quads, photo, rows) < 0.01
