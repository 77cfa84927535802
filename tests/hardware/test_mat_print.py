"""The mat on paper: markers of the right size at the right places, however many sheets it takes."""

import shutil
import subprocess

import cv2
import numpy as np
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.sight.mat import markers, mat_from_markers
from companion.table.layout import DEFAULT_ZONES, Area
from companion.table.placements import Zone
from hardware.mat.pdf import pdf
from hardware.mat.shapes import Rect, Words
from hardware.mat.sheets import MARGIN_MM, OVERLAP_MM, PAPERS, NoSuchMat, corner_sheet, mat_sheets, whole_mat

PX_PER_MM = 4
DEFAULT = (800.0, 500.0)


def painted(shapes, size, origin=(0.0, 0.0)):
    """The rectangles among these shapes as a picture of `size` mm, whose top left is at `origin`."""
    width, height = (round(side * PX_PER_MM) for side in size)
    paper = np.full((height, width, 3), 255, np.uint8)
    for shape in shapes:
        if isinstance(shape, Rect):
            left, top = ((a - o) * PX_PER_MM for a, o in zip((shape.left, shape.top), origin, strict=True))
            right, bottom = left + shape.width * PX_PER_MM, top + shape.height * PX_PER_MM
            paper[max(0, round(top)) : round(bottom), max(0, round(left)) : round(right)] = round(255 * shape.shade)
    return paper


def found_mm(picture, px_per_mm=PX_PER_MM):
    """Number of each marker in a picture to its corners in millimetres."""
    return {number: (quad + 0.5) / px_per_mm for number, quad in markers(picture).items()}


def sides(quad):
    return np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_four_markers_are_40_mm_upright_and_where_they_belong(paper):
    sheet = corner_sheet(paper, DEFAULT)
    found = found_mm(painted(sheet.shapes, sheet.size))
    assert sorted(found) == [0, 1, 2, 3]
    for quad in found.values():
        assert sides(quad) == pytest.approx([40] * 4, abs=0.3)
        assert quad[0] == pytest.approx(quad.min(axis=0), abs=0.3)  # its own top left is the paper's
    centres = {number: quad.mean(axis=0) for number, quad in found.items()}
    across, down = centres[1] - centres[0], centres[3] - centres[0]
    assert centres[2] == pytest.approx(centres[0] + across + down, abs=0.3)
    assert (across[0] > 60, across[1]) == (True, pytest.approx(0, abs=0.3))
    assert (down[0], down[1] > 60) == (pytest.approx(0, abs=0.3), True)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_the_sheet_of_markers_runs_off_its_edge(paper):
    sheet = corner_sheet(paper, DEFAULT)
    width, height = sheet.size
    for shape in sheet.shapes:
        if isinstance(shape, Words):
            assert shape.x + stringWidth(shape.text, "Helvetica", shape.size) < width - 8
        if isinstance(shape, Rect):
            assert 5 < shape.left < shape.left + shape.width < width - 5
            assert 5 < shape.top < shape.top + shape.height < height - 12


def test_each_piece_says_its_number_its_corner_and_how_far_apart():
    words = [shape.text for shape in corner_sheet("a4", (700.0, 450.0)).shapes if isinstance(shape, Words)]
    assert {"0  top left", "1  top right", "2  bottom right", "3  bottom left"} <= set(words)
    assert any("700 mm across, 450 mm down" in text for text in words)


def test_the_companion_finds_its_own_mat_on_the_drawing():
    mat = mat_from_markers(markers(painted(whole_mat(DEFAULT), (860, 560), (-30, -30))))
    assert mat is not None
    expected = (np.array([[0, 0], [800, 0], [800, 500], [0, 500]]) + 30) * PX_PER_MM
    assert np.abs(mat.corners_px - expected).max() < 1.5


