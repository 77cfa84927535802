"""Row 11 and 12, beside the stream (tests/web): phones that ask for pages and never read them keep nobody waiting."""

import os
import socket
import time

import pytest

DEAF, EACH = 40, 30
PAGE_S, FREED_S = 1.0, 30.0


def deaf(port, path):
    """Asks for a page again and again, and takes in as good as nothing."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.connect(("127.0.0.1", port))
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * EACH)
    return one


def descriptors(table):
    return len(os.listdir(f"/proc/{table.running.process.pid}/fd"))


@pytest.mark.trials
@pytest.mark.parametrize("path", ["/", "/history", "/static/board.css", "/api/games/1/export?format=csv"])
def test_phones_that_never_read_their_pages_keep_nobody_waiting(table, told, path):
    before = descriptors(table)
    phones = [deaf(table.port, path) for _ in range(DEAF)]
    slowest, began = 0.0, time.monotonic()
    while time.monotonic() - began < 12:
        asked = time.monotonic()
        assert table.ask("/")[0] == 200
        slowest = max(slowest, time.monotonic() - asked)
        time.sleep(0.1)
    while descriptors(table) > before and time.monotonic() - began < FREED_S:
        time.sleep(0.2)
    freed = time.monotonic() - began
    left = descriptors(table) - before
    for one in phones:
        one.close()
    told(f"{DEAF} phones that never read {path}: slowest page {slowest:.2f} s; {left} still held after {freed:.0f} s")
    assert slowest < PAGE_S
    assert left <= 2  # a journal that is being read
