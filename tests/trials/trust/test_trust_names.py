"""Row 17: names with tags, formulas, emoji and letters from right to left are text wherever they come out."""

import csv
import html
import io
import json
import re
import socket

import pytest

TAG = "<script>alert(1)</script>"
NAMES = [TAG, "=cmd|' /C calc'!A0", "🎆 Zoë & Çelik", "שלום\"'`{{7*7}}", "-2+3%0d%0a"]
REFUSED = [
    "Ann\nERROR forged line",
    "Bo\r\nSet-Cookie: a=b",
    "a\u202eevil",
    "nul\x00l",
    "\x1b[31mred",
    "x" * 10_000,
    " ",
    "",
]


def papers_of(table):
    """Every paper that it prints."""
    addresses = re.findall(r'href="(/print/[^"]+)"', table.ask("/print")[2].decode())
    return {address: table.ask(address)[2] for address in addresses}


@pytest.fixture(scope="module")
def printed_before(table):
    """Its papers, before anybody of such a name sat down."""
    return papers_of(table)


@pytest.fixture(scope="module")
def named(table, printed_before):
    """The table with a game of such names, in which something has happened."""
    assert table.do("/api/games?even_if_playing=true", {"players": NAMES})[0] == 200
    assert table.do("/api/actions", {"do": "clue"})[0] == 200
    assert table.do("/api/actions", {"do": "discard", "card": "B3"})[0] in (200, 409)
    assert table.do("/api/actions", {"do": "play", "card": "R1"})[0] == 200
    return table


@pytest.mark.parametrize(
    "path", ["/", "/setup", "/history", "/history/{game}", "/table", "/panel", "/score", "/rules", "/report"]
)
def test_a_page_shows_them_as_text(named, path):
    status, headers, body = named.ask(path.format(game=named.state()["game"]))
    page = body.decode()
    assert status == 200
    assert "<script>alert" not in page
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    if path in ("/", "/history", "/history/{game}"):
        assert TAG in html.unescape(page)
        assert "{{7*7}}" in html.unescape(page)


def test_json_and_the_stream_carry_them_whole(named):
    assert named.state()["names"] == NAMES
    with socket.create_connection(("127.0.0.1", named.port), timeout=10) as line, line.makefile("rb") as stream:
        line.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        data = next(one for one in stream if one.startswith(b"data: "))
    assert json.loads(data[6:])["names"] == NAMES
    assert named.ask("/api/state")[1]["Content-Type"] == "application/json"


def test_a_spreadsheet_takes_no_name_for_a_formula(named):
    _, headers, body = named.ask(f"/api/games/{named.state()['game']}/export?format=csv")
    rows = list(csv.DictReader(io.StringIO(body.decode())))
    assert rows[1]["name"] == f"'{NAMES[1]}"
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row.values())
    assert "attachment" in headers["Content-Disposition"]


@pytest.mark.parametrize("form", ["json", "text"])
def test_what_is_taken_home_holds_them_in_one_line_each(named, form):
    status, headers, body = named.ask(f"/api/games/{named.state()['game']}/export?format={form}")
    assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff")
    assert sum(NAMES[0] in line or json.dumps(NAMES[0]) in line for line in body.decode().splitlines()) >= 1


def test_no_paper_holds_a_name(named, printed_before):
    printed = papers_of(named)
    assert [paper[:5] for paper in printed.values()] == [b"%PDF-"] * 10
    assert [address for address in printed if printed[address] != printed_before[address]] == []


def test_a_name_that_could_forge_a_line_is_refused_in_a_sentence(named):
    for name in REFUSED:
        status, answer = named.do("/api/games?even_if_playing=true", {"players": ["Ann", name]})
        assert (status, list(answer)) == (400, ["error"]), name
        assert "\n" not in answer["error"]
        assert len(answer["error"]) < 200
    assert named.state()["names"] == NAMES


def test_each_happening_is_one_line_in_the_log(named):
    lines = named.running.complaints.all
    assert [line for line in lines if not line.startswith("20")] == []
    assert named.complaints() == []
