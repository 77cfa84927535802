"""Rows 9, 10 and 19: a crowd of phones on the whole program; they drop and return; SIGTERM in the midst of them."""

import asyncio
import os
import random
import re
import signal
import socket
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.rules.commands import GiveClue
from companion.rules.setup import Setup

LAMPLIGHT = Path(__file__).with_name("lamplight.py")
TRIAL = pytest.mark.trials
ROUNDS_S = {12: 1.5, 300: 20.0}
RETURN_S, RETRY_JITTER_S = 5.0, {12: 0.5, 300: 2.0}
GONE_S = 2.0
MEDIAN_S, SLOWEST_S = 0.05, 0.5
MOST_MB, MOST_THREADS, MAY_GROW_MB = 150, 20, 5


def vitals(running):
    """Resident megabytes, threads and descriptors of the program."""
    told = dict(re.findall(r"(\w+):\s+(\d+)", Path(f"/proc/{running.process.pid}/status").read_text()))
    descriptors = len(list(Path(f"/proc/{running.process.pid}/fd").iterdir()))
    return int(told["VmRSS"]) / 1024, int(told["Threads"]), descriptors


def lamps_of(log):
    """Every lamp that was ever lit, and whether it is at the end."""
    changes = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return {pin: level == "1" for pin, level in changes if pin in {pin for pin, level in changes if level == "1"}}


TCP_REPAIR = 19  # a socket closed so tells the other side nothing, as a phone out of reach


@pytest.mark.trials
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can close a socket without a word")
def test_fifty_phones_that_vanish_without_a_word_leave_their_places(table, told):
    before = descriptors = len(list(Path(f"/proc/{table.running.process.pid}/fd").iterdir()))
    phones = [socket.create_connection(("127.0.0.1", table.port), timeout=10) for _ in range(50)]
    for phone in phones:
        phone.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert phone.recv(65536).startswith(b"HTTP/1.1 200")
    for phone in phones:
        phone.setsockopt(socket.IPPROTO_TCP, TCP_REPAIR, 1)
        phone.close()
    began = time.monotonic()
    assert table.ask("/")[0] == 200
    page_s = time.monotonic() - began
    while descriptors > before and time.monotonic() - began < 40:
        time.sleep(0.2)
        descriptors = len(list(Path(f"/proc/{table.running.process.pid}/fd").iterdir()))
    told(
        f"50 phones gone without a word: page in {page_s:.3f} s, all places free after {time.monotonic() - began:.1f} s"
    )
    assert page_s < 1
    assert descriptors <= before


@pytest.fixture
def press(asked):
    """Presses on that table, a clue and its undoing in turn; gives the version that was made."""

    def presser(running):
        table, lines = asked(running), [{"do": "clue"}, {"do": "undo"}]

        def pressed():
            lines.reverse()
            status, state = table.do("/api/actions", lines[-1])
            assert status == 200, state
            return state["version"]

        assert table.do("/api/games?even_if_playing=true", {"players": 3})[0] == 200
        return pressed

    return presser


async def an_evening(crowd, press, seconds):
    """Changes and pages, side by side; the statuses of the pages."""
    statuses, until = set(), time.monotonic() + seconds
    while time.monotonic() < until:
        at = time.perf_counter()
        crowd.told(await asyncio.to_thread(press), at)
        statuses |= set(await asyncio.gather(*(crowd.page() for _ in range(4))))
        await asyncio.sleep(0.2)
    return statuses


async def watched(crowd, running, press, phones):
    """What a crowd sees of this program, from its coming to the program's end."""
    seen = {"joined": await crowd.join(phones, RETURN_S)}
    seen["statuses"] = await an_evening(crowd, press, ROUNDS_S[phones])
    seen["alive"], seen["returned"] = crowd.alive, 0.0
    seen["before"] = vitals(running)
    for _ in range(2 if phones < 100 else 8):
        await crowd.drop()
        seen["returned"] = max(seen["returned"], await crowd.join(phones, 3 * RETURN_S, RETRY_JITTER_S[phones]))
    seen["after"] = vitals(running)
    began = time.monotonic()
    seen["status"] = await asyncio.to_thread(running.end, within_s=5 * GONE_S)
    seen["gone"] = time.monotonic() - began
    await crowd.end(5.0)
    return seen


