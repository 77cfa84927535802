"""One game's course as a drawing and a list: score, clues, mistakes and pile after every action.

Law: read off the timeline's lines; the drawing says nothing that the list doesn't.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from web.reading import number_of

WIDE, HIGH = 320.0, 120.0
_ALL_CLUES, _ALL_FUSES = 8, 3


@dataclass(frozen=True, slots=True)
class Moment:
    """After one action, 0 for the deal."""

    n: int
    say: str
    points: int
    clues: int
    fuses: int
    deck: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the drawing. `points`: as an SVG polyline wants them; `last`: the value at its end."""

    name: str
    points: str
    last: int
    most: int


@dataclass(frozen=True, slots=True)
class Course:
    """The moments in order, and the four lines, each drawn on its own scale from 0 to the most it can be."""

    moments: tuple[Moment, ...]
    lines: tuple[Line, ...]


def course(timeline: Sequence[Mapping[str, object]], perfect: object) -> Course:
    """The course of a timeline. `perfect`: the most points that the deck can give."""
    moments = tuple(_moment(line) for line in timeline)
    deck = max((moment.deck for moment in moments), default=0)
    most = perfect if isinstance(perfect, int) else 25
    lines = (
        _line("Points", [moment.points for moment in moments], most),
        _line("Clues", [moment.clues for moment in moments], _ALL_CLUES),
        _line("Mistakes", [moment.fuses for moment in moments], _ALL_FUSES),
        _line("To draw", [moment.deck for moment in moments], deck),
    )
    return Course(moments, lines)


def _moment(line: Mapping[str, object]) -> Moment:
    numbers = [number_of(line, key) or 0 for key in ("points", "clues", "fuses", "deck")]
    return Moment(number_of(line, "n") or 0, str(line.get("say", "")), *numbers)


def _line(name: str, values: Sequence[int], most: int) -> Line:
    """Points below 0 lie on the ground."""
    step, top = WIDE / max(1, len(values) - 1), max(1, most)
    pairs = (f"{n * step:.1f},{HIGH - HIGH * min(max(value, 0), top) / top:.1f}" for n, value in enumerate(values))
    return Line(name, " ".join(pairs), values[-1] if values else 0, most)
