"""A table whose writer stands still, on a disk that never answers: systemd is told of no life, so that it ends it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal.writing import Writer
from companion.messages import NewGame, Wish
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts

FED = b"WATCHDOG=1"
STILL_S = 1.5  # a live table feeds it five times a second


class Stuck:
    """A disk that may stand still: whoever writes then waits until it is let go."""

    def __init__(self, write: Callable[..., Any]) -> None:
        self._write = write
        self.goes_on, self.is_asked = threading.Event(), threading.Event()
        self.goes_on.set()

    def write(self, writer: Writer, tip: Any, entries: Any) -> Any:
        """As Writer does it, but for the waiting."""
        if not self.goes_on.is_set():
            self.is_asked.set()
            assert self.goes_on.wait(60)
        return self._write(writer, tip, entries)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stuck]:
    """The disk under the journal."""
    stuck = Stuck(Writer.write)
    monkeypatch.setattr(Writer, "write", lambda writer, tip, entries: stuck.write(writer, tip, entries))
    yield stuck
    stuck.goes_on.set()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """systemd's end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield hears


def heard_so_far(systemd: socket.socket) -> list[bytes]:
    """What waits in the socket."""
    heard = []
    systemd.setblocking(False)
    try:
        while True:
            heard.append(systemd.recv(1000))
    except BlockingIOError:
        return heard


def test_while_the_writer_stands_still_the_watchdog_is_not_fed_and_the_page_is_still_there(
    systemd: socket.socket, disk: Stuck, ask: Any, lantern: Any, tmp_path: Path
) -> None:
    settings = Settings(camera="none", panel="mock", host="127.0.0.1", port=0)
    table = LiveTable(Parts(settings, lantern, tmp_path / "data", lambda: pytest.fail("nothing is drawn")))
    table.start()
    try:
        begins = Wish(NewGame(Setup(3)), table.clock())
        table.post(begins)
        assert begins.reply.result(10).page["clues"] == 8
        systemd.settimeout(5)
        assert FED in [systemd.recv(1000) for _ in range(3)], "while all is well it is"
        disk.goes_on.clear()
        clue = Wish(GiveClue(), table.clock())
        table.post(clue)
        assert disk.is_asked.wait(10)
        heard_so_far(systemd)  # from before
        systemd.settimeout(STILL_S)
        with pytest.raises(TimeoutError):
            systemd.recv(1000)
        assert ask(table.server.port, "/")[0] == 200
        assert heard_so_far(systemd) == []
        assert not clue.reply.done(), "nobody is told what isn't kept"
        disk.goes_on.set()
        assert clue.reply.result(10).page["clues"] == 7
        systemd.settimeout(5)
        assert systemd.recv(1000) == FED
    finally:
        disk.goes_on.set()
        assert table.stop()
