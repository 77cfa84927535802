"""What the trials of trust want: the whole program as a process, a disk whose power is cut, a folder in memory."""

import contextlib
import http.client
import importlib.util
import json
import re
import sys
import tempfile
import time
from pathlib import Path

import pytest

from companion.journal.opening import open_journal
from companion.session import Session

_HERE = Path(__file__).resolve().parent
_TESTS = _HERE.parents[1]

GIVEN_BACK_S = 8.0


def _loaded(path):
    """A module beside the tests: no tests folder is a package."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


_LIVE = _loaded(_TESTS / "live" / "conftest.py")
start, call, ask = _LIVE.start, _LIVE.call, _LIVE.ask


class Table:
    """A running program, and what is asked of it. `pin`, `cookie`: what it lets in."""

    def __init__(self, running):
        self.running = running
        self.port = running.port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.pin = re.search(r"#pin=(\d+)", running.said())[1]
        self.cookie = self._joined()

    @classmethod
    @contextlib.contextmanager
    def started(cls, *words):
        """Runs `companion` with these words as long as it is wanted."""
        running = _LIVE.Running([str(word) for word in words])
        try:
            yield cls(running)
        finally:
            running.close()

    def ask(self, path, body=None, method=None, **headers):
        """Status, headers and body. Who posts comes from the table's own page and has its cookie, unless said."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        given = {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            method = method or ("GET" if body is None else "POST")
            line.putrequest(method, path, skip_host="Host" in given)
            if body is not None and "Content-Length" not in given:
                given["Content-Length"] = str(len(body))
            for name, value in given.items():
                if value is not None:
                    line.putheader(name, value)
            line.endheaders()
            with contextlib.suppress(ConnectionError):  # it may have answered by the head alone
                line.send(body or b"")
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            line.close()

    def do(self, path, what):
        """Posts this as JSON: status and the JSON that came."""
        status, _, body = self.ask(path, json.dumps(what).encode())
        return status, json.loads(body)

    def state(self):
        return json.loads(self.ask("/api/state")[2])

    def mb(self):
        """Its resident megabytes."""
        told = Path(f"/proc/{self.running.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", told)[1]) / 1024

    def rests_below(self, mb):
        """Whether it holds less than this within seconds: a little after a request it gives back what that took."""
        until = time.monotonic() + GIVEN_BACK_S
        while self.mb() >= mb and time.monotonic() < until:
            time.sleep(0.1)
        return self.mb() < mb

    def complaints(self):
        """What it said of itself that is neither a game's course nor a line on somebody's bad HTTP."""
        said = self.running.complaints.all
        return [line for line in said if " INFO " not in line and "Invalid HTTP request" not in line]

    def _joined(self):
        self.cookie = ""
        _, headers, _ = self.ask("/api/join", json.dumps({"pin": self.pin}).encode())
        return headers["Set-Cookie"].partition(";")[0]


@pytest.fixture(scope="session")
def asked():
    """A running program, to be asked things."""
    return Table


@pytest.fixture(scope="session")
def table(in_memory):
    """The whole program without a camera, for all tests that only ask it things; a game for three was begun."""
    data = in_memory / "table"
    with Table.started("run", "--data", data, "--port", 0, "--camera", "none", "--panel", "mock") as one:
        assert one.do("/api/games", {"players": ["Ann", "Bo", "Cy"]})[0] == 200
        yield one


@pytest.fixture(scope="session")
def living_table():
    """A table in the players' words, as the tests of the evening have it; `listen` hears each snapshot too, `sweeps`
    takes all cards away, however many are the same.
    """
    living = _loaded(_TESTS / "companion" / "evening" / "conftest.py")

    class Listened(living.LivingTable):
        def _sighting(self, text):
            made = super()._sighting(text)
            self.__dict__.setdefault("laid", []).append(made.id)
            return made

        def sweeps(self):
            self.now += 5
            self.sees(living.PlaceSeen(self.now, vanished=tuple(self.laid)))
            self.laid.clear()
            self._lying.clear()
            return self.waits(20)

        def listen(self, listener):
            self.session._listeners.append(listener)
            self.session.announce()

    return Listened


@pytest.fixture(scope="session")
def powercut():
    """The module that says what a disk may hold after a power cut."""
    return _loaded(_HERE / "powercut.py")


@pytest.fixture(scope="session")
def crowd_at():
    """Many phones on the table at that port."""
    return _loaded(_HERE / "crowd.py").Crowd


@pytest.fixture(scope="session")
def every_path():
    """Every page there is, for who looks at all of them; `/safe` is of a safe table alone."""
    return _loaded(_TESTS / "web" / "setting_up" / "test_every_page_browser.py").PATHS


@pytest.fixture(scope="session")
def odd_names():
    """Five names with tags, formulas, emoji and letters from right to left."""
    return _loaded(_HERE / "test_trust_names.py").NAMES


@pytest.fixture(scope="session")
def in_memory():
    """A folder in memory where there is one: what is tried there thousands of times needs no disk."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def told(capsys):
    """Prints a trial's figure, whatever pytest catches."""

    def prints(figures):
        with capsys.disabled():
            print(f"\n{figures}")  # noqa: T201 because a trial is read by its figures

    return prints


@pytest.fixture(scope="session")
def plays():
    """Plays these commands in a new game, kept in that folder."""

    def played(folder, setup, commands):
        session = Session(open_journal(folder))
        session.begin(setup)
        for command in commands:
            session.handle(command)
        session.close()
        return folder

    return played
