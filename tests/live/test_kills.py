"""`kill -9` at random moments of a demo that runs, and a new start: the game that phones were told of goes on.

Law: what a phone was told is never missing afterwards, and nothing is told that didn't happen.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

NEW, MIDDLE, LATE = (18, 0), (6, 30), (11, 46)  # games and how far they have come, in a light that is drawn fast
AT_ONCE = 3  # each mostly waits for its moment
MOMENTS = ["starting"] * 3 + ["any"] * 5 + ["news"]
NEWS_S = 20.0
PAGE_S = 5.0
QUIET, BUSY = 0.1, 0.5  # shares of this machine that others have: from there on one slow page, or all, tell of them
LAMPS_S = 2.0
SAME = ("score", "clues", "fuses", "deck", "stacks", "discards", "player", "turn", "status", "final_turns")


@dataclass(slots=True)
class Evening:
    """What was told over all starts on one data folder. `length`: of its first game; `pages_s`: from start to page."""

    seed: int
    length: int
    last: dict[str, Any] | None = None
    kills: int = 0
    pages_s: list[float] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture
def go_on(start: Callable[..., Any], call: Callable[..., Any], ask: Callable[..., Any]) -> Callable[..., None]:
    """Starts the demo on this folder, compares, and kills it at some moment."""

    def once(folder: Path, evening: Evening, chance: random.Random, moments: Sequence[str]) -> None:
        running = start("demo", "--data", folder, "--speed", 20, "--port", 0, "--seed", evening.seed)
        moment = chance.choice(moments)
        if moment == "starting":
            running.lines.first(lambda line: False, chance.uniform(0, 1.5))
        else:
            port = running.port()
            phone = call(port)
            first = phone.sees(lambda state: True)
            assert ask(port, "/")[0] == 200
            evening.pages_s.append(running.age())
            compare(evening, first)
            if first["game"] is not None:
                lamps_follow(lambda: ask(port, "/metrics")[1], first)
            if moment == "any":
                phone.told.first(lambda one: False, chance.uniform(0, 2.5))
            else:
                phone.told.first(lambda one: one[1]["history"] != first["history"], NEWS_S)
                phone.told.first(lambda one: False, chance.uniform(0, 0.05))
        running.process.kill()
        if moment != "starting":
            phone.close()
            evening.told += phone.states
            evening.last = phone.states[-1]
        running.close()
        assert running.complaints.all == []
        evening.kills += 1

    return once


def compare(evening: Evening, first: dict[str, Any]) -> None:
    """What is told first after a start holds all that was told before it."""
    last = evening.last
    if last is None:
        return
    assert first["version"] > last["version"]
    if last["game"] is None:
        return
    if first["game"] == last["game"] + 1:
        assert len(last["history"]) >= evening.length - 1  # it had ended, and the next one has begun
        return
    assert first["game"] == last["game"]
    assert first["history"][: len(last["history"])] == last["history"]
    if len(first["history"]) == len(last["history"]):
        assert {key: first[key] for key in SAME} == {key: last[key] for key in SAME}


def how_far(state: dict[str, Any]) -> tuple[int, int]:
    """In which game, and how many moves: the next game begins at none."""
    return state["game"] or 0, len(state["history"])


def lamps_follow(metrics: Callable[[], str], state: dict[str, Any]) -> None:
    """The pins themselves come to say what the state says."""
    wanted = {"companion_clue_lamps": state["clues"], "companion_fuse_lamps": state["fuses"]}
    until = time.monotonic() + LAMPS_S
    while (lit := pins_of(metrics())) != wanted:
        assert time.monotonic() < until, f"{lit} are lit"


def pins_of(metrics: str) -> dict[str, float]:
    lines = [line.split() for line in metrics.splitlines() if "_lamps " in line and not line.startswith("#")]
    return {name: float(value) for name, value in lines if "final" not in name}


def invented(evening: Evening, scripted: Callable[..., Any], told_of: Callable[..., Any]) -> list[Any]:
    """What was told and isn't in the script, or asked, or complained of."""
    found: list[Any] = []
    for state in evening.told:
        happened = told_of(state)
        script = scripted(evening.seed + (state["game"] or 1) - 1)
        if happened != script[: len(happened)]:
            found.append(happened)
        found += [question["say"] for question in state["questions"]]
        found += [alarm["say"] for alarm in state["alarms"]]
    return found


def kill_again_and_again(go_on: Any, folder: Path, seed: int, kills: int, length: int) -> Evening:
    evening, chance = Evening(seed, length), random.Random(seed)
    while evening.kills < kills - 1:
        go_on(folder, evening, chance, MOMENTS)
    go_on(folder, evening, chance, ["news"])
    return evening


class Others:
    """What else runs on this machine since this was made."""

    def __init__(self) -> None:
        self._began = self._seconds()

    def share(self) -> float:
        """Of all its processors, 0 to 1; of a system that doesn't tell, 1. Own children count once they have ended."""
        (busy, idle, own), began = self._seconds(), self._began
        passed = busy - began[0] + idle - began[1]
        return 1.0 if passed <= 0 else max(0.0, busy - began[0] - (own - began[2])) / passed

    @staticmethod
    def _seconds() -> tuple[float, float, float]:
        """Busy, idle, and of the busy ones those of this test."""
        try:
            line = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
        except OSError:
            return 0.0, 0.0, 0.0
        user, nice, system, idle, waits, *rest = (int(ticks) / os.sysconf("SC_CLK_TCK") for ticks in line)
        used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return user + nice + system + sum(rest), idle + waits, sum(one.ru_utime + one.ru_stime for one in used)


@pytest.fixture
def the_same_game_goes_on(
    go_on: Any, scripted: Any, told_of: Any, capsys: pytest.CaptureFixture[str]
) -> Callable[[list[tuple[Path, int]], int], None]:
    """Kills so often at each of these tables, says how it went, and holds it to what is promised."""

    def goes_on(tables: list[tuple[Path, int]], kills: int) -> None:
        others = Others()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            evenings = list(
                pool.map(lambda table: kill_again_and_again(go_on, *table, kills, len(scripted(table[1]))), tables)
            )
        pages_s, share = [s for evening in evenings for s in evening.pages_s], others.share()
        with capsys.disabled():
            print(  # noqa: T201 because a trial is read by its figures
                f"\n{sum(e.kills for e in evenings)} kills, {len(pages_s)} pages compared; from start to page "
                f"{statistics.median(pages_s):.1f} s in the median, {max(pages_s):.1f} s at most; "
                f"others had {share:.0%} of this machine"
            )
        for evening in evenings:
            assert invented(evening, scripted, told_of) == []
            assert how_far(evening.told[-1]) > how_far(evening.told[0])
        assert statistics.median(pages_s) < PAGE_S or share > BUSY
        assert max(pages_s) < PAGE_S or share > QUIET

    return goes_on


def test_twenty_kills_of_a_running_demo_lose_and_invent_nothing(
    the_same_game_goes_on: Callable[..., None], begun: Callable[..., Path]
) -> None:
    the_same_game_goes_on([(begun(*come_to), come_to[0]) for come_to in (NEW, MIDDLE, LATE)], 7)


@pytest.mark.trials
def test_five_hundred_kills_over_games_and_their_ends_lose_and_invent_nothing(
    the_same_game_goes_on: Callable[..., None], begun: Callable[..., Path]
) -> None:
    tables = [(begun(seed, actions), seed) for seed, actions in ((11, 0), (10, 25), (18, 44), (6, 50), (3, 15))]
    the_same_game_goes_on(tables, 100)
