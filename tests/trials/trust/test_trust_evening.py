"""Row 23: an evening on every page, and nobody else is asked for anything: not by browser or program."""

import sys
import urllib.request
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts

PAGES = (
    "/",
    "/table",
    "/setup",
    "/setup/middle",
    "/camera",
    "/history",
    "/history/1",
    "/score",
    "/panel",
    "/help",
    "/rules",
    "/print",
    "/report",
)
NAMES_WITH_TAGS = """() => fetch('/api/games?even_if_playing=true', {method: 'POST', body: JSON.stringify(
    {players: ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', `"'><svg onload=alert(1)>`]})})"""
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
def live(lantern, tmp_path):
    settings = Settings(camera="none", panel="mock", host="127.0.0.1", port=0)
    table = LiveTable(Parts(settings, lantern, tmp_path, lambda: None, command="a test"))
    table.start()
    yield table
    table.stop()


def test_a_whole_evening_asks_nobody_else_for_anything(live, page, told):
    calls, asked, complaints = Calls(), [], []
    page.on("dialog", lambda dialog: complaints.append(dialog.message) or dialog.dismiss())
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    address = f"http://127.0.0.1:{live.server.port}"
    page.goto(f"{address}/#pin={live.pin}")
    page.get_by_role("radio", name="2").tap()
    page.get_by_role("button", name="Start the game", exact=True).tap()
    page.get_by_role("button", name="CLUE", exact=True).tap()
    page.evaluate(NAMES_WITH_TAGS)
    for path in PAGES:
        assert page.goto(f"{address}{path}").status == 200, path
    calls.is_on = False
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    told(f"an evening on {len(PAGES)} pages: {len(asked)} requests, {len(hosts - {address[7:]})} foreign hosts")
    assert live.session.latest.page["names"][1] == "<script>alert(1)</script>"
    assert hosts == {address[7:]}
    assert calls.foreign() == []
    assert complaints == []


def test_who_calls_is_noticed():
    calls = Calls()
    with pytest.raises(OSError):  # noqa: PT011 because which one depends on the network
        urllib.request.urlopen("http://192.0.2.1:9/", timeout=0.01)
    calls.is_on = False
    assert "192.0.2.1" in str(calls.foreign()[0][1])


def test_the_code_on_the_joining_page_is_read_by_a_camera(live, page):
    address = f"http://127.0.0.1:{live.server.port}"
    page.goto(f"{address}/table")
    picture = cv2.imdecode(np.frombuffer(page.locator(".code svg").screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert read_code(picture) == f"{address}/#pin={live.pin}"


def read_code(picture):
    """As a phone does, that is held nearer and farther: OpenCV's reader alone misses one drawn code in a hundred."""
    for side in (240, 200, 180, 300, 120):
        if said := cv2.QRCodeDetector().detectAndDecode(
            cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
        )[0]:
            return said
    return ""
