"""The whole program as systemd starts it, with settings that can't be meant: a safe page with the line, the good ones
and the two ways on; and the good ones are what it goes on with.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from companion.starting import GOOD

BAD = "camra = 1\n"
GOOD_SETTINGS = 'camera = "none"\npanel = "mock"\nport = {port}\n'


def main_of(port: int, posted: dict[str, str] | None = None) -> str:
    """What the page `/safe` itself shows, when it is looked at or answered."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    head = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    line.request(*("GET", "/safe") if posted is None else ("POST", "/safe", urlencode(posted), head))
    answer = line.getresponse()
    page = answer.read().decode()
    line.close()
    assert answer.status == 200
    return page[page.index("<main") : page.index("</main>")]


def ready(systemd: socket.socket) -> str:
    """What the next table that is up tells of itself."""
    while not (said := systemd.recv(4096).decode()).startswith("READY=1"):
        pass
    return said


def test_a_service_with_a_bad_line_offers_the_good_settings_and_goes_on_with_them(
    start: Any, ask: Any, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    good = GOOD_SETTINGS.format(port=port)
    file = tmp_path / "settings.toml"
    file.write_text(BAD)
    (tmp_path / GOOD).write_text(good)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(30)
        words = ("run", "--data", tmp_path, "--config", file, "--host", "127.0.0.1")
        table = start(*words, through=["env", f"NOTIFY_SOCKET={tmp_path / 'notify'}"])
        assert table.port() == port
        assert "Safe mode" in ready(systemd)
        page = main_of(port)
        assert "line 1: &#39;camra&#39; is no setting" in page
        assert re.findall(r'<button[^>]*value="(\w+)"', page) == ["good", "same"]
        assert "camera = &#34;none&#34;" in page
        main_of(port, {"with": "good", "pin": (tmp_path / "pin").read_text().split()[0]})
        assert ready(systemd).endswith("STATUS=The table is up.")
        state = json.loads(ask(port, "/api/state")[1])
    assert (state["alarms"], state["panel"]["state"]) == ([], "pretend")
    assert file.read_text() == good
    assert [path.read_text() for path in tmp_path.glob("settings.toml.bad.*")] == [BAD]
    assert table.end() == 0
