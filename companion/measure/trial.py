"""Many arrivals: judged by several processes, kept in a file a line each, so that a long trial is done in parts.

Law: a file belongs to one deck, seed and number of looks; lines are only ever added, in the arrivals' order.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from companion.errors import Unreadable
from companion.measure.arrivals import A_TABLE, Image, arrivals
from companion.measure.judge import Heard, Judged, Outcome, judged
from companion.sight.reader import Reader
from models.edition import Edition

BATCH = 2 * A_TABLE
"""Arrivals that a process takes at a time: whole tables."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried: `strangers` are cards of other decks, by names of their own."""

    edition: Edition
    seed: int
    strangers: Mapping[str, Image]
    votes: bool = True

    def judge(self, reader: Reader, count: int, start: int = 0) -> Iterator[Judged]:
        """`count` arrivals from number `start` on, one after the other."""
        edition = self.edition
        for one in arrivals(self.seed, count, edition.plates, edition.card_mm, self.strangers, start):
            yield judged(reader, edition.card_mm, one, votes=self.votes)


def continued(trial: Trial, path: Path, count: int, minutes: float, processes: int) -> Iterator[Judged]:
    """Goes on with a trial from where its file ends, until `count` arrivals are judged or time is up; the new ones."""
    done = len(kept(path, trial))
    starts = range(done - done % BATCH, count, BATCH)
    if not starts:
        return
    until = time.monotonic() + 60 * minutes
    context = multiprocessing.get_context("spawn")  # a copy of a process with OpenCV's threads in it may hang
    in_time = itertools.takewhile(lambda _: time.monotonic() < until, starts)
    pool = ProcessPoolExecutor(processes, context, _begin, (trial,))
    with pool, path.open("a", encoding="utf-8") as file:
        waiting = [pool.submit(_batch, start) for start in itertools.islice(in_time, 2 * processes)]
        skip = done % BATCH
        while waiting:
            batch = waiting.pop(0).result()
            waiting += [pool.submit(_batch, start) for start in itertools.islice(in_time, 1)]
            for one in batch[skip:]:
                file.write(json.dumps(_line(one)) + "\n")
                yield one
            file.flush()
            skip = 0


def kept(path: Path, trial: Trial) -> list[Judged]:
    """What the file holds of this trial so far; it is begun where there is none. Raises Unreadable where it holds
    another's."""
    head = {"deck": trial.edition.name, "seed": trial.seed, "votes": trial.votes, "strangers": len(trial.strangers)}
    if not path.exists():
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    try:
        if json.loads(first) != head:
            raise Unreadable(f"{path} holds another trial ({first}): name a new file for this one.")
        return [_judged(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError) as why:
        if isinstance(why, Unreadable):
            raise
        raise Unreadable(f"{path} is no file of a trial, or is cut off: name a new file.") from None


_here: tuple[Trial, Reader] | None = None


def _begin(trial: Trial) -> None:
    global _here
    cv2.setNumThreads(1)
    _here = trial, trial.edition.reader()


def _batch(start: int) -> list[Judged]:
    assert _here is not None
    trial, reader = _here
    return list(trial.judge(reader, BATCH, start))


def _line(one: Judged) -> dict[str, object]:
    said = asdict(one)
    for name in ("single", "voted"):
        if said[name] is not None:
            said[name]["outcome"] = said[name]["outcome"].value
    return {**said, "stages": {name: round(took, 3) for name, took in one.stages.items()}}


def _judged(line: Mapping[str, object]) -> Judged:
    told = [_heard(line[name]) for name in ("single", "voted")]
    if told[0] is None:
        raise ValueError("no single look")
    stages = line["stages"]
    if not isinstance(stages, dict):
        raise TypeError("no stages")
    name, disturbance, card = (str(line[key]) for key in ("arrival", "disturbance", "card"))
    return Judged(name, disturbance, card, told[0], told[1], stages)


def _heard(said: object) -> Heard | None:
    if not isinstance(said, dict):
        return None
    return Heard(Outcome(said["outcome"]), _codes(said["said"]), _codes(said["guesses"]), int(said["looks"]))


def _codes(said: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(code) for code in said)
