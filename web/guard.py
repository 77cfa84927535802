"""The outermost layer: what comes in is small, in time and meant for us; what goes out tells browsers to be strict.

Law: it stands before the stream and Flask alike, and refuses by the head before a body is read. What it lets through
has its whole body, so that no slow sender holds a worker. No connection outlives its answer: a phone that wakes finds
none that died while it slept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from web.asgi import App, Message, Receive, Scope, Send, answer
from web.hosts import refused_host, refused_origin

MOST_BODY = 64 * 1024
LARGER = {"/history/import": 1_100_000}
"""Where a whole file may come."""

BODY_S = 8.0
_LONGEST_TARGET, _LONGEST_HEAD = 2048, 16 * 1024

_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
_STRICT = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer a form would be sent with Origin: null
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"connection", b"close"),
]
_READS, _CHANGES = ("GET", "HEAD"), ("POST",)


class Guard:
    """Stands before an ASGI application. `names`: what this table may be called, besides any numeric address."""

    def __init__(self, app: App, names: Collection[str], *, most_body: int = MOST_BODY, body_s: float = BODY_S) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._most_body = most_body
        self._body_s = body_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses, or hands on."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return
        strictly = _strict(send)
        refusal = self._refused_head(scope)
        if refusal is not None:
            await answer(strictly, *refusal)
        elif scope["method"] in _READS:
            await self._app(scope, receive, strictly)
        else:
            await self._with_body(scope, receive, strictly)

    def _refused_head(self, scope: Scope) -> tuple[int, str] | None:
        hosts = _values(scope, b"host")
        refusal = refused_host(hosts, self._names)
        if refusal is not None:
            return refusal
        target = scope.get("raw_path") or scope["path"].encode()
        if len(target) + len(scope["query_string"]) > _LONGEST_TARGET:
            return 414, "That address is too long."
        if sum(len(name) + len(value) for name, value in scope["headers"]) > _LONGEST_HEAD:
            return 431, "The head of that request is too long."
        if not scope["path"].startswith("/") or not scope["path"].isprintable():
            return 400, "That is no address of this table."
        if scope["method"] in _READS:
            return self._refused_read(scope)
        if scope["method"] not in _CHANGES:
            return 405, "Read with GET, change with POST."
        return refused_origin(_values(scope, b"origin"), hosts[0]) or self._refused_length(scope)

    def _refused_read(self, scope: Scope) -> tuple[int, str] | None:
        if _values(scope, b"transfer-encoding") or _values(scope, b"content-length") not in ([], ["0"]):
            return 400, "Reading takes no body."
        return None

    def _most(self, scope: Scope) -> int:
        return max(self._most_body, LARGER.get(scope["path"], 0))

    def _refused_length(self, scope: Scope) -> tuple[int, str] | None:
        for length in _values(scope, b"content-length"):
            if not length.isdecimal() or len(length) > 12:
                return 400, "The length of this body is no number."
            if int(length) > self._most(scope):
                return 413, "That is more than any table has to say."
        return None

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()
        try:
            async with asyncio.timeout(self._body_s):
                while True:
                    part = await receive()
                    if part["type"] == "http.disconnect":
                        return
                    body += part.get("body", b"")
                    if len(body) > self._most(scope):
                        await answer(send, 413, "That is more than any table has to say.")
                        return
                    if not part.get("more_body", False):
                        break
        except TimeoutError:
            await answer(send, 408, "The rest of that never came.")
            return
        await self._app(scope, _replayed(bytes(body), receive), send)


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _strict(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_STRICT]}
        await send(message)

    return sending


def _replayed(body: bytes, receive: Receive) -> Receive:
    first = True

    async def receiving() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receiving
