"""The long trials of the web: three hundred phones, readers that never read, hundreds of slow senders."""

from __future__ import annotations

import asyncio
import os
import socket
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

import pytest

from companion.rules.commands import GiveClue, Undo
from web.server import Server

pytestmark = pytest.mark.trials

ASK = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def on_a_loop(scene: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scene).result(120)


def page_takes(port: int) -> float:
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().read()
    connection.close()
    return time.perf_counter() - began


def told(figures: str) -> None:
    sys.stdout.write(figures + "\n")  # pytest -s shows it


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_three_hundred_phones_follow_and_the_server_still_ends_in_time(
    serve: Callable[..., Server], table: Any
) -> None:
    server, took, told_at = serve(), [], {}
    before = descriptors()

    async def phone(last: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(ASK)
        version = 0
        while version < last:
            line = await reader.readline()
            if line.startswith(b"id: "):
                version = int(line[4:])
                if version in told_at:
                    took.append(time.perf_counter() - told_at[version])
        await reader.read()  # until the server ends it
        writer.close()
        await writer.wait_closed()

    def change() -> None:
        for number in range(60):
            told_at[table.version + 1] = time.perf_counter()
            table.do(Undo() if number % 2 else GiveClue())
            page_takes(server.port)
            time.sleep(0.25)

    async def evening() -> float:
        last = table.version + 60
        phones = [asyncio.create_task(phone(last)) for _ in range(300)]
        while server.site.stream.readers < 300:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(change)
        await asyncio.sleep(1)
        began = time.perf_counter()
        await asyncio.to_thread(server.stop)
        ended = time.perf_counter() - began
        await asyncio.gather(*phones)
        return ended

    ended = on_a_loop(evening())
    centiles = statistics.quantiles(took, n=100)
    told(f"300 phones: {len(took)} states, p50 {centiles[49]:.3f} s, p99 {centiles[98]:.3f} s, ended in {ended:.2f} s")
    assert centiles[98] < 0.5
    assert ended < 2
    time.sleep(0.5)
    assert descriptors() <= before + 5


def test_five_readers_that_never_read_are_freed(serve: Callable[..., Server], table: Any) -> None:
    server = serve()
    deaf = []
    for _ in range(5):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", server.port))
        one.sendall(ASK)
        deaf.append(one)
    while server.site.stream.readers < 5:
        time.sleep(0.01)
    began = time.monotonic()
    number = 0
    while server.site.stream.readers and time.monotonic() - began < 40:
        table.do(Undo() if number % 2 else GiveClue())
        number += 1
        assert page_takes(server.port) < 1
        time.sleep(0.02)
    told(f"never reading: freed after {time.monotonic() - began:.1f} s")
    assert time.monotonic() - began < 30
    for one in deaf:
        one.close()


def test_four_hundred_slow_heads_and_fifty_slow_bodies_keep_nobody_waiting(serve: Callable[..., Server]) -> None:
    port = serve().port
    slow = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(450)]
    for one in slow[:400]:
        one.sendall(b"GET / HTTP/1.1\r\nHo")
    for one in slow[400:]:
        head = b"POST /api/games HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://[::1]\r\nContent-Length: 100\r\n\r\n{"
        one.sendall(head)
    began = time.monotonic()
    slowest = max(page_takes(port) for _ in range(50))
    for one in slow:
        while one.recv(65536):
            pass
        one.close()
    closed = time.monotonic() - began
    told(f"slow senders: slowest page {slowest:.3f} s, all closed after {closed:.1f} s")
    assert slowest < 1
    assert closed < 10


@pytest.mark.parametrize(
    "letters",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100,
        b"POST /api/games HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://[::1]\r\nContent-Length: 100\r\n\r\n" + b"{" * 100,
    ],
    ids=["heads", "bodies"],
)
def test_four_hundred_and_fifty_who_send_a_letter_a_second_keep_nobody_waiting(
    serve: Callable[..., Server], letters: bytes
) -> None:
    port, one_by_one = serve().port, 70
    closed_after: list[float] = []

    async def trickles() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began, ended = time.monotonic(), asyncio.create_task(reader.read())
        writer.write(letters[:-one_by_one])
        for at in range(len(letters) - one_by_one, len(letters) - 1):
            if (await asyncio.wait([ended], timeout=1.0))[0]:
                break
            writer.write(letters[at : at + 1])
        closed_after.append(time.monotonic() - began)
        ended.exception()
        writer.transport.abort()

    async def evening() -> float:
        slow = [asyncio.create_task(trickles()) for _ in range(450)]
        slowest = 0.0
        while not all(one.done() for one in slow):
            slowest = max(slowest, await asyncio.to_thread(page_takes, port))
            await asyncio.sleep(0.1)
        await asyncio.gather(*slow)
        return slowest

    slowest = on_a_loop(evening())
    told(f"450 who trickle: slowest page {slowest:.3f} s, all closed after {max(closed_after):.1f} s")
    assert len(closed_after) == 450
    assert slowest < 1
    assert 5 < max(closed_after) < 10
