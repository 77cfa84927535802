"""The doctor beside a live table: what that table tells on its own page is what the doctor names."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device

from companion import libraries
from companion.cli import main
from companion.settings import Settings
from companion.snapshot import Snapshot
from companion.wiring.live import LiveTable, Parts
from models.edition import Edition
from web.safe import Safe

SOON_S = 30.0


@pytest.fixture
def table(lantern: Edition, tmp_path: Path) -> Iterator[LiveTable]:
    """A safe one, whose camera is no camera that there is."""
    has_told = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        camera = snapshot.page["camera"]
        if snapshot.page["alarms"] and isinstance(camera, dict) and camera["state"] == "down":
            has_told.set()

    settings = Settings(camera="usb:63", panel="none", port=0, host="127.0.0.1")
    safe = Safe("It is only a test.", None, lambda with_good: None)
    table = LiveTable(Parts(settings, lantern, tmp_path, lambda: None, command="a test", safe=safe), listen)
    try:
        table.start()
        assert has_told.wait(SOON_S)
        yield table
    finally:
        assert table.stop()
        Device.pin_factory = None


def test_a_safe_table_without_its_camera_and_with_its_folder_open_is_told_as_such(
    table: LiveTable, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "tried", lambda name: "")
    words = ("--camera", "usb:63", "--panel", "none", "--data", str(tmp_path), "--json")
    assert main(["doctor", *words, "--port", str(table.server.port)]) == 1
    checks = {line["check"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert checks["camera"]["seen"].startswith("The running companion says: There is no camera /dev/video63")
    assert "Safe mode: no camera, no pins, play by hand. It is only a test." in checks["starts"]["seen"]
    assert "Safe mode" in checks["table"]["seen"]
    assert "There is no camera /dev/video63" in checks["table"]["seen"]
    assert checks["folder"]["seen"] == f"{tmp_path} is held by the running table."
