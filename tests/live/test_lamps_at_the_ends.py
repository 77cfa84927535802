"""The lamps at both ends of a table: as the kept game says when it starts, out however it ends."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device

from companion.errors import CannotListen
from companion.journal.opening import open_journal
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.session import Session
from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts
from hardware.pins import DEFAULT


@pytest.fixture(autouse=True)
def _pins_of_its_own() -> Iterator[None]:
    Device.pin_factory = None
    yield
    Device.pin_factory = None


@pytest.fixture
def parts(lantern: Any, tmp_path: Path) -> Callable[..., Parts]:
    """A table on pretend pins, without a camera; six clues are left in its game."""
    session = Session(open_journal(tmp_path))
    session.begin(Setup(3))
    for _ in range(2):
        session.handle(GiveClue())
    session.close()

    def made(**settings: Any) -> Parts:
        known = {"camera": "none", "panel": "mock", "host": "127.0.0.1", "port": 0}
        return Parts(Settings(**known | settings), lantern, tmp_path, lambda: pytest.fail("no camera is wanted"))

    return made


def lit() -> list[int]:
    return [pin for pin in DEFAULT.lamps if Device.pin_factory.pin(pin).state]


def soon(asked: Callable[[], Any], wanted: Any) -> None:
    until = time.monotonic() + 5
    while (found := asked()) != wanted and time.monotonic() < until:
        time.sleep(0.005)
    assert found == wanted


def test_the_lamps_come_up_as_the_game_was_left_and_go_out(parts: Callable[..., Parts]) -> None:
    table = LiveTable(parts())
    table.start()
    soon(lit, list(DEFAULT.clues[:6]))
    assert table.stop()
    assert lit() == []


def test_a_table_with_fewer_lamps_shows_what_it_has(parts: Callable[..., Parts]) -> None:
    table = LiveTable(parts(pins={"clues": (5, 6, 12), "fuses": (), "final": None, "ok": None}))
    table.start()
    soon(lambda: [pin for pin, on in table.panel.levels().items() if on], [5, 6, 12])
    assert table.stop()


def test_a_start_that_fails_leaves_no_lamp_on_and_no_pin_taken(parts: Callable[..., Parts]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        table = LiveTable(parts(port=taken.getsockname()[1]))
        with pytest.raises(CannotListen):
            table.start()
    assert lit() == []
    again = LiveTable(parts())
    again.start()
    assert again.panel.state().state == "pretend"
    assert again.stop()


def test_a_table_s_thread_that_hangs_leaves_no_lamp_on(parts: Callable[..., Parts]) -> None:
    hangs, goes_on = threading.Event(), threading.Event()

    def listen(snapshot: object) -> None:
        hangs.set()
        goes_on.wait(20)

    table = LiveTable(parts(), listen)
    table.start()
    assert hangs.wait(5)
    soon(lambda: len(lit()), 6)
    table.stop()
    assert lit() == []
    goes_on.set()