@pytest.mark.parametrize(
    ("phones", "camera"),
    [(12, "none"), pytest.param(300, "none", marks=TRIAL), pytest.param(300, "simulated", marks=TRIAL)],
)
def test_a_crowd_of_phones_follows_drops_returns_and_is_sent_home(
    start, press, crowd_at, told, in_memory, phones, camera
):
    load, data, log = os.getloadavg()[0], in_memory / f"{phones}-{camera}", in_memory / f"{phones}-{camera}.lamps"
    words = ("run", "--data", data, "--port", 0, "--camera", camera, "--panel", "mock")
    running = start(*words, through=[sys.executable, LAMPLIGHT, log])
    crowd = crowd_at(running.port())
    with ThreadPoolExecutor(1) as thread:  # a browser's loop may be on this one
        seen = thread.submit(asyncio.run, watched(crowd, running, press(running), phones)).result()
    centiles, pages = statistics.quantiles(crowd.took, n=100), statistics.quantiles(crowd.pages_s, n=100)
    (mb, threads, descriptors), (mb_after, threads_after, descriptors_after) = seen["before"], seen["after"]
    told(
        f"{phones} phones, camera {camera}: {len(crowd.took)} states, p50 {1000 * centiles[49]:.0f} ms,"
        f" p99 {1000 * centiles[98]:.0f} ms; pages p50 {1000 * pages[49]:.0f} ms, p99 {1000 * pages[98]:.0f} ms;"
        f" all back within {seen['returned']:.1f} s; {mb:.0f} MB, then {mb_after:.0f}; {threads_after} threads;"
        f" {descriptors} descriptors, then {descriptors_after}; gone {seen['gone']:.1f} s after SIGTERM,"
        f" {sum(lamps_of(log).values())} of {len(lamps_of(log))} lamps left on; load before {load:.1f}"
    )
    assert seen["statuses"] == {200}
    assert seen["alive"] == phones
    is_alone = phones > 100  # on a machine of its own; what the check's share of one is is anybody's guess
    assert centiles[98] < SLOWEST_S or not is_alone
    assert centiles[49] < MEDIAN_S or not is_alone
    assert seen["returned"] < RETURN_S
    assert max(threads, threads_after) < MOST_THREADS
    assert descriptors_after <= descriptors + 4  # at most a page or two are being fetched
    assert (seen["status"], crowd.ended) == (0, phones)
    assert seen["gone"] < (GONE_S if is_alone else 2 * GONE_S)
    assert set(lamps_of(log).values()) == {False}, "lit while it was played, out at the end"
    if camera == "none":  # a drawn table takes its painter along
        assert mb_after < MOST_MB
        assert mb_after - mb < MAY_GROW_MB


@pytest.mark.parametrize("starts", [2, pytest.param(40, marks=TRIAL)])
def test_a_signal_while_it_starts_leaves_no_lamp_lit(start, plays, told, in_memory, starts):
    room, chance = in_memory / f"starts-{starts}", random.Random(11)
    plays(room / "data", Setup(3), [GiveClue()])
    words = ("run", "--data", room / "data", "--port", 0, "--camera", "none", "--panel", "mock")
    lit, gone, until_lit = 0, [], 20.0
    for number in range(starts):
        log, moment = room / f"{number}.lamps", until_lit * chance.uniform(0.5, 1.1)
        running = start(*words, through=[sys.executable, LAMPLIGHT, log])
        while not lamps_of(log) and running.age() < moment:
            running.lines.first(lambda line: False, 0.005)
        until_lit = running.age() if number == 0 else until_lit  # the first is ended as its lamps come on
        began = time.monotonic()
        assert running.end(signal.SIGTERM, within_s=5 * GONE_S) in (0, -signal.SIGTERM)
        gone.append(time.monotonic() - began)
        assert not any(lamps_of(log).values())
        lit += bool(lamps_of(log))
    told(f"{starts} signals while it starts, {lit} with lamps lit: none left on, gone after {max(gone):.1f} s at most")
    assert lit > 0
    assert max(gone) < 2 * GONE_S
