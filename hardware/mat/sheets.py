"""Which shapes come onto which sheet: the four markers on one, or the whole mat tiled over several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from companion.errors import Unreadable
from companion.sight.mat import MARKER_MM
from companion.table.layout import DEFAULT_ZONES, Area
from companion.table.placements import Zone
from hardware.mat.shapes import BLACK, PALE, QUIET_MM, Line, Shape, Words, arrow_up, frame, marker

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
CORNERS = ("top left", "top right", "bottom right", "bottom left")
MARGIN_MM = 8.0
OVERLAP_MM = 10.0

_PIECE = MARKER_MM + 2 * QUIET_MM
_FOOT = 12.0
_RULER = 100.0


class NoSuchMat(Unreadable):
    """A mat that can't be printed so."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page. `size`: width, height. `shapes` end at the `window` (left, top, width, height), `notes` don't."""

    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    window: tuple[float, float, float, float]
    notes: tuple[Shape, ...] = ()


def corner_sheet(paper: str, mat_mm: tuple[float, float]) -> Sheet:
    """The four markers, each in a piece to cut out, lying as they belong on the table."""
    width, height = PAPERS[paper]
    gap = 12.0
    left, top = (width - 2 * _PIECE - gap) / 2, 62.0
    shapes: list[Shape] = [*_how_to(mat_mm, left, 20.0)]
    for number, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        shapes += _piece(number, left + column * (_PIECE + gap), top + row * (_PIECE + _FOOT + gap))
    return Sheet((width, height), tuple(shapes), (0.0, 0.0, width, height))


def _how_to(mat_mm: tuple[float, float], left: float, top: float) -> Iterator[Shape]:
    sentences = (
        "Print at 100 % (actual size). The line below is 100 mm long: measure it.",
        "Cut along the dashed lines. Lay each piece at its corner, arrows to the top of the camera's picture.",
        f"From centre to centre of the black squares: {mat_mm[0]:g} mm across, {mat_mm[1]:g} mm down.",
    )
    for number, sentence in enumerate(sentences):
        yield Words(left, top + 6.5 * number, sentence, 3.6, BLACK)
    yield Line(left, top + 24, left + _RULER, top + 24, BLACK)
    for end in (left, left + _RULER):
        yield Line(end, top + 21, end, top + 27, BLACK)


def _piece(number: int, left: float, top: float) -> Iterator[Shape]:
    """A marker, and under it its number, its corner and which way is up."""
    yield from marker(number, left + _PIECE / 2, top + _PIECE / 2)
    yield from frame(left, top, _PIECE, _PIECE + _FOOT, cut=True)
    yield from arrow_up(left + _PIECE - 8, top + _PIECE, 8.0)
    yield Words(left + QUIET_MM, top + _PIECE + 6, f"{number}  {CORNERS[number]}", 4.5, BLACK)


def whole_mat(mat_mm: tuple[float, float], zones: Mapping[Zone, Area] = DEFAULT_ZONES) -> list[Shape]:
    """The mat with these zones, from the top left centre. Raises NoSuchMat where the zones don't fit it."""
    width, height = mat_mm
    right, bottom = (max(getattr(area, side) for area in zones.values()) for side in ("right", "bottom"))
    if width < right or height < bottom:
        raise NoSuchMat(
            f"The zones need a mat of {right:g} x {bottom:g} mm, and this is {width:g} x {height:g}: "
            "print it larger, or the markers alone without --zones."
        )
    shapes: list[Shape] = []
    for zone, area in zones.items():
        shapes += frame(area.left, area.top, area.right - area.left, area.bottom - area.top, PALE)
        shapes.append(Words(area.left + 4, area.bottom - 4, zone.value, 6.0, PALE))
    for number, (x, y) in enumerate(((0, 0), (width, 0), (width, height), (0, height))):
        shapes += marker(number, x, y)
    return shapes


def mat_sheets(paper: str, mat_mm: tuple[float, float], zones: Mapping[Zone, Area] = DEFAULT_ZONES) -> list[Sheet]:
    """The whole mat over as few sheets of this paper as it takes, row by row; no marker is cut in two."""
    shapes = whole_mat(mat_mm, zones)
    whole = (mat_mm[0] + _PIECE, mat_mm[1] + _PIECE)
    size = _turned_best(PAPERS[paper], whole)
    columns, rows = _counts(size, whole)
    tile = _tile_side(whole[0], columns), _tile_side(whole[1], rows)
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return [_tile(shapes, size, tile, place, (columns, rows)) for place in places]


def _turned_best(paper: tuple[float, float], whole: tuple[float, float]) -> tuple[float, float]:
    """The paper upright or across, whichever takes fewer sheets."""
    across, up = sorted(paper, reverse=True), sorted(paper)
    ways = [(across[0], across[1]), (up[0], up[1])]
    return min(ways, key=lambda size: _counts(size, whole)[0] * _counts(size, whole)[1])


def _counts(size: tuple[float, float], whole: tuple[float, float]) -> tuple[int, int]:
    steps = [side - 2 * MARGIN_MM - OVERLAP_MM for side in size]
    return max(1, ceil((whole[0] - OVERLAP_MM) / steps[0])), max(1, ceil((whole[1] - OVERLAP_MM) / steps[1]))


def _tile_side(whole: float, count: int) -> float:
    """All tiles alike, so that none is a sliver that cuts a marker."""
    return (whole + (count - 1) * OVERLAP_MM) / count


def _tile(
    shapes: Sequence[Shape],
    size: tuple[float, float],
    tile: tuple[float, float],
    at: tuple[int, int],
    counts: tuple[int, int],
) -> Sheet:
    """The tile in this column and row, with what to cut and where to glue."""
    shift = [MARGIN_MM + _PIECE / 2 - k * (side - OVERLAP_MM) for k, side in zip(at, tile, strict=True)]
    moved = tuple(shape.moved(shift[0], shift[1]) for shape in shapes)
    return Sheet(size, moved, (MARGIN_MM, MARGIN_MM, *tile), tuple(_notes(tile, at, counts)))


def _notes(tile: tuple[float, float], at: tuple[int, int], counts: tuple[int, int]) -> Iterator[Shape]:
    """The tile's outline to cut along, which sheet it is, and the strips that the next sheets are glued on."""
    (column, row), (columns, rows) = at, counts
    number = row * columns + column + 1
    right, bottom = MARGIN_MM + tile[0], MARGIN_MM + tile[1]
    yield from frame(MARGIN_MM, MARGIN_MM, *tile, cut=True)
    name = f"Sheet {number} of {columns * rows}: row {row + 1}, column {column + 1}"
    yield Words(MARGIN_MM + 2, MARGIN_MM - 2, f"{name}. Print at 100 %, cut along the dashes.", 3.0)
    if column + 1 < columns:
        yield Line(right - OVERLAP_MM, MARGIN_MM, right - OVERLAP_MM, bottom, PALE)
        yield Words(right - OVERLAP_MM + 1, MARGIN_MM + tile[1] / 2, f"glue {number + 1}", 2.5)
    if row + 1 < rows:
        yield Line(MARGIN_MM, bottom - OVERLAP_MM, right, bottom - OVERLAP_MM, PALE)
        yield Words(MARGIN_MM + tile[0] / 2, bottom - OVERLAP_MM + 5, f"glue {number + columns} here", 2.5)
