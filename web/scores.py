"""The scores of many games over time, as a drawing.

    25 +---------------*-+  a dot a game, in the order in which they were begun; a diamond where it was perfect
       |  .   .  .  .    |
       |- - - - - - - - -|  dashed: the mean
     0 +-----------------+

Law: only games that are over and have a score; the drawing says nothing that the list doesn't.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from web.reading import number_of
from web.records import GameRow, game_row

WIDE, HIGH = 340, 150
LEFT, RIGHT, TOP, GROUND = 26.0, 318.0, 12.0, 138.0
MOST_DRAWN = 60


@dataclass(frozen=True, slots=True)
class Dot:
    """One game. `is_perfect`: everything was completed."""

    x: float
    y: float
    score: int
    is_perfect: bool
    row: GameRow


@dataclass(frozen=True, slots=True)
class Scores:
    """`dots`: the newest games at most, oldest first; `best`, `mean`, `perfect`, `counted`: of all; `mean_y`: where the
    mean is drawn; `lowest`, `most`: the scale.
    """

    dots: tuple[Dot, ...]
    counted: int
    best: int
    mean: float
    mean_y: float
    perfect: int
    lowest: int
    most: int

    @property
    def path(self) -> str:
        """The line through the dots."""
        return "M" + "L".join(f"{dot.x} {dot.y}" for dot in self.dots)


def scores(lines: Sequence[Mapping[str, object]]) -> Scores | None:
    """The scores of these games' lines, oldest first; None where fewer than two have one."""
    counted = [(value, line) for line in lines if (value := _score(line)) is not None]
    if len(counted) < 2:
        return None
    values = [value for value, _ in counted]
    most = max(number_of(line, "perfect") or 0 for _, line in counted)
    lowest = min(0, *values)

    def y(value: float) -> float:
        return round(GROUND - (GROUND - TOP) * (value - lowest) / max(1, most - lowest), 1)

    drawn = counted[-MOST_DRAWN:]
    step = (RIGHT - LEFT) / len(drawn)
    mean = sum(values) / len(values)
    return Scores(
        dots=tuple(
            Dot(round(LEFT + step * (n + 0.5), 1), y(value), value, line.get("status") == "won", game_row(line))
            for n, (value, line) in enumerate(drawn)
        ),
        counted=len(values),
        best=max(values),
        mean=mean,
        mean_y=y(mean),
        perfect=sum(line.get("status") == "won" for _, line in counted),
        lowest=lowest,
        most=most,
    )


def _score(line: Mapping[str, object]) -> int | None:
    return None if line.get("status") == "playing" else number_of(line, "score")
