"""The server with real sockets: addresses that can't be had, slow senders, many phones, and an end in time."""

from __future__ import annotations

import json
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from companion.errors import CannotListen
from companion.rules.commands import GiveClue, Undo
from web import Joining, create_app
from web.gate import Gate
from web.protocol import ImpatientProtocol
from web.server import Server
from web.site import create_site

PHONES = 12


@contextmanager
def streaming(port: int) -> Iterator[HTTPResponse]:
    """A stream that is open."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/api/stream")
    response = connection.getresponse()
    try:
        yield response
    finally:
        response.close()
        connection.close()


def next_state(response: HTTPResponse) -> Any:
    """The next state of a stream."""
    while not (line := response.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return json.loads(line[6:])


def got(port: int, path: str = "/", **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, body


def test_pages_and_stream_are_served_side_by_side(serve: Callable[[], Server], table: Any) -> None:
    port = serve().port
    with streaming(port) as stream:
        assert next_state(stream)["clues"] == 8
        assert got(port)[0] == 200
        table.do(GiveClue())
        assert next_state(stream)["clues"] == 7
        assert stream.getheader("Content-Security-Policy") is not None


def test_answers_on_a_kept_connection_are_not_held_back(serve: Callable[[], Server]) -> None:
    connection = HTTPConnection("127.0.0.1", serve().port, timeout=10)
    took = []
    for _ in range(15):
        began = time.perf_counter()
        connection.request("GET", "/api/state")
        connection.getresponse().read()
        took.append(time.perf_counter() - began)
    connection.close()
    assert statistics.median(took) < 0.03


def test_a_foreign_host_gets_neither_page_nor_stream(serve: Callable[[], Server]) -> None:
    port = serve().port
    assert got(port, "/", Host="evil.example")[0] == 421
    assert got(port, "/api/stream", Host="evil.example")[0] == 421


def test_a_taken_port_is_one_sentence(serve: Callable[[], Server], app: Any, board: Any) -> None:
    port = serve().port
    with pytest.raises(CannotListen, match=rf"^Port {port} is taken, perhaps by a companion that runs already: "):
        Server(create_site(app, board), "127.0.0.1", port).start()


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70_000), ("no such host", 0)])
def test_an_address_that_is_not_ours_is_one_sentence(app: Any, board: Any, host: str, port: int) -> None:
    with pytest.raises(CannotListen, match="give an address of this machine"):
        Server(create_site(app, board), host, port).start()


def test_it_ends_within_two_seconds_though_phones_are_watching(serve: Callable[[], Server]) -> None:
    server = serve()
    with streaming(server.port) as one, streaming(server.port) as other:
        next_state(one)
        next_state(other)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 2
        assert one.read().count(b"event: state") == 0
    with pytest.raises(OSError):  # noqa: PT011  # because which one depends on the system
        got(server.port)


def test_a_server_that_never_started_can_be_stopped(app: Any, board: Any) -> None:
    Server(create_site(app, board), "127.0.0.1", 0).stop()


def test_a_deaf_table_doesnt_keep_the_page_from_those_who_look(board: Any, table: Any) -> None:
    gate = Gate("1")
    app = create_app(board, lambda message: None, gate, joining=Joining("1", list), patience_s=1.5)
    server = Server(create_site(app, board), "127.0.0.1", 0)
    server.start()
    cookie = gate.let_in("1", "a")
    statuses: list[int] = []

    def press() -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
        headers = {"Cookie": f"table={cookie}", "Origin": f"http://127.0.0.1:{server.port}"}
        connection.request("POST", "/api/actions", b'{"do": "clue"}', headers)
        statuses.append(connection.getresponse().status)
        connection.close()

    thumbs = [threading.Thread(target=press) for _ in range(4)]
    for thumb in thumbs:
        thumb.start()
    time.sleep(0.1)
    began = time.monotonic()
    assert got(server.port)[0] == 200
    assert time.monotonic() - began < 1
    for thumb in thumbs:
        thumb.join(10)
    assert statuses == [503] * 4
    server.stop()


class Hasty(ImpatientProtocol):
    """Waits for a head no longer than a test does."""

    head_s = 0.3


def test_a_head_that_never_ends_is_hung_up_on(serve: Callable[..., Server]) -> None:
    port = serve(protocol=Hasty).port
    slow = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(20)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    began = time.monotonic()
    assert got(port)[0] == 200
    assert time.monotonic() - began < 1
    for connection in slow:
        with connection:
            assert ends(connection)
    assert time.monotonic() - began < 3


def test_no_connection_outlives_its_answer_so_that_none_dies_while_a_phone_sleeps(serve: Callable[..., Server]) -> None:
    with socket.create_connection(("127.0.0.1", serve().port), timeout=5) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n")
        assert ends(connection)


def ends(connection: socket.socket) -> bool:
    """Whether the other side hangs up."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return True
    return True


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://[::1]\r\nContent-Length: 60000000\r\n\r\n",
    ],
)
def test_nonsense_gets_a_status_of_its_own_and_no_traceback(serve: Callable[[], Server], request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", serve().port), timeout=5) as connection:
        connection.sendall(request_)
        answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 4")
    assert b"Traceback" not in answer


def test_twelve_phones_see_each_change_at_once(serve: Callable[[], Server], table: Any) -> None:
    port = serve().port
    told_at: dict[int, float] = {}
    took: list[float] = []
    ready, lock = threading.Barrier(PHONES + 1), threading.Lock()
    changes = 40
    last = table.version + changes

    def phone() -> None:
        with streaming(port) as stream:
            version = next_state(stream)["version"]
            ready.wait(10)
            while version < last:
                version = next_state(stream)["version"]
                with lock:
                    took.append(time.perf_counter() - told_at[version])

    phones = [threading.Thread(target=phone) for _ in range(PHONES)]
    for thread in phones:
        thread.start()
    ready.wait(10)
    for change in range(changes):
        told_at[table.version + 1] = time.perf_counter()
        table.do(Undo() if change % 2 else GiveClue())
        assert got(port)[0] == 200
    for thread in phones:
        thread.join(10)
    assert not any(thread.is_alive() for thread in phones)
    assert len(took) > PHONES * changes / 2
    assert statistics.median(took) < 0.05
    assert statistics.quantiles(took, n=100)[98] < 0.5
