"""The whole program as a process that can be killed, a phone that follows it, and games begun before it starts."""

from __future__ import annotations

import http.client
import json
import math
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.eyes.first import KeptCard
from companion.journal.opening import open_journal
from companion.ports import Frame
from companion.rules.cards import parse_card
from companion.rules.commands import Command, Discard, GiveClue, Play
from companion.rules.setup import Setup
from companion.session import Session
from companion.wiring.keeping import TableStore
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.scene import LyingCard
from hardware.rehearsal.script import Script

PLAYERS = 3
CARD_MM = (63.0, 88.0)
SOON_S = 30.0

State = dict[str, Any]


class Hanging:
    """A camera that gives one picture, and then no other one until it is let go; `is_stuck`: nor a way to close it."""

    def __init__(self, *, is_stuck: bool = False) -> None:
        self.is_asked, self.lets_go = threading.Event(), threading.Event()
        self._is_stuck = is_stuck

    def frames(self) -> Iterator[Frame]:
        yield Frame(np.zeros((540, 960, 3), np.uint8), 0.0, 0)
        self.is_asked.set()
        self.lets_go.wait()

    def pressed(self, since: int) -> list[tuple[float, str]]:
        return []

    def close(self) -> None:
        if self._is_stuck:
            self.lets_go.wait()


@pytest.fixture
def hanging() -> type[Hanging]:
    """Makes such a camera."""
    return Hanging


class Told:
    """What somebody told, in order; whoever waits for a thing is woken when it comes."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self.is_over = False
        self._news = threading.Condition()

    def add(self, one: Any) -> None:
        with self._news:
            self.all.append(one)
            self._news.notify_all()

    def end(self) -> None:
        with self._news:
            self.is_over = True
            self._news.notify_all()

    def first(self, wanted: Callable[[Any], bool], within_s: float = SOON_S, since: int = 0) -> Any:
        """The first that is wanted; None where it doesn't come in time, or nothing comes any more."""

        def found() -> Any:
            return next((one for one in self.all[since:] if wanted(one)), None)

        with self._news:
            self._news.wait_for(lambda: self.is_over or found() is not None, within_s)
            return found()


class Phone:
    """Follows the stream of one table. `told`: its states as they came, each with the monotonic time."""

    def __init__(self, port: int) -> None:
        self.told = Told()
        self.port = port
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON_S)
        self._thread = threading.Thread(target=self._read, name="phone", daemon=True)
        self._thread.start()

    @property
    def states(self) -> list[State]:
        return [state for _, state in self.told.all]

    def sees(self, wanted: Callable[[State], bool], within_s: float = SOON_S, since: int = 0) -> State:
        """The first state that is wanted."""
        found = self.told.first(lambda one: wanted(one[1]), within_s, since)
        assert found is not None, f"not seen in {within_s} s; the last was {self.states[-1:]}"
        return found[1]

    def close(self) -> None:
        self._thread.join(5)

    def _read(self) -> None:
        try:
            self._line.request("GET", "/api/stream")
            stream = self._line.getresponse()
            for line in stream:
                if line.startswith(b"data: ") and line.endswith(b"\n"):
                    self.told.add((time.monotonic(), json.loads(line[6:])))
        except (OSError, http.client.HTTPException, AttributeError):
            pass  # the table was killed, or stopped
        finally:
            self._line.close()
            self.told.end()


