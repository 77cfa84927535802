"""One photo of a deck laid in rows: what the rows name, and what is said where a card isn't there."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.grid import Grid
from companion.wiring.gathering import Gathering
from hardware.rehearsal.grids import Layout, photographed
from hardware.rehearsal.light import Conditions
from models import ocr
from models.rows import LEAST_HEIGHT_PX, OddProportions, rows_named, shots_in, some_shots_in
from models.teaching import Unteachable


def taken(lantern, rows, **said):
    said = {"size": (1280, 960), "conditions": Conditions(), "table": "pale-wood", "seed": 5, **said}
    return photographed(lantern.plates, rows, lantern.card_mm, **said)


def is_there(shots, photo):
    """Whether each shot lies where the card of its name truly does."""
    for code, shot in shots.items():
        truth = photo.corners[code]
        height = float(np.linalg.norm(truth[3] - truth[0]))
        if float(np.linalg.norm(shot.quad.mean(axis=0) - truth.mean(axis=0))) > 0.02 * height:
            return False
    return True


def test_rows_are_suits_from_the_top():
    assert rows_named("R,Y,G,B,W") == ("R", "Y", "G", "B", "W")
    assert rows_named(" red, k ,rainbow,BACK") == ("R", "K", "M", "back")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no suit"),
        ("R,X", "'X' is no suit"),
        ("R,Y,red", "names R twice"),
        ("back", "names no suit"),
        ("R;Y", "is no suit"),
    ],
)
def test_rows_that_can_t_be_meant_are_told(text, said):
    with pytest.raises(Unteachable, match=said):
        rows_named(text)


@pytest.mark.slow
def test_cards_are_named_by_where_they_lie_in_any_order_of_suits(lantern):
    photo = taken(lantern, ("W", "K", "back"))
    shots = shots_in(photo.pixels, ("W", "K", "back"), "grid.jpg")
    assert sorted(shots) == sorted([f"{suit}{rank}" for suit in "WK" for rank in range(1, 6)] + ["back"])
    assert is_there(shots, photo)


@pytest.mark.slow
@pytest.mark.skipif(not ocr.is_there(), reason="tesseract is not installed")
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_photo_held_any_way_up_names_the_same_cards(lantern, quarters):
    photo = taken(lantern, ("R", "G"), layout=Layout(turned_share=0.0))
    shots = shots_in(np.ascontiguousarray(np.rot90(photo.pixels, quarters)), ("R", "G"), "grid.jpg")
    height, width = photo.pixels.shape[:2]
    for code, shot in shots.items():
        x, y = shot.quad.mean(axis=0)
        back = {0: (x, y), 1: (width - 1 - y, x), 2: (width - 1 - x, height - 1 - y), 3: (y, height - 1 - x)}[quarters]
        assert np.linalg.norm(np.array(back) - photo.corners[code].mean(axis=0)) < 5


@pytest.mark.slow
def test_cards_that_aren_t_there_are_named_with_their_place(lantern):
    photo = taken(lantern, ("R", "G"), layout=Layout(missing=("R3", "G5")))
    with pytest.raises(Unteachable, match=r"I can't find R3 \(row 1, place 3\), G5 \(row 2, place 5\) in grid.jpg"):
        shots_in(photo.pixels, ("R", "G"), "grid.jpg")
    some = some_shots_in(photo.pixels, ("R", "G"), "grid.jpg")
    assert sorted(some) == ["G1", "G2", "G3", "G4", "R1", "R2", "R4", "R5"]
    assert is_there(some, photo)


@pytest.mark.slow
def test_where_a_whole_column_isn_t_there_no_card_of_the_others_is_named(lantern):
    photo = taken(lantern, ("R", "G"), layout=Layout(missing=("R1", "G1")))
    with pytest.raises(Unteachable, match="I can't find"):
        some_shots_in(photo.pixels, ("R", "G"), "grid.jpg")


@pytest.mark.slow
def test_cards_that_overlap_are_named(lantern):
    photo = taken(lantern, ("R", "G"), layout=Layout(skew=0.5, pushed={"R3": (-24.0, 4.0)}))
    with pytest.raises(Unteachable, match=r"R2 and R3 overlap in grid.jpg: lay them apart"):
        shots_in(photo.pixels, ("R", "G"), "grid.jpg")


@pytest.mark.slow
def test_more_cards_than_named_are_told(lantern):
    photo = taken(lantern, ("R", "G", "W"))
    with pytest.raises(Unteachable, match=r"more cards in grid.jpg than the 10 of the rows named"):
        shots_in(photo.pixels, ("R", "G"), "grid.jpg")


@pytest.mark.slow
def test_a_bare_table_holds_no_grid():
    with pytest.raises(Unteachable, match=r"No grid of 2 rows is found in bare.jpg"):
        shots_in(np.full((600, 800, 3), 120, np.uint8), ("R", "G"), "bare.jpg")


@pytest.mark.slow
def test_cards_too_small_to_be_taught_are_told(lantern):
    photo = taken(lantern, ("R", "G"), size=(360, 270))
    with pytest.raises(Unteachable, match=rf"pixels high in grid.jpg: go nearer, {LEAST_HEIGHT_PX} are needed"):
        shots_in(photo.pixels, ("R", "G"), "grid.jpg")


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (40, 30)])
def test_a_picture_in_which_no_card_can_lie_is_told_by_its_size(size):
    with pytest.raises(Unteachable, match=rf"tiny.png is only {size[1]} x {size[0]} pixels large"):
        shots_in(np.zeros((*size, 3), np.uint8), ("R",), "tiny.png")


@pytest.mark.slow
@pytest.mark.parametrize("light", [210, 254])
def test_an_overexposed_photo_is_told_to_be_one(light):
    white = np.full((600, 800, 3), light, np.uint8)
    with pytest.raises(Unteachable, match=r"white.jpg is overexposed, .* dim the lamp"):
        shots_in(white, ("R", "G"), "white.jpg")


@pytest.mark.slow
def test_an_overexposed_grid_is_told_to_be_one(lantern):
    photo = taken(lantern, ("R", "G"))
    bright = np.clip(photo.pixels.astype(np.float32) * 6, 210, 255).astype(np.uint8)
    with pytest.raises(Unteachable, match="overexposed"):
        shots_in(bright, ("R", "G"), "grid.jpg")


@pytest.fixture
def odd(monkeypatch):
    """A grid in which a border was overlooked, whatever the photo."""
    found = Grid({(i, 0): np.zeros((4, 2), np.float32) for i in range(5)}, aspect=0.738, height_px=300)
    monkeypatch.setattr("models.rows.located_grid", lambda *_: found)
    monkeypatch.setattr("models.rows._upright", lambda shots, *_: shots)
    return np.zeros((400, 400, 3), np.uint8)


@pytest.mark.parametrize("look", [shots_in, some_shots_in])
def test_outlines_of_no_usual_card_s_proportions_are_refused(odd, look):
    with pytest.raises(OddProportions, match=r"no usual card's proportions \(74 % as wide as high\).*--card 61x88"):
        look(odd, ("R",), "grid.jpg")


def test_a_size_that_was_said_is_the_only_one_believed(odd):
    assert len(shots_in(odd, ("R",), "grid.jpg", [(59.0, 80.0)])) == 5
    with pytest.raises(OddProportions, match=r"isn't 63 x 88: it is 74 % as wide as high"):
        shots_in(odd, ("R",), "grid.jpg", [(63.0, 88.0)])


def test_a_coarser_picture_doesn_t_hide_that_a_border_was_overlooked(odd):
    with pytest.raises(OddProportions):
        Gathering(("R",)).add(odd)
