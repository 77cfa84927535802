"""The bench's numbers from its judgements: counts by disturbance, intervals, confusions, milliseconds a stage.

Law: arrivals on one drawn table are not independent, so an interval is that of fewer: as many as vary as much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.measure.arrivals import NOTHING
from companion.measure.judge import Heard, Judged, Outcome

_Z = 1.96
USUAL_EFFECT = 2.7
"""The design effect where all came out alike, so that none can be reckoned: what lantern's seed 13 gave (176 arrivals).
It is on the careful side, since it counts what disturbances differ by as well as what tables do."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many arrivals came out how."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    missed: int = 0
    no_mat: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.asked + self.missed + self.no_mat


def counted(heard: Iterable[Heard]) -> Counts:
    """Counts of what was told."""
    by = Counter(one.outcome for one in heard)
    return Counts(*(by[outcome] for outcome in Outcome))


def single(judgements: Iterable[Judged]) -> Counts:
    """Counts after one look."""
    return counted(one.single for one in judgements)


def voted(judgements: Iterable[Judged]) -> Counts | None:
    """Counts after several looks, None where they weren't wanted."""
    heard = [one.voted for one in judgements if one.voted is not None]
    return counted(heard) if heard else None


def by_disturbance(judgements: Sequence[Judged]) -> dict[str, list[Judged]]:
    """The judgements of each disturbance, in the order in which they were drawn."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judgements:
        groups[one.disturbance].append(one)
    return dict(groups)


def cards(judgements: Iterable[Judged]) -> list[Judged]:
    """Those where a card of the deck came."""
    return [one for one in judgements if one.card != NOTHING]


def strangers(judgements: Iterable[Judged]) -> list[Judged]:
    """Those where something else came: nothing may be named."""
    return [one for one in judgements if one.card == NOTHING]


def interval(hits: float, total: float, effect: float = 1.0) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, 0 to 1, of `total / effect` independent ones."""
    if total == 0:
        return 0.0, 1.0
    share, total = hits / total, total / effect
    spread = _Z * (share * (1 - share) / total + _Z * _Z / (4 * total * total)) ** 0.5
    middle, scale = share + _Z * _Z / (2 * total), 1 + _Z * _Z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def design_effect(groups: Iterable[Sequence[bool]]) -> float:
    """By how much more the shares of these groups vary than those of independent ones would, at least 1 and at most as
    much as if all in a group came out alike. Source: Kish, Survey Sampling, 1965."""
    kept = [group for group in groups if group]
    flat = [hit for group in kept for hit in group]
    share = float(np.mean(flat)) if flat else 0.0
    if len(kept) < 2 or share in (0.0, 1.0):
        return USUAL_EFFECT
    size = len(flat) / len(kept)
    between = sum(len(group) * (float(np.mean(group)) - share) ** 2 for group in kept) / (len(kept) - 1)
    return float(np.clip(between / (share * (1 - share)), 1.0, max(1.0, size)))


def effect_of(judgements: Sequence[Judged]) -> float:
    """The design effect of right readings after one look, a drawn table being a group."""
    tables: dict[str, list[bool]] = defaultdict(list)
    for one in judgements:
        tables[one.table].append(one.single.outcome is Outcome.RIGHT)
    return design_effect(tables.values())


def stages(judgements: Sequence[Judged]) -> dict[str, float]:
    """Median milliseconds of each step, where a card came."""
    times: dict[str, list[float]] = defaultdict(list)
    for one in cards(judgements):
        for name, took in one.stages.items():
            times[name].append(took)
    return {name: round(float(np.median(took)), 3) for name, took in times.items()}


def confusions(judgements: Iterable[Judged]) -> dict[str, int]:
    """What was taken for what, `R2 as R3`, the commonest first: after one look, or after several."""
    pairs: Counter[str] = Counter()
    for one in judgements:
        said = {code for heard in (one.single, one.voted) if heard is not None for code in heard.said}
        pairs.update(f"{one.card or one.disturbance} as {code}" for code in sorted(said) if code != one.card)
    return dict(pairs.most_common())


def doubts(judgements: Iterable[Judged]) -> dict[str, int]:
    """The first two guesses where it was asked after one look, `R2: R3 or R2`, the commonest first."""
    asked = (one for one in judgements if one.single.outcome is Outcome.ASKED and one.single.guesses)
    return dict(
        Counter(f"{one.card or one.disturbance}: {' or '.join(one.single.guesses)}" for one in asked).most_common()
    )


def sentences(judgements: Sequence[Judged]) -> Iterator[str]:
    """The table for people, and what it comes to."""
    effect, groups = effect_of(judgements), by_disturbance(judgements)
    width = max((len(name) for name in groups), default=0)
    yield f"  {'':{width}}  {'one look':^31}  {'looks for 2 s':^23}"
    yield f"  {'':{width}}  right wrong asked missed  95 % right   right wrong asked missed"
    for name, group in groups.items():
        yield f"  {name:{width}}  {_numbers(single(group))}  {_share(single(group), effect)}   {_numbers(voted(group))}"
    for what, some in (
        ("Cards of the deck", cards(judgements)),
        ("No cards of it, nothing to be named", strangers(judgements)),
    ):
        if some:
            yield f"{what}, {len(some)}, one look: {_all(single(some), effect)}."
            several = voted(some)
            if several is not None:
                yield f"{what}, {len(some)}, looks for 2 s: {_all(several, effect)}."
    yield f"Intervals are 95 % ones, as of {effect:.2f} times fewer: cards on one drawn table have much in common."


def _numbers(counts: Counts | None) -> str:
    if counts is None:
        return ""
    return f"{counts.right:5} {counts.wrong:5} {counts.asked:5} {counts.missed + counts.no_mat:6}"


def _share(counts: Counts, effect: float) -> str:
    low, high = interval(counts.right, counts.total, effect)
    return f"{low:4.0%} to{high:5.0%}"


def _all(counts: Counts, effect: float) -> str:
    low, high = interval(counts.right, counts.total, effect)
    least, most = interval(counts.wrong, counts.total, effect)
    wrong = f"{counts.wrong} wrong ({f'{least:.2%} to {most:.2%}' if counts.wrong else f'below {most:.2%}'})"
    share = counts.right / counts.total
    right = f"{counts.right} right ({share:.2%}; {low:.2%} to {high:.2%})"
    return f"{right}, {wrong}, {counts.asked} asked, {counts.missed} missed, {counts.no_mat} without a mat"
