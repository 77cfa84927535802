"""A table without what it was built with: pins that another program has, a camera that hangs. The rest goes on."""

from __future__ import annotations

import json
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Button as Contact
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.eyes.watch import SILENT
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.table.placements import Button
from companion.wiring.live import LiveTable, Parts
from hardware.fingers import Fingers
from hardware.panel import NoPanel, PinPanel

CLUE_PIN = 24
PAGE_S, PRESS_S, TOLD_S = 1.0, 1.0, 3.0


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """Pretend pins, which the table takes."""
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    return factory


def test_a_table_whose_pins_another_program_has_says_so_and_counts_what_the_page_says(
    pins: MockFactory, ask: Any, lantern: Any, tmp_path: Path
) -> None:
    settings = Settings(camera="none", panel="mock", host="127.0.0.1", port=0)
    with Contact(CLUE_PIN, pin_factory=pins):
        table = LiveTable(Parts(settings, lantern, tmp_path, lambda: pytest.fail("nothing is drawn")))
        table.start()
        try:
            port = table.server.port
            assert isinstance(table.panel, NoPanel)
            assert ask(port, "/api/games", {"players": 3}, table.pin)[0] == 200
            assert ask(port, "/api/actions", {"do": "clue"}, table.pin)[0] == 200
            state = json.loads(ask(port, "/api/state")[1])
            assert (state["clues"], state["panel"]["state"]) == (7, "down")
            assert state["panel"]["say"].startswith(f"Pin {CLUE_PIN} can't be had (")
            assert state["panel"]["say"].endswith("or play without pins: --panel none.")
            assert f"Pin {CLUE_PIN} can't be had" in unescape(ask(port, "/")[1]), "whoever looks at the page reads it"
        finally:
            assert table.stop()


def test_while_the_camera_hangs_the_page_answers_and_a_press_is_one_clue(
    pins: MockFactory,
    ask: Any,
    call: Any,
    hanging: Any,
    lantern: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    camera = hanging()
    settings = Settings(camera="simulated", panel="mock", host="127.0.0.1", port=0)
    table = LiveTable(Parts(settings, lantern, tmp_path, lambda: camera, Setup(3)))
    table.start()
    try:
        phone = call(table.server.port)
        assert camera.is_asked.wait(20)
        hangs_at = time.monotonic()
        assert ask(table.server.port, "/api/games", {"players": 3}, table.pin)[0] == 200
        at_once_s = counted_s(table, phone, 7)  # nobody knows yet that it hangs: the press waits for its picture
        down = phone.told.first(lambda one: one[1]["camera"]["state"] == "down" and one[0] > hangs_at)
        assert down is not None
        assert down[1]["camera"]["say"] == SILENT
        later_s = counted_s(table, phone, 6)
        pages_s = [answered_s(ask, table.server.port) for _ in range(5)]
        assert ask(table.server.port, "/api/actions", {"do": "clue"}, table.pin)[0] == 200
        end = phone.sees(lambda state: state.get("clues") == 5)
        assert [line["do"] for line in end["history"]] == ["clue"] * 3, "one for each press, one for the page"
        with capsys.disabled():
            print(  # noqa: T201 because a trial is read by its figures
                f"\nthe camera hangs: told {down[0] - hangs_at:.2f} s later; a press just then is counted after"
                f" {at_once_s:.2f} s, the next one after {later_s:.2f} s; the page takes {max(pages_s):.2f} s at most"
            )
        assert down[0] - hangs_at < TOLD_S
        assert at_once_s < TOLD_S + PRESS_S
        assert later_s < PRESS_S
        assert max(pages_s) < PAGE_S
    finally:
        camera.lets_go.set()
        table.stop()
    phone.close()


def counted_s(table: LiveTable, phone: Any, clues: int) -> float:
    """How long it takes from a press on the pin until so many clues are left."""
    assert isinstance(table.panel, PinPanel)
    assert table.panel.pins.button(Button.CLUE) == CLUE_PIN
    began = time.monotonic()
    Fingers(table.panel).press(Button.CLUE)
    phone.sees(lambda state: state.get("clues") == clues)
    return time.monotonic() - began


def answered_s(ask: Any, port: int) -> float:
    """How long the page takes."""
    began = time.monotonic()
    assert ask(port, "/")[0] == 200
    return time.monotonic() - began
