"""Rows 13 to 16: bodies that are too big, too deep or no text; forged requests; foreign hosts; paths that lead out."""

import json
import socket
from itertools import product

import pytest

from companion.starting import FAILED_STARTS, Starts
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.guard import LARGER, MOST_BODY
from web.safe import Safe

MOST_GROWTH_MB = 5
FORM = {"Content_Type": "application/x-www-form-urlencoded"}
UPLOAD = {"Content_Type": "multipart/form-data; boundary=--x"}
DEEP = b"[" * 10_000 + b"]" * 10_000


def keys(number):
    return json.dumps({f"{n:x}": 1 for n in range(number)}, separators=(",", ":")).encode()


BODIES = {
    "60 MB": b"x" * 60_000_000,
    "10,000 deep": DEEP,
    "10,000 deep in an action": b'{"do": ' + DEEP + b"}",
    "10,000 keys": keys(10_000),
    "as many keys as there is room for": keys(7_000),
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
FORMS = {
    "10,000 fields": b"&".join(b"%x=" % n for n in range(10_000)),
    "10,000 times the same field": b"&".join([b"name=x"] * 9_000 + [b"a"] * 1_000),
    "121 fields": b"&".join([b"name=x"] * 121),
    "no text": b"\xff" * 9000,
    "bad UTF-8 in a field": b"a=%ff%fe&b=%00",
    "no players": b"players=&then=&do=&with=&language=",
    "a NUL in each": b"players=%00&then=%00&do=%00&top-R=%00&game=%00&to=%00&language=%00",
    "9,000 digits": b"players=" + b"9" * 9_000 + b"&top-R=" + b"9" * 9_000,
    "a field of 60 kB": b"name=" + b"x" * 60_000,
}


def part(name, content):
    return b'----x\r\nContent-Disposition: form-data; name="' + name + b'"; filename="a"\r\n\r\n' + content + b"\r\n"


UPLOADS = {
    name: part(b"game", content) + b"----x--\r\n"
    for name, content in (BODIES | SETUPS | {"1.05 MB": b"x" * 1_050_000, "a long line": b"[" * 900_000}).items()
} | {
    "10,000 parts": part(b"a", b"") * 10_000 + b"----x--\r\n",
    "121 parts": part(b"a", b"") * 121 + b"----x--\r\n",
    "a part without end": part(b"game", b"x" * 60_000),
    "no parts": b"----x--\r\n",
    "a head without end": b"----x\r\nX: " + b"x" * 60_000,
}
KINDS_OF_BODY = [(BODIES | SETUPS, {}), (FORMS, FORM), (UPLOADS, UPLOAD)]


def changing_paths():
    """Every address that takes a body, of a table that has them all."""
    safe = Safe("", None, lambda *, with_good: None)
    app = create_app(Broadcast(), lambda message: None, Gate("1"), joining=Joining("1", list), safe=safe)
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods]
    return sorted(rule.replace("<number>", "99") for rule in rules)


PATHS = changing_paths()
NEED_NO_PIN = {"/language", "/large"}
ASK_ONLY_WHO = {"/api/lock", "/pin", "/report", "/safe", "/history/99/delete"}
"""Of their body nothing is used but the PIN: what is to be done says the address."""


def test_bodies_are_as_large_as_their_names_say():
    assert len(FORMS["10,000 fields"]) < MOST_BODY
    assert len(BODIES["10,000 keys"]) > MOST_BODY > len(BODIES["as many keys as there is room for"])
    assert MOST_BODY < len(UPLOADS["10,000 keys"]) < len(UPLOADS["1.05 MB"]) < LARGER["/history/import"]
    assert set(PATHS) > NEED_NO_PIN | ASK_ONLY_WHO


@pytest.fixture(scope="module")
def safe_table(asked, in_memory):
    """A table whose last starts failed: the only one with that page."""
    data = in_memory / "safe"
    data.mkdir()
    for _ in range(FAILED_STARTS):
        Starts(data).begin()
    with asked.started("run", "--data", data, "--port", 0, "--camera", "none", "--panel", "none") as table:
        yield table


@pytest.fixture
def table_of(request, table):
    """The table that has this path."""
    return lambda path: request.getfixturevalue("safe_table") if path == "/safe" else table


def judged(answer, path=""):
    """Whether an answer is a 4xx in a sentence; a switch that isn't understood may just lead back."""
    status, _, body = answer
    is_refused = 400 <= status < 500 or (status == 303 and path in NEED_NO_PIN)
    return is_refused and b"Traceback" not in body and b'File "' not in body


@pytest.mark.parametrize("path", PATHS)
def test_no_body_is_answered_by_anything_but_a_refusal(table_of, path):
    table = table_of(path)
    before, mb = table.state(), table.mb()
    answers = {}
    for who in (None, table.cookie) if path not in ASK_ONLY_WHO else (None,):
        for bodies, head in KINDS_OF_BODY:
            for name, body in bodies.items():
                answers[name, who is not None, *head.values()] = table.ask(path, body, Cookie=who, **head)
    assert {name: (*answer[:1], *answer[2:]) for name, answer in answers.items() if not judged(answer, path)} == {}
    assert {answers[name, False, FORM["Content_Type"]][0] for name in FORMS if name.startswith("1")} == {413}
    assert table.state() == before
    assert table.rests_below(mb + MOST_GROWTH_MB)
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
    assert table.rests_below(mb + MOST_GROWTH_MB)
    assert table.complaints() == []


FORGED = [{"Origin": None}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": "http://127.0.0.1:1"}]
KINDS = ["application/json", "text/plain", "application/x-www-form-urlencoded"]
CHANGES = {"/api/actions": b'{"do": "clue"}', "/api/games": b'{"players": 2}', "/setup": b"players=2", "/pin": b"pin=1"}


def test_a_forged_change_is_refused_though_it_brings_the_cookie(table):
    before = table.state()
    for headers, kind, path in product(FORGED, KINDS, PATHS):
        assert table.ask(path, CHANGES.get(path, b""), Content_Type=kind, **headers)[0] == 403, (path, headers, kind)
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
