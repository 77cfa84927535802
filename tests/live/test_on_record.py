"""A live table on record: what it saw and what was pressed lies in the folder when it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
from gpiozero import Device

from companion.rules.setup import Setup
from companion.settings import Settings
from companion.snapshot import Snapshot
from companion.wiring.live import LiveTable, Parts
from hardware.recording import Press, read_recording
from models.edition import Edition

SOON_S = 60.0


def test_a_played_evening_on_record_has_its_press_its_game_and_nothing_but_the_table(
    draw_recording: Callable[..., Path], lantern: Edition, tmp_path: Path
) -> None:
    played = draw_recording(tmp_path / "played", frames=3, presses={1: "clue"})  # over before it is read
    settings = Settings(camera=f"file:{played}", panel="mock", port=0, host="127.0.0.1", table=Setup(2))
    ended = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        camera = snapshot.page["camera"]
        if isinstance(camera, dict) and camera["state"] == "ended":
            ended.set()

    folder = tmp_path / "record"
    table = LiveTable(
        Parts(settings, lantern, tmp_path / "data", lambda: None, command="a test", record=folder), listen
    )
    try:
        table.start()
        assert ended.wait(SOON_S)
    finally:
        assert table.stop()
        Device.pin_factory = None
    recording = read_recording(folder)
    assert (recording.setup["players"], recording.deck, recording.is_cut) == (2, "lantern", False)
    assert recording.presses in ((Press(1, "clue"),), (Press(2, "clue"),))
    pictures = sorted(folder.glob("*.jpg"))
    assert len(pictures) in (2, 3)
    last = cv2.imread(str(pictures[-1]))
    assert last[270, 480].max() > 50  # the mat's middle
    assert last[:8].max() < 20
