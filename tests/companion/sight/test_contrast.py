"""Cards and tables that look alike are told; those that don't are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.sight.contrast import looks_alike, paper_white
from companion.sight.mat import Mat, markers, mat_from_corners, mat_from_markers
from hardware.rehearsal.scene import Scene

TABLES = ("wood", "pale-wood", "dark", "grey", "navy", "felt", "paper", "checked", "varnish")


def seen(painter):
    frame = painter.frame(Scene())
    mat = mat_from_markers(markers(frame))
    assert mat is not None
    return frame, mat, mat.table(frame, 0.4, (0, 0, 800, 500))


def bordered(faces, colour, share=0.05):
    """The faces with a border of one colour."""
    wide = round(share * 204)
    return [cv2.rectangle(face.copy(), (0, 0), (face.shape[1], face.shape[0]), colour, 2 * wide) for face in faces]


@pytest.mark.parametrize("table", TABLES)
def test_the_shipped_deck_differs_from_every_drawn_table(painted, lantern, table):
    assert not looks_alike(*seen(painted(table=table)), list(lantern.plates.values()))


@pytest.mark.parametrize(
    ("table", "border", "alike"),
    [
        ("paper", (255, 255, 255), True),
        ("paper", (20, 20, 20), False),
        ("dark", (34, 32, 32), True),
        ("dark", (255, 255, 255), False),
        ("navy", (76, 45, 32), True),
        ("pale-wood", (255, 255, 255), False),
    ],
)
def test_a_border_like_the_table_is_told_in_any_light(painted, lantern, table, border, alike):
    faces = bordered(lantern.plates.values(), border)
    for light in ({}, {"cast": (0.7, 0.95, 1.15)}, {"exposure": 0.7}):
        assert looks_alike(*seen(painted(table=table, **light)), faces) is alike


def test_without_markers_nothing_is_said(painted, lantern):
    draws = painted(table="paper", markers=False)
    frame = draws.frame(Scene())
    mat = mat_from_corners(draws.mat_corners().astype(np.float32))
    assert mat is not None
    assert paper_white(frame, mat) is None
    assert not looks_alike(frame, mat, frame, bordered(lantern.plates.values(), (255, 255, 255)))


def test_in_the_dark_nothing_is_said(painted, lantern):
    frame, mat, table = seen(painted(table="paper"))
    dark = Mat(mat.to_pixels, mat.size_mm, mat.markers)
    assert paper_white(np.zeros_like(frame), dark) is None
    assert not looks_alike(np.zeros_like(frame), dark, table, list(lantern.plates.values()))