class Running:
    """One `companion ...` as a process. `through`: the command that starts it, such as env or unshare."""

    def __init__(self, words: Sequence[str], through: Sequence[str] = ()) -> None:
        self.began = time.monotonic()
        command = [*through, sys.executable, "-m", "companion", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines, self.complaints = Told(), Told()
        self._readers = [
            threading.Thread(target=_read, args=(pipe, told), daemon=True)
            for pipe, told in ((self.process.stdout, self.lines), (self.process.stderr, self.complaints))
        ]
        for reader in self._readers:
            reader.start()

    def port(self) -> int:
        """Where its page is, once it says so."""
        found = self.lines.first(lambda line: re.search(r"The table is at http://.*:\d+ ", line))
        assert found is not None, self.said()
        return int(re.findall(r":(\d+) ", found)[0])

    def age(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self.began

    def said(self) -> str:
        return "\n".join([*self.lines.all, *self.complaints.all])

    def end(self, number: int = signal.SIGTERM, within_s: float = 5.0) -> int:
        """Sends the signal; gives the exit status."""
        self.process.send_signal(number)
        return self.wait(within_s)

    def wait(self, within_s: float = SOON_S) -> int:
        status = self.process.wait(within_s)
        for reader in self._readers:
            reader.join(5)
        return status

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait(5)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


def _read(pipe: Any, told: Told) -> None:
    for line in pipe:
        told.add(line.rstrip("\n"))
    told.end()


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    """Starts `companion` with these words; killed when the test ends."""
    running: list[Running] = []

    def started(*words: object, through: Sequence[object] = ()) -> Running:
        running.append(Running([str(word) for word in words], [str(word) for word in through]))
        return running[-1]

    yield started
    for one in running:
        one.close()


@pytest.fixture
def call() -> Callable[[str], Phone]:
    """A phone that follows the table at this port."""
    return Phone


@pytest.fixture
def ask() -> Callable[..., tuple[int, str]]:
    """Fetches a path, or posts an object to it: status and body."""

    def asked(port: int, path: str, posted: object = None, pin: str = "") -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON_S)
        origin = f"http://127.0.0.1:{port}"
        headers = {"Origin": origin, "X-Table-Pin": pin, "Content-Type": "application/json"}
        try:
            body = None if posted is None else json.dumps(posted)
            line.request("GET" if posted is None else "POST", path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    return asked


@pytest.fixture
def told_of() -> Callable[[State], list[tuple[str, str]]]:
    return _told_of


@pytest.fixture
def scripted() -> Callable[[int], list[tuple[str, str]]]:
    return _scripted


def _told_of(state: State) -> list[tuple[str, str]]:
    """What happened in a game so far: (do, card)."""
    return [(line.get("as", line["do"]), line.get("card", "")) for line in state["history"]]


def _scripted(seed: int) -> list[tuple[str, str]]:
    """What happens in the drawn game of this seed: (do, card)."""
    return [
        ("misplay" if action.get("misplay") else str(action["do"]), str(action.get("card", "")))
        for action in play_game(PLAYERS, seed)
    ]


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., Path]:
    """A data folder in which the drawn game of this seed has come so far, watched all the time."""

    def begin(seed: int, actions: int) -> Path:
        folder = tmp_path / f"begun-{seed}-{actions}"
        session = Session(open_journal(folder))
        session.begin(Setup(PLAYERS))
        for action in play_game(PLAYERS, seed)[:actions]:
            session.handle(_wished(action))
        session.close()
        TableStore(folder / "table.json").save(_lying(seed, actions))
        return folder

    return begin


def _lying(seed: int, actions: int) -> list[KeptCard]:
    """What the drawn table of this game then holds."""
    script = Script(play_game(PLAYERS, seed), PLAYERS, seed=seed, fps=10.0, deck=deck_after_dealing(PLAYERS))
    scene, _ = next(script.frames(actions))
    return [KeptCard(card.code, _corners(card)) for card in scene.cards]


def _corners(card: LyingCard) -> Any:
    turn = complex(math.cos(math.radians(card.turn_deg)), math.sin(math.radians(card.turn_deg)))
    wide, high = CARD_MM
    from_centre = [turn * complex(x * wide / 2, y * high / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return tuple((card.x_mm + corner.real, card.y_mm + corner.imag) for corner in from_centre)


def _wished(action: dict[str, object]) -> Command:
    if action["do"] == "clue":
        return GiveClue()
    card = parse_card(str(action["card"]))
    if action["do"] == "discard":
        return Discard(card)
    return Play(card, misplay=True) if action.get("misplay") else Play(card)
