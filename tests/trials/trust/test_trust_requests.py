"""Rows 13 to 16: bodies that are too big, too deep or no text; forged requests; foreign hosts; paths that lead out."""

import json
import socket
from itertools import product

import pytest

MOST_GROWTH_MB = 5
FORM = {"Content_Type": "application/x-www-form-urlencoded"}
DEEP = b"[" * 10_000 + b"]" * 10_000
BODIES = {
    "60 MB": b"x" * 60_000_000,
    "10,000 deep": DEEP,
    "10,000 deep in an action": b'{"do": ' + DEEP + b"}",
    "10,000 keys": json.dumps({f"key{n}": n for n in range(10_000)}).encode()[:65_000],
    "NaN": b'{"do": "deck", "count": NaN}',
    "Infinity": b'{"do": "deck", "count": -Infinity}',
    "more than a float holds": b'{"do": "deck", "count": 1e999}',
    "5,000 digits": b'{"do": "deck", "count": ' + b"9" * 5_000 + b"}",
    "a number beyond 64 bits": b'{"do": "deck", "count": 18446744073709551617}',
    "doubled keys": b'{"do": "clue", "do": "undo"}',
    "bad UTF-8": b'{"do": "clue\xff\xfe"}',
    "half a letter": b'{"do": "play", "card": "\\ud800"}',
    "a NUL": b'{"do": "play", "card": "R1\\u0000"}',
    "no body": b"",
    "a list": b"[]",
    "a text": b'"clue"',
    "null": b"null",
    "no JSON": b"do=clue",
    "another charset": '{"do": "clue"}'.encode("utf-16"),
    "a truth value for a number": b'{"do": "deck", "count": true}',
}
SETUPS = {
    "half a letter in a name": b'{"players": ["\\ud800", "Bo"]}',
    "a name of 10 kB": json.dumps({"players": ["x" * 10_000, "Bo"]}).encode(),
    "a name that turns the writing": b'{"players": ["\\u202eBo", "Ann"]}',
    "9,000 players": json.dumps({"players": ["Ann"] * 9_000}).encode(),
    "a deep option": b'{"players": 3, "options": ' + DEEP[:8000] + b"}",
}


def judged(answer):
    """Whether an answer is a 4xx in a sentence."""
    status, _, body = answer
    return 400 <= status < 500 and b"Traceback" not in body and b'File "' not in body


@pytest.mark.parametrize("path", ["/api/actions", "/api/games", "/api/join", "/api/unlock"])
def test_no_body_is_answered_by_anything_but_a_refusal(table, path):
    before, mb = table.state(), table.mb()
    bodies = BODIES if path == "/api/actions" else BODIES | SETUPS if path == "/api/games" else {"NaN": BODIES["NaN"]}
    answers = {name: table.ask(path, body) for name, body in bodies.items()}
    assert {name: answer[:1] + answer[2:] for name, answer in answers.items() if not judged(answer)} == {}
    assert table.state() == before
    assert table.mb() - mb < MOST_GROWTH_MB
    assert table.complaints() == []


@pytest.mark.parametrize("path", ["/", "/setup", "/setup/middle", "/pin", "/camera"])
def test_no_form_is_answered_by_an_error_of_ours(table, path):
    before, mb = table.state(), table.mb()
    for body in (
        b"&".join(b"f%d=1" % n for n in range(10_000))[:60_000],
        b"\xff" * 9000,
        b"a=%ff%fe&b=%00",
        b"players=",
    ):
        status, _, answer = table.ask(path, body, **FORM)
        assert status < 500, (path, body[:20], status)
        assert b"Traceback" not in answer
    assert table.state()["history"] == before["history"]
    assert table.mb() - mb < MOST_GROWTH_MB
    assert table.complaints() == []


def raw(port, request):
    """The first line that is answered to these bytes; empty where it just hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        try:
            line.sendall(request)
            return line.recv(65536).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


HOST = b"Host: 127.0.0.1\r\n"
HEADS = {
    "100 kB in one header": b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 100_000 + b"\r\n\r\n",
    "10,000 headers": b"GET / HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 10_000 + b"\r\n",
    "a body of chunks without end": b"POST /api/actions HTTP/1.1\r\n" + HOST + b"Origin: http://127.0.0.1\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n" + (b"ffff\r\n" + b"x" * 65535 + b"\r\n") * 40,
    "two lengths": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "a length below nothing": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -5\r\n\r\n",
    "a length and chunks": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "an empty host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\n" + HOST * 2 + b"\r\n",
    "a foreign host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "our name and more": b"GET / HTTP/1.1\r\nHost: hanabi.local.evil\r\n\r\n",
    "a whole address": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
}


def test_no_head_is_answered_by_anything_but_a_refusal(table):
    mb = table.mb()
    answers = {name: raw(table.port, head) for name, head in HEADS.items()}
    assert {name: line for name, line in answers.items() if line and not line.startswith(b"HTTP/1.1 4")} == {}
    assert answers["our name and more"].split()[1] == answers["a foreign host"].split()[1] == b"421"
    assert table.ask("/")[0] == 200
    assert table.mb() - mb < MOST_GROWTH_MB
    assert table.complaints() == []


FORGED = [{"Origin": None}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": "http://127.0.0.1:1"}]
KINDS = ["application/json", "text/plain", "application/x-www-form-urlencoded"]
CHANGES = {"/api/actions": b'{"do": "clue"}', "/api/games": b'{"players": 2}', "/setup": b"players=2", "/pin": b"pin=1"}


def test_a_forged_change_is_refused_though_it_brings_the_cookie(table):
    before = table.state()
    for headers, kind, (path, body) in product(FORGED, KINDS, CHANGES.items()):
        assert table.ask(path, body, Content_Type=kind, **headers)[0] == 403, (path, headers, kind)
    assert table.state() == before


def test_nothing_changes_without_the_pin(table):
    before = table.state()
    for path, body in CHANGES.items():
        status, _, _ = table.ask(path, body, Cookie=None)
        assert status in (303, 403), (path, status)
    assert table.state() == before


LEAD_OUT = [
    "/static/../../etc/passwd",
    "/static/%2e%2e/%2e%2e/settings.toml",
    "/static/..%2f..%2fpin",
    "/static/%252e%252e/pin",
    "/static//etc/passwd",
    "/static/..\\..\\pin",
    "/static/%00",
    "/static/style.css%00.jpg",
    "/pictures/../../pin.jpg",
    "/pictures/..%2f..%2fpin.jpg",
    "/pictures/%00.jpg",
    "/history/..",
    "/api/games/../../pin",
    "/api/games/1%00/export",
    "/api/games/-1",
    "/api/games/99999999999999999999",
    "/api/games/1/export?format=../../pin",
    "/%ff%fe",
    "/%c0%ae%c0%ae/pin",
    "//evil.example/",
    "/camera/picture/../../pin",
    "/setup/teach/face/..%2f..%2fpin.jpg",
]


def test_no_path_leads_out(table):
    answers = {path: table.ask(path) for path in LEAD_OUT}
    assert {path: answer[0] for path, answer in answers.items() if answer[0] not in (308, 400, 404)} == {}
    for _, headers, body in answers.values():
        assert headers.get("Location", table.address).startswith(table.address)
        assert b"root:" not in body
        assert table.pin.encode() not in body
    assert table.complaints() == []
