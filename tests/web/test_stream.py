"""The event stream, without a socket: whole states, comments while nothing happens, and readers that are let go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from companion.ports import Lamps
from companion.snapshot import Snapshot
from web.broadcast import Broadcast
from web.stream import Stream


def snapshot(version: int) -> Snapshot:
    return Snapshot(version, {"version": version, "name": "Bo\nCy"}, Lamps())


class Reader:
    """One phone on the stream. `reads`: whether it takes what is sent."""

    def __init__(self, stream: Stream, *, reads: bool = True) -> None:
        self.stream = stream
        self.reads = reads
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.text = b""
        self.gone = asyncio.Event()
        self.task = asyncio.create_task(stream({"type": "http", "method": "GET"}, self._receive, self._send))

    async def _receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            if not self.reads:
                await asyncio.Event().wait()
            self.text += message["body"]

    async def until(self, part: bytes) -> None:
        async with asyncio.timeout(5):
            while part not in self.text:
                await asyncio.sleep(0)


def played(part: Callable[[], Awaitable[None]]) -> None:
    """Plays a scene on a loop of its own."""

    async def scene() -> None:
        await part()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scene()).result(20)


def test_the_newest_state_comes_first_and_each_later_one_as_it_is_published(board: Broadcast) -> None:
    async def scene() -> None:
        board.publish(snapshot(3))
        reader = Reader(Stream(board))
        await reader.until(b"id: 3\n")
        board.publish(snapshot(4))
        await reader.until(b"id: 4\n")
        reader.gone.set()
        await reader.task
        events = reader.text.split(b"\n\n")
        assert events[1].startswith(b"event: state\nid: 3\ndata: {")
        assert json.loads(events[1].partition(b"data: ")[2]) == snapshot(3).page
        assert (reader.status, reader.headers[b"content-type"]) == (200, b"text/event-stream; charset=utf-8")
        assert reader.headers[b"x-accel-buffering"] == b"no"
        assert b"no-store" in reader.headers[b"cache-control"]

    played(scene)


def test_while_nothing_happens_a_comment_says_that_the_table_lives(board: Broadcast) -> None:
    async def scene() -> None:
        reader = Reader(Stream(board, heartbeat_s=0.01))
        await reader.until(b": still here\n\n: still here\n\n")
        reader.gone.set()
        await reader.task

    played(scene)


def test_who_was_slow_gets_the_newest_and_not_what_was_missed(board: Broadcast) -> None:
    async def scene() -> None:
        reader = Reader(Stream(board))
        for version in range(1, 50):
            board.publish(snapshot(version))
        await reader.until(b"id: 49\n")
        assert reader.text.count(b"event: state") == 1
        reader.gone.set()
        await reader.task

    played(scene)


def test_who_went_away_leaves_its_place(board: Broadcast) -> None:
    async def scene() -> None:
        stream = Stream(board)
        reader = Reader(stream)
        await reader.until(b"retry")
        assert stream.readers == 1
        reader.gone.set()
        await reader.task
        assert stream.readers == 0

    played(scene)


def test_who_never_reads_is_dropped_and_the_others_notice_nothing(board: Broadcast) -> None:
    async def scene() -> None:
        stream = Stream(board, patience_s=0.02)
        deaf = Reader(stream, reads=False)
        other = Reader(stream)
        await deaf.task
        board.publish(snapshot(1))
        await other.until(b"id: 1\n")
        assert stream.readers == 1
        stream.close()
        await other.task

    played(scene)


def test_there_are_only_so_many_places(board: Broadcast) -> None:
    async def scene() -> None:
        stream = Stream(board, most_readers=1)
        first = Reader(stream)
        await first.until(b"retry")
        second = Reader(stream)
        await second.task
        assert second.status == 503
        stream.close()
        await first.task

    played(scene)


def test_closing_ends_all_streams_and_takes_no_new_ones(board: Broadcast) -> None:
    async def scene() -> None:
        stream = Stream(board)
        readers = [Reader(stream) for _ in range(5)]
        for reader in readers:
            await reader.until(b"retry")
        stream.close()
        await asyncio.gather(*(reader.task for reader in readers))
        late = Reader(stream)
        await late.task
        assert late.status == 503

    played(scene)


def test_a_stream_is_only_read(board: Broadcast, speak: Any) -> None:
    assert speak(Stream(board), "POST").status == 405
