"""The event stream, `GET /api/stream`: whole states as they come, and a comment line while nothing happens.

Law: a reader holds no thread, only a bounded place; who doesn't read, or is gone without saying so, loses it. All here
runs on the server's loop, but for `close` and the wake-up, which any thread may call.
"""

from __future__ import annotations

import asyncio
import contextlib

from web.asgi import Headers, Receive, Scope, Send, answer
from web.broadcast import Broadcast, Published

MOST_READERS = 400
HEARTBEAT_S = 10.0
PATIENCE_S = 8.0

_RETRY = b"retry: 2000\n\n"
_HEARTBEAT = b": still here\n\n"
_HEADERS: Headers = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),  # a proxy must not gather events
]


class Stream:
    """The ASGI application of the stream."""

    def __init__(
        self,
        board: Broadcast,
        *,
        most_readers: int = MOST_READERS,
        heartbeat_s: float = HEARTBEAT_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._board = board
        self._most_readers = most_readers
        self._heartbeat_s = heartbeat_s
        self._patience_s = patience_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers: set[asyncio.Event] = set()
        self._closing = False
        board.wakes(self._wake)

    @property
    def readers(self) -> int:
        """How many are reading."""
        return len(self._readers)

    def close(self) -> None:
        """Ends all streams, and takes no new ones."""
        self._closing = True
        self._wake()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One reader, until it goes, stops reading, or the table closes."""
        if scope["method"] != "GET":
            await answer(send, 405, "The stream is read with GET.")
        elif self._closing or len(self._readers) >= self._most_readers:
            await answer(send, 503, "Too many phones are watching: close some pages.")
        else:
            self._loop = asyncio.get_running_loop()
            await self._serve(receive, send)

    async def _serve(self, receive: Receive, send: Send) -> None:
        news = asyncio.Event()
        gone = asyncio.create_task(_until_gone(receive))
        gone.add_done_callback(lambda _: news.set())
        self._readers.add(news)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._write(send, _RETRY)
            await self._tell(send, news, gone)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return  # it doesn't read: the server closes what is left unfinished
        finally:
            self._readers.discard(news)
            gone.cancel()

    async def _tell(self, send: Send, news: asyncio.Event, gone: asyncio.Task[None]) -> None:
        told: Published | None = None
        while not (self._closing or gone.done()):
            news.clear()
            newest = self._board.published()
            if newest is not None and newest is not told:
                await self._write(send, _event(newest))
                told = newest
            else:
                await self._write(send, _HEARTBEAT)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._heartbeat_s):
                    await news.wait()

    async def _write(self, send: Send, text: bytes) -> None:
        async with asyncio.timeout(self._patience_s):
            await send({"type": "http.response.body", "body": text, "more_body": True})

    def _wake(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # that loop has ended, and its readers with it
                self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        for news in self._readers:
            news.set()


def _event(published: Published) -> bytes:
    return b"event: state\nid: %d\ndata: %s\n\n" % (published.version, published.json)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
