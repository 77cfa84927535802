"""The whole web as one ASGI application: the guard outside, the stream and Flask's pages behind it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from flask import Flask

from web.asgi import App, Receive, Scope, Send
from web.broadcast import Broadcast
from web.guard import Guard
from web.hosts import own_names
from web.stream import Stream

STREAM = "/api/stream"
WORKERS = 4


class Site:
    """What a server serves. `asgi`: the application; `close` ends the streams."""

    def __init__(self, app: Flask, board: Broadcast, names: Collection[str]) -> None:
        self.stream = Stream(board)
        pages = WSGIMiddleware(cast("Any", app.wsgi_app), workers=WORKERS, send_queue_size=64)
        self._pages = cast("App", pages)
        self._workers = pages.executor
        self.asgi: App = Guard(self._route, names)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == STREAM:
            await self.stream(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def close(self) -> None:
        """Ends all streams."""
        self.stream.close()

    def let_go(self) -> None:
        """Sends the workers home, once nobody is served any more."""
        self._workers.shutdown(wait=False, cancel_futures=True)


def create_site(app: Flask, board: Broadcast, names: Collection[str] = ()) -> Site:
    """The site of an application. `names`: what this machine is called besides its own names and numeric addresses."""
    return Site(app, board, own_names() | set(names))