def on_the_table(sheets, columns):
    """The sheets glued together: each window pasted over the last one's overlap."""
    across, down = sheets[0].window[2:]
    rows = len(sheets) // columns
    size = (across + (columns - 1) * (across - OVERLAP_MM), down + (rows - 1) * (down - OVERLAP_MM))
    table = painted([], size)
    for number, sheet in enumerate(sheets):
        row, column = divmod(number, columns)
        tile = painted(sheet.shapes, sheet.window[2:], sheet.window[:2])
        top, left = (round(k * (s - OVERLAP_MM) * PX_PER_MM) for k, s in ((row, down), (column, across)))
        part = table[top : top + tile.shape[0], left : left + tile.shape[1]]
        part[:] = tile[: part.shape[0], : part.shape[1]]
    return table


@pytest.mark.parametrize(("paper", "columns"), [("a4", 4), ("a3", 4), ("letter", 4)])
def test_the_sheets_glued_together_are_the_mat(paper, columns):
    found = found_mm(on_the_table(mat_sheets(paper, DEFAULT), columns))
    corners = np.array([found[number].mean(axis=0) for number in range(4)]) - 30
    assert np.abs(corners - [[0, 0], [800, 0], [800, 500], [0, 500]]).max() < 0.6
    assert all(sides(quad) == pytest.approx([40] * 4, abs=0.4) for quad in found.values())


@pytest.mark.parametrize("size", [DEFAULT, (760.0, 485.0), (1000.0, 600.0)])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_marker_is_whole_on_one_sheet_and_every_window_within_the_margins(paper, size):
    whole = [number for sheet in mat_sheets(paper, size) for number in found_mm(painted_window(sheet))]
    assert sorted(whole) == [0, 1, 2, 3]
    for sheet in mat_sheets(paper, size):
        left, top, width, height = sheet.window
        assert (left, top) == (MARGIN_MM, MARGIN_MM)
        assert left + width <= sheet.size[0] - MARGIN_MM + 1e-6
        assert top + height <= sheet.size[1] - MARGIN_MM + 1e-6


def painted_window(sheet):
    return painted(sheet.shapes, sheet.window[2:], sheet.window[:2])


def test_sheets_say_which_they_are_and_what_is_glued_where():
    sheets = mat_sheets("a4", DEFAULT)
    said = [[shape.text for shape in sheet.notes if isinstance(shape, Words)] for sheet in sheets]
    assert said[0][0].startswith("Sheet 1 of 12: row 1, column 1.")
    assert said[0][1:] == ["glue 2", "glue 5 here"]
    assert said[11][1:] == []


def test_a_mat_too_small_for_its_zones_is_refused():
    with pytest.raises(NoSuchMat, match="The zones need a mat of 760 x 485 mm"):
        mat_sheets("a4", (600.0, 400.0))


@pytest.mark.skipif(shutil.which("gs") is None and shutil.which("pdftoppm") is None, reason="no renderer of PDF here")
def test_the_pdf_shows_the_markers_at_true_size(tmp_path):
    path, dpi = tmp_path / "mat.pdf", 100
    path.write_bytes(pdf([corner_sheet("a4", DEFAULT)], "mat"))
    if shutil.which("gs"):
        words = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=png16m", f"-r{dpi}", f"-sOutputFile={tmp_path}/mat.png"]
    else:
        words = ["pdftoppm", "-r", str(dpi), "-singlefile", "-png"]
    subprocess.run([*words, str(path), *([] if words[0] == "gs" else [f"{tmp_path}/mat"])], check=True)
    page = cv2.imread(str(tmp_path / "mat.png"))
    assert page.shape[:2] == pytest.approx((297 / 25.4 * dpi, 210 / 25.4 * dpi), abs=1.5)
    found = found_mm(page, dpi / 25.4)
    assert sorted(found) == [0, 1, 2, 3]
    assert all(sides(quad) == pytest.approx([40] * 4, abs=0.4) for quad in found.values())


def test_zones_that_were_moved_are_printed_where_they_lie():
    moved = {**DEFAULT_ZONES, Zone.DECK: Area(20.0, 250.0, 140.0, 460.0)}
    words = {shape.text: shape.x for shape in whole_mat(DEFAULT, moved) if isinstance(shape, Words)}
    assert words["deck"] == 24.0
    assert words["fireworks"] == DEFAULT_ZONES[Zone.FIREWORKS].left + 4
