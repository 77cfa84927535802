"""The deck that comes with the program, damaged on the disk, under a table that runs as a service: a page that says so,
and not one start after another that ends before anybody could read why."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import models
from companion.wiring.decks import shipped_decks

QUIET = ("--camera", "none", "--panel", "mock", "--port", 0)
PAGES = ("/", "/setup", "/history", "/panel", "/help", "/help/face/R1.jpg", "/camera", "/print")


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """systemd's end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(tmp_path / "notify"))
        hears.settimeout(20)
        yield hears


@pytest.fixture
def with_deck(tmp_path: Path, systemd: socket.socket) -> Callable[[Path], tuple[str, ...]]:
    """Starts a program as systemd does, with the decks of another folder as those that come with it."""

    def through(decks: Path) -> tuple[str, ...]:
        (tmp_path / "sitecustomize.py").write_text(f"import models\nmodels.__file__ = {str(decks / '__init__.py')!r}\n")
        finds = f"{tmp_path}:{Path(models.__file__).parents[1]}"
        return ("env", f"PYTHONPATH={finds}", f"NOTIFY_SOCKET={systemd.getsockname()}")

    return through


@pytest.fixture
def flipped(tmp_path: Path) -> Path:
    """A folder with the deck, one bit of what its reader learned flipped."""
    deck = Path(shutil.copytree(shipped_decks()["lantern"], tmp_path / "models" / "lantern"))
    spoilt = bytearray((deck / "reader.npz").read_bytes())
    spoilt[len(spoilt) // 2] ^= 1
    (deck / "reader.npz").write_bytes(spoilt)
    return deck.parent


def test_a_service_whose_own_deck_is_damaged_comes_up_safe_and_says_so(
    start: Any, ask: Any, with_deck: Any, flipped: Path, systemd: socket.socket, tmp_path: Path
) -> None:
    running = start("run", "--data", tmp_path / "data", *QUIET, through=with_deck(flipped))
    port, pin = running.port(), running.said().split("#pin=")[1][:6]
    told = next(told for told in (systemd.recv(1000) for _ in range(50)) if told != b"WATCHDOG=1")
    assert told.startswith(b"READY=1\nSTATUS=Safe mode: no camera, no pins, play by hand. The deck in ")
    status, page = ask(port, "/safe")
    assert status == 200
    assert f"The deck in {flipped}/lantern is damaged (" in page
    assert ask(port, "/api/games", {"players": 3}, pin)[0] == 200
    assert ask(port, "/api/actions", {"do": "play", "card": "R1"}, pin)[0] == 200
    state = json.loads(ask(port, "/api/state")[1])
    assert [alarm["what"] for alarm in state["alarms"]] == ["safe-mode"]
    assert (state["points"], state["camera"]["state"]) == (1, "none")
    assert {path: status for path in PAGES if (status := ask(port, path)[0]) >= 500} == {}
    assert running.end() == 0
    assert "Traceback" not in running.said()


def test_whoever_typed_the_command_is_told_of_a_damaged_deck_in_a_sentence(
    start: Any, with_deck: Any, flipped: Path, tmp_path: Path
) -> None:
    through = (*with_deck(flipped)[:-1], "NOTIFY_SOCKET=")
    running = start("run", "--data", tmp_path / "data", *QUIET, through=through)
    assert running.wait() == 2
    assert [line.startswith("companion: The deck in ") for line in running.complaints.all] == [True]
