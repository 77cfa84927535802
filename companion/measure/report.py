"""The bench's numbers from its judgements: counts by disturbance, intervals, confusions, milliseconds a stage."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.measure.judge import Judged, Outcome

_Z = 1.96


@dataclass(frozen=True, slots=True)
class Counts:
    """How many arrivals came out how."""

    right: int
    wrong: int
    asked: int
    no_mat: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.asked + self.no_mat


def counted(judgements: Sequence[Judged]) -> Counts:
    """Counts of these judgements."""
    by = Counter(one.outcome for one in judgements)
    return Counts(by[Outcome.RIGHT], by[Outcome.WRONG], by[Outcome.ASKED], by[Outcome.NO_MAT])


def by_disturbance(judgements: Sequence[Judged]) -> dict[str, Counts]:
    """Counts for each disturbance, in the order in which they were drawn."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judgements:
        groups[one.disturbance].append(one)
    return {name: counted(group) for name, group in groups.items()}


def interval(hits: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, 0 to 1."""
    if total == 0:
        return 0.0, 1.0
    share = hits / total
    spread = _Z * (share * (1 - share) / total + _Z * _Z / (4 * total * total)) ** 0.5
    middle, scale = share + _Z * _Z / (2 * total), 1 + _Z * _Z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def stages(judgements: Sequence[Judged]) -> dict[str, float]:
    """Median milliseconds of each step."""
    times: dict[str, list[float]] = defaultdict(list)
    for one in judgements:
        for name, took in one.stages.items():
            times[name].append(took)
    return {name: round(float(np.median(took)), 3) for name, took in times.items()}


def confusions(judgements: Sequence[Judged]) -> dict[str, int]:
    """What was taken for what, `R2 as R3`, the commonest first."""
    wrong = (f"{one.card} as {code}" for one in judgements for code in one.said if code != one.card)
    return dict(Counter(wrong).most_common())


def sentences(judgements: Sequence[Judged]) -> Iterator[str]:
    """The table for people."""
    groups = by_disturbance(judgements)
    width = max((len(name) for name in groups), default=0)
    for name, n in groups.items():
        yield f"  {name:{width}}  {n.right:4} right  {n.wrong:2} wrong  {n.asked:3} asked  {n.no_mat:2} no mat"
    counts = counted(judgements)
    low, high = interval(counts.right, counts.total)
    _, worst = interval(counts.wrong, counts.total)
    right = f"{counts.right} right ({low:.1%} to {high:.1%})"
    rest = f"{counts.asked} asked, {counts.no_mat} without a mat"
    yield f"All {counts.total}: {right}, {counts.wrong} wrong (below {worst:.2%}), {rest}."
