"""One game's course as a drawing and a list: score, clue tokens and mistakes after every action.

    +-----------------+
    |          __---- | points, a solid line ending in a dot, on a scale of their own
    | ___------       |
    +-----------------+
    | - -   - - -     | clues, dashed, ending in a square; mistakes, dotted, ending in a triangle: one scale of tokens
    | . . . .  . .  . |
    +-----------------+

Law: read off the timeline's lines; the drawing says nothing that the list doesn't, and needs no colour to be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from web.reading import number_of

WIDE, HIGH = 340, 208
LEFT, RIGHT = 26.0, 312.0
POINTS_BAND, TOKENS_BAND = (12.0, 108.0), (132.0, 186.0)
_MOST_TOKENS = 8
_APART = 12.0
_EVERY = 10


@dataclass(frozen=True, slots=True)
class Moment:
    """After one action, 0 for the deal."""

    n: int
    say: str
    points: int
    clues: int
    fuses: int
    deck: int
    is_final: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the drawing. `path`: as SVG wants it; `x`, `y`: its end; `at`: where the value there is written."""

    path: str
    x: float
    y: float
    at: float
    last: int


@dataclass(frozen=True, slots=True)
class Course:
    """The moments in order, and the drawing. `lowest`, `most`: the scale of the points; `marks`: every tenth line, with
    where it stands; `final_from`: where the final round begins, None where there was none.
    """

    moments: tuple[Moment, ...]
    points: Line
    clues: Line
    fuses: Line
    lowest: int
    most: int
    zero: float
    marks: tuple[tuple[float, int], ...]
    final_from: float | None


def course(timeline: Sequence[Mapping[str, object]], perfect: object) -> Course:
    """The course of a timeline, the deal at least. `perfect`: the most points that the deck can give."""
    moments = tuple(_moment(line) for line in timeline)
    most = perfect if isinstance(perfect, int) else 25
    lowest = min(0, *(moment.points for moment in moments), 0)
    points = _line([moment.points for moment in moments], lowest, most, POINTS_BAND)
    clues = _line([moment.clues for moment in moments], 0, _MOST_TOKENS, TOKENS_BAND)
    fuses = _line([moment.fuses for moment in moments], 0, _MOST_TOKENS, TOKENS_BAND)
    last = len(moments) - 1
    final = next((n for n, moment in enumerate(moments) if moment.is_final), None)
    return Course(
        moments=moments,
        points=points,
        clues=_kept_apart(clues, fuses),
        fuses=_kept_apart(fuses, clues),
        lowest=lowest,
        most=most,
        zero=_y(0, lowest, most, POINTS_BAND),
        marks=tuple((_x(n, last), n) for n in range(_EVERY, last + 1, _EVERY)),
        final_from=None if final is None else _x(final, last),
    )


def _moment(line: Mapping[str, object]) -> Moment:
    return Moment(
        n=number_of(line, "n") or 0,
        say=str(line.get("say", "")),
        points=number_of(line, "points") or 0,
        clues=number_of(line, "clues") or 0,
        fuses=number_of(line, "fuses") or 0,
        deck=number_of(line, "deck") or 0,
        is_final=line.get("final_turns") is not None,
    )


def _x(n: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * n / max(1, last), 1)


def _y(value: int, lowest: int, most: int, band: tuple[float, float]) -> float:
    top, ground = band
    return round(ground - (ground - top) * (min(max(value, lowest), most) - lowest) / max(1, most - lowest), 1)


def _line(values: Sequence[int], lowest: int, most: int, band: tuple[float, float]) -> Line:
    """A line in steps: a value stands until the next action changes it."""
    last = len(values) - 1
    y = _y(values[0], lowest, most, band)
    path = f"M{LEFT} {y}"
    for n, value in enumerate(values[1:], start=1):
        before, y = y, _y(value, lowest, most, band)
        if y != before:
            path += f"H{_x(n, last)}V{y}"
    return Line(f"{path}H{RIGHT}", RIGHT, y, y, values[-1])


def _kept_apart(line: Line, other: Line) -> Line:
    """Where two values would be written over each other, each gives way."""
    gap = line.y - other.y
    if abs(gap) >= _APART:
        return line
    is_below = gap > 0 or (gap == 0 and line is not other and line.path > other.path)
    move = (_APART - abs(gap)) / 2
    return Line(line.path, line.x, line.y, line.y + (move if is_below else -move), line.last)
