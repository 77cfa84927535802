"""A live table's own papers and report, fetched as a phone does: they are this table's, and the PIN is in none."""

from __future__ import annotations

import http.client
import json
import threading
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from gpiozero import Device

from companion.commands.doctor import beside_a_table
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.snapshot import Snapshot
from companion.wiring.live import LiveTable, Parts
from models.edition import Edition

SOON_S = 60.0


def fetched(port: int, path: str, posted: str | None = None, pin: str = "") -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON_S)
    headers = {"Origin": f"http://127.0.0.1:{port}", "X-Table-Pin": pin}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        line.request(*("GET", path) if posted is None else ("POST", path, posted, headers))
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def test_a_table_on_record_prints_its_papers_and_packs_what_helps(
    draw_recording: Callable[..., Path], lantern: Edition, tmp_path: Path
) -> None:
    played = draw_recording(tmp_path / "played", frames=3, presses={1: "clue"})
    settings = Settings(camera=f"file:{played}", panel="mock", port=0, host="127.0.0.1", table=Setup(2))
    ended = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        camera = snapshot.page["camera"]
        if isinstance(camera, dict) and camera["state"] == "ended":
            ended.set()

    parts = Parts(
        settings,
        lantern,
        tmp_path / "data",
        lambda: None,
        command="a test",
        record=tmp_path / "record",
        findings=beside_a_table,
    )
    table = LiveTable(parts, listen)
    try:
        table.start()
        assert ended.wait(SOON_S)
        port = table.server.port
        for name in ("markers-a4", "mat-letter", "wiring-sheet"):
            status, paper = fetched(port, f"/print/{name}.pdf")
            assert (status, paper[:5]) == (200, b"%PDF-"), name
        assert fetched(port, "/help/face/R1.jpg")[1].startswith(b"\xff\xd8")
        assert fetched(port, "/api/games", json.dumps({"players": ["Annabel", "Bo"]}), table.pin)[0] == 200
        assert fetched(port, "/report", "pin=000000")[0] == 403
        status, packed = fetched(port, "/report", f"pin={table.pin}&names=out")
    finally:
        assert table.stop()
        Device.pin_factory = None
    assert status == 200
    with zipfile.ZipFile(BytesIO(packed)) as report:
        held = {name: report.read(name) for name in report.namelist()}
    everything = b"".join(held.values())
    assert table.pin.encode() not in everything
    assert b"Annabel" not in everything
    assert b"game rr2013 2\n" in held["game.txt"]
    assert json.loads(held["recording/recording.json"])["setup"]["players"] == 2
    assert held["recording/000000.jpg"].startswith(b"\xff\xd8")
    looked_at = [json.loads(line)["check"] for line in held["doctor.jsonl"].splitlines()]
    assert "disk" in looked_at
    assert not {"PIN", "camera", "pins"} & set(looked_at)
