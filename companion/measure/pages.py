"""What the server spends on a page, from the request to its last byte, at this machine's own address.

Law: pages that follow from the state are asked for after each change, so that each is drawn anew and none is taken
from what was kept for the phone before.
"""

from __future__ import annotations

import http.client
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.measure.latency import p95
from companion.page import Around, Device
from companion.rules.commands import Stop
from companion.rules.options import Options, Talk
from companion.rules.script import read_script
from companion.rules.setup import Setup
from companion.session import Session
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.server import Server
from web.site import create_site

PAGE_MS = 20.0
TIMES = 60
PATHS = (
    "/",
    "/panel",
    "/api/state",
    "/table",
    "/score?R=5&Y=3&G=4&B=1&W=3",
    "/help",
    "/rules",
    "/history",
    "/history/1",
    "/history/1?turn=20",
)
OVER = "/ after the game"
"""The scoreboard once more, when the game is over: with its course, and its place among the group's games."""

_FULL = Setup(5, variants=("rainbow", "black"), options=Options(talk=Talk.REMINDER))
_COURSE = "clue R1 clue Y1 -B3 -B4 K5 M1 clue -G3 " + "clue ? -? " * 14
"""A long game with everything that a page can show: seven piles, discards, clues noted, cards without a name."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One address. Milliseconds; `cpu_ms`: the median of what the processor spends, whoever else is busy, asking and
    all; `kilobytes` as sent.
    """

    path: str
    median_ms: float
    p95_ms: float
    cpu_ms: float
    kilobytes: float


def costs(times: int = TIMES) -> tuple[Cost, ...]:
    """Each page's cost, of a long game at the fullest table."""
    with tempfile.TemporaryDirectory() as folder:
        board = Broadcast()
        session = Session(open_journal(Path(folder)), [board.publish])
        session.begin(_FULL)
        for command in read_script(_COURSE):
            session.handle(command)
        app = create_app(
            board,
            lambda message: None,
            Gate("000000"),
            joining=Joining("000000", list),
            past_games=PastGames(Path(folder)),
        )
        server = Server(create_site(app, board), "127.0.0.1", 0)
        server.start()
        try:
            measured = [_cost(server.port, path, times, lambda n: _change(session, n)) for path in PATHS]
            session.handle(Stop())
            over = _cost(server.port, "/", times, lambda n: _change(session, n))
            return (*measured, replace(over, path=OVER))
        finally:
            server.stop()
            session.close()


def are_as_they_should_be(measured: tuple[Cost, ...]) -> bool:
    """Whether each page takes as little as is promised."""
    return all(cost.median_ms < PAGE_MS for cost in measured)


def lines(measured: tuple[Cost, ...]) -> Iterator[dict[str, object]]:
    """For machines."""
    for cost in measured:
        yield {
            "what": "page",
            "path": cost.path,
            "median_ms": round(cost.median_ms, 2),
            "p95_ms": round(cost.p95_ms, 2),
            "cpu_ms": round(cost.cpu_ms, 2),
            "kilobytes": round(cost.kilobytes, 1),
        }


def sentences(measured: tuple[Cost, ...], times: int = TIMES) -> Iterator[str]:
    """For people."""
    yield f"Server time a page, asked for {times} times, each after a change (median to be under {PAGE_MS:g} ms):"
    for cost in measured:
        took = f"median {cost.median_ms:5.1f} ms, p95 {cost.p95_ms:5.1f} ms, processor {cost.cpu_ms:5.1f} ms"
        yield f"  {cost.path:28} {took}, {cost.kilobytes:5.1f} kB sent"


def _change(session: Session, number: int) -> None:
    session.show(Around(camera=Device("up"), panel=Device("up"), notice=f"Change {number}."))


def _cost(port: int, path: str, times: int, change: Callable[[int], None]) -> Cost:
    took, spent, size = [], [], 0
    for number in range(times):
        change(number)
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        began, busy = time.perf_counter(), time.process_time()
        line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        size = len(answer.read())
        took.append((time.perf_counter() - began) * 1000)
        spent.append((time.process_time() - busy) * 1000)
        line.close()
        assert answer.status == 200, f"{path}: {answer.status}"
    return Cost(path, statistics.median(took), p95(took), statistics.median(spent), size / 1000)
