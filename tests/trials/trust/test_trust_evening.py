"""Row 23: an evening on every page, and nobody else is asked for anything: not by browser or program."""

import sys
import threading
import urllib.request
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts
from web.safe import Safe

PLAYED = """(players) => fetch('/api/games?even_if_playing=true', {method: 'POST', body: JSON.stringify({players})})"""
DONE = """(line) => fetch('/api/actions', {method: 'POST', body: JSON.stringify(line)}).then((told) => told.status)"""
FETCHED = """(path) => fetch(path).then((told) => told.blob().then((whole) => [told.status, whole.size]))"""
LAST_CARD = {"do": "adopt", "stacks": {"R": 5, "Y": 5, "G": 5, "B": 5, "W": 4}, "clues": 3, "deck": 2}
TAKEN_HOME = [f"/api/games/1/export?format={form}" for form in ("csv", "json", "text")]
ASKS = ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendmsg")
ASKS_NOBODY = "10.255.255.255"  # a UDP socket is bound towards there to learn our own address; nothing is sent


class Calls:
    """Whom this process calls, while it is listened to."""

    def __init__(self):
        self.is_on, self.all = True, []
        sys.addaudithook(self._hear)

    def foreign(self):
        return [call for call in self.all if not is_home(call[1])]

    def _hear(self, event, values):
        if self.is_on and event in ASKS:
            address = values[1] if event.startswith(("socket.connect", "socket.send")) else values[0]
            self.all.append((event, address))


def is_home(address):
    """This machine, a socket without a network, or the address that is never sent to."""
    host = address[0] if isinstance(address, tuple) else address
    return not host or str(host).startswith(("127.", "/", "localhost", "\0", "::1")) or host == ASKS_NOBODY


@pytest.fixture
def live(lantern, draw_recording, tmp_path):
    """A whole table, whose camera is a recording; and a safe one. Each is started when it is asked for."""
    started, recording = [], draw_recording(tmp_path / "recording", frames=3)

    def table(safe=None):
        camera = "none" if safe else f"file:{recording}"
        settings = Settings(camera=camera, panel="mock", host="127.0.0.1", port=0)
        data, ended = tmp_path / f"{len(started)}", threading.Event()
        parts = Parts(settings, lantern, data, lambda: None, command="a test", safe=safe)
        started.append(LiveTable(parts, lambda told: ended.set() if told.page["camera"]["state"] == "ended" else None))
        started[-1].start()
        assert safe or ended.wait(30), "the recording ends"
        return started[-1], f"http://127.0.0.1:{started[-1].server.port}"

    yield table
    for one in started:
        one.stop()


def is_fault(said):
    """Whether a line of the console is one; that a recording has ended, so that no picture comes, is none."""
    has_ended = "status of 503" in said.text and "/camera/" in said.location["url"]
    return said.type == "error" and not has_ended


def test_a_whole_evening_asks_nobody_else_for_anything(live, page, told, every_path, odd_names):
    calls, asked, complaints = Calls(), [], []
    page.on("dialog", lambda dialog: complaints.append(dialog.message) or dialog.dismiss())
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text) if is_fault(said) else None)
    table, address = live()
    page.goto(f"{address}/#pin={table.pin}")
    page.get_by_role("radio", name="2").tap()
    page.get_by_role("button", name="Start the game", exact=True).tap()
    page.get_by_role("button", name="CLUE", exact=True).tap()
    page.evaluate(PLAYED, odd_names)
    for line in ({"do": "clue"}, {"do": "discard", "card": "B3"}, LAST_CARD, {"do": "play", "card": "W5"}):
        assert page.evaluate(DONE, line) == 200, line
    expect(page.get_by_text("25 of 25").first).to_be_visible()
    for path in ("/", *every_path):
        if path != "/safe":
            assert page.goto(f"{address}{path}").status == 200, path
    page.goto(f"{address}/print")
    papers = page.locator('a[href$=".pdf"]').evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    assert len(papers) == 10
    for path in (*papers[::3], *TAKEN_HOME):  # one of each kind
        status, size = page.evaluate(FETCHED, path)
        assert (status, size > 0) == (200, True), path
    _, safe = live(Safe("Line 1: 'camra' is no setting.", "port = 8080\n", lambda *, with_good: None))
    assert page.goto(f"{safe}/safe").status == 200
    calls.is_on = False
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    foreign = hosts - {address[7:], safe[7:]}
    told(f"an evening on {len(every_path) + 1} pages: {len(asked)} requests, {len(foreign)} foreign hosts")
    assert table.session.latest.page["status"] == "won"
    assert table.session.latest.page["names"] == odd_names
    assert len(hosts) == 2
    assert foreign == set()
    assert calls.foreign() == []
    assert complaints == []


def test_who_calls_is_noticed():
    calls = Calls()
    with pytest.raises(OSError):  # noqa: PT011 because which one depends on the network
        urllib.request.urlopen("http://192.0.2.1:9/", timeout=0.01)
    calls.is_on = False
    assert "192.0.2.1" in str(calls.foreign()[0][1])


def test_the_code_on_the_joining_page_is_read_by_a_camera(live, page):
    table, address = live(Safe("Why.", None, lambda *, with_good: None))
    page.goto(f"{address}/table")
    picture = cv2.imdecode(np.frombuffer(page.locator(".code svg").screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert read_code(picture) == f"{address}/#pin={table.pin}"


def read_code(picture):
    """As a phone does, that is held nearer and farther: OpenCV's reader alone misses one drawn code in a hundred."""
    for side in (240, 200, 180, 300, 120):
        if said := cv2.QRCodeDetector().detectAndDecode(
            cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        )[0]:
            return said
    return ""
