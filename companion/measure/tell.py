"""What was measured, for people as tables and for programs as objects, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from companion.measure.judge import Judged
from companion.measure.report import (
    by_disturbance,
    cards,
    confusions,
    doubts,
    effect_of,
    interval,
    sentences,
    single,
    stages,
    strangers,
    voted,
)
from companion.measure.staging import Played, Told

Line = Mapping[str, object]


def arrival_sentences(deck: str, seed: int, judgements: Sequence[Judged], ratios: Mapping[str, float]) -> Iterator[str]:
    """Drawn arrivals, for people."""
    yield f"Drawn arrivals: deck {deck}, seed {seed}, 1280 x 720, one thread."
    yield from sentences(judgements)
    yield f"Confusions: {_counts(confusions(judgements))}."
    yield f"Asked after one look, the first two guesses: {_counts(doubts(judgements))}."
    yield "Milliseconds, median: " + ", ".join(f"{name} {took:g}" for name, took in stages(judgements).items()) + "."
    yield "Ratios in this run: " + ", ".join(f"{name} {ratio:g}" for name, ratio in ratios.items()) + "."


def arrival_lines(deck: str, seed: int, judgements: Sequence[Judged], ratios: Mapping[str, float]) -> Iterator[Line]:
    """Drawn arrivals, for programs: a line a disturbance, then all."""
    effect = effect_of(judgements)
    for name, group in by_disturbance(judgements).items():
        yield {"what": "disturbance", "name": name, **_told(group, effect)}
    yield {
        "what": "arrivals",
        "deck": deck,
        "seed": seed,
        "cards": _told(cards(judgements), effect),
        "no cards": _told(strangers(judgements), effect),
        "design effect": round(effect, 3),
        "confusions": confusions(judgements),
        "doubts": doubts(judgements),
        "milliseconds": stages(judgements),
        "ratios": dict(ratios),
    }


def photo_sentences(folder: str, taught_from: Sequence[str], judgements: Sequence[Judged]) -> Iterator[str]:
    """Labelled photos, for people."""
    counts = single(judgements)
    low, high = interval(counts.right, counts.total)
    _, most = interval(counts.wrong, counts.total)
    yield f"Photos in {folder}, {counts.total} read" + (
        f", taught from {', '.join(taught_from)}." if taught_from else "."
    )
    share = counts.right / max(1, counts.total)
    yield (
        f"{counts.right} right ({share:.1%}; {low:.1%} to {high:.1%}), {counts.wrong} wrong (at most {most:.2%}), "
        f"{counts.asked} asked, {counts.missed} missed."
    )
    yield f"Confusions: {_counts(confusions(judgements))}."
    yield f"Asked, the first two guesses: {_counts(doubts(judgements))}."
    missed = [one.arrival for one in judgements if one.single.outcome.value == "missed"]
    yield f"Missed: {', '.join(missed) or 'none'}."


def photo_lines(folder: str, deck: str, judgements: Sequence[Judged]) -> Iterator[Line]:
    """Labelled photos, for programs: a line a photo, then all."""
    for one in judgements:
        yield {"what": "photo", "name": one.arrival, "card": one.card, **_heard(one)}
    yield {
        "what": "photos",
        "folder": folder,
        "deck": deck,
        **asdict(single(judgements)),
        "confusions": confusions(judgements),
        "doubts": doubts(judgements),
    }


def situation_sentences(deck: str, seed: int, found: Sequence[Played]) -> Iterator[str]:
    """Situations, for people: a line each, then what was told where it wasn't right."""
    names = list(dict.fromkeys(one.situation for one in found))
    width = max((len(name) for name in names), default=0)
    yield f"Situations, each on {len(found) // max(1, len(names))} drawn tables: deck {deck}, seeds from {seed}."
    yield f"  {'':{width}}  right wrong asked missed  95 % right"
    for name in [*names, "all"]:
        some = [one for one in found if name in (one.situation, "all")]
        many = [sum(one.outcome is told for one in some) for told in Told]
        low, high = interval(many[0], len(some))
        yield f"  {name:{width}}  {many[0]:5} {many[1]:5} {many[2]:5} {many[3]:6}  {low:4.0%} to{high:5.0%}"
    for one in found:
        if one.outcome is not Told.RIGHT:
            should, told = _list(one.should), _list(one.told)
            yield f"{one.situation}, seed {one.seed}, {one.outcome.value}: should {should}; told {told}."


def situation_lines(deck: str, found: Sequence[Played]) -> Iterator[Line]:
    """Situations, for programs: a line a play."""
    for one in found:
        yield {"what": "situation", "deck": deck, **asdict(one), "outcome": one.outcome.value}


def _told(judgements: Sequence[Judged], effect: float) -> dict[str, object]:
    counts, several = single(judgements), voted(judgements)
    return {
        **asdict(counts),
        "right from": round(interval(counts.right, counts.total, effect)[0], 5),
        "wrong at most": round(interval(counts.wrong, counts.total, effect)[1], 5),
        "looks for 2 s": None if several is None else asdict(several),
    }


def _heard(one: Judged) -> dict[str, object]:
    return {"outcome": one.single.outcome.value, "said": one.single.said, "guesses": one.single.guesses}


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{what} ({n})" for what, n in counts.items()) or "none"


def _list(events: Sequence[str]) -> str:
    return ", ".join(events) or "nothing"
