"""A small table for the web: its own thread, the real rules, the real page; and browsers and servers to look at it."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.errors import CompanionError, Refused
from companion.evening.said import told_after
from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.messages import Answer, Bring, Forget, Locked, Message, NewGame, Press, Said, Wish
from companion.page import Alarm, Around, Asked, Device, lamps, page
from companion.rules.cards import parse_card
from companion.rules.commands import As, Command, Correct, GiveClue, Undo
from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from companion.snapshot import Snapshot
from companion.table.placements import Button
from web import Joining, create_app
from web.asgi import App
from web.broadcast import Broadcast
from web.gate import Gate
from web.protocol import ImpatientProtocol
from web.server import Server
from web.site import create_site

PIN = "246810"
ANSWERS = ("status of 403", "status of 409")  # the browser's own lines: the PIN is still to be shown; refused


class SmallTable:
    """Answers wishes by the rules, on a thread of its own, and tells its board."""

    def __init__(self, board: Broadcast, game: Game | None = None) -> None:
        self.board = board
        self.game = game
        self.around = Around(camera=Device("pretend"), panel=Device("pretend"))
        self.version = 0
        self.wishes: list[Wish] = []
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="small table", daemon=True)
        self._thread.start()
        self.tell()

    def post(self, message: Message) -> None:
        self._inbox.put(message)

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join(5)

    def tell(self) -> Snapshot:
        self.version += 1
        number = None if self.game is None else 1
        shown = page(self.version, number, self.game, self.around)
        snapshot = Snapshot(self.version, shown, lamps(self.game, self.around))
        self.board.publish(snapshot)
        return snapshot

    def show(self, game: Game | None = None, **around: Any) -> None:
        """Sets the table to this, from the test's own thread."""
        self.game = game
        self.around = Around(camera=Device("pretend"), panel=Device("pretend"), **around)
        self.tell()

    def do(self, command: Command) -> None:
        assert self.game is not None
        self.game = self.game.handle(command)
        self.tell()

    def _run(self) -> None:
        while (message := self._inbox.get()) is not None:
            if isinstance(message, Locked):
                self.show(self.game, locked=message.is_locked)
                continue
            assert isinstance(message, Wish)
            self.wishes.append(message)
            try:
                self._wish(message.wanted)
            except CompanionError as why:
                message.reply.set_exception(why)
            else:
                message.reply.set_result(self.tell())

    def _wish(self, wanted: Command | NewGame | Answer | Press | Said | Forget | Bring) -> None:
        match wanted:
            case Forget() | Bring():
                pass  # what it keeps is another's
            case NewGame(setup=setup, even_if_playing=anyway):
                if self.game is not None and not self.game.position.is_over and not anyway:
                    raise Refused("A game is on.")
                self.game = Game.new(setup)
            case Answer(question=number, card=card, as_=as_):
                if number not in [question.id for question in self.around.questions]:
                    raise Refused("That question is no longer open.")
                meaning = None if as_ is None else As(as_)
                self._handle(Correct(len(self.game.history), parse_card(card or "?"), meaning))
                self.around = Around(camera=self.around.camera, panel=self.around.panel)
            case Press(button=Button.CLUE):
                self._handle(GiveClue())
            case Press(button=Button.UNDO):
                self._handle(Undo())
            case Said():
                for command in told_after(self.game, wanted):
                    self._handle(command)
            case Press():
                raise Refused("There is no card that could have been a misplay.")
            case _:
                self._handle(wanted)

    def _handle(self, command: Command) -> None:
        if self.game is None:
            raise Refused("No game is on: start one first.")
        self.game = self.game.handle(command)


@pytest.fixture
def board() -> Broadcast:
    return Broadcast()


@pytest.fixture
def table(board: Broadcast) -> Iterator[SmallTable]:
    """A table with a game for three that has just begun."""
    small = SmallTable(board, Game.new(Setup(3, names=("Ann", "Bo", "Cy"))))
    yield small
    small.close()


@pytest.fixture
def phone(app: Any) -> FlaskClient:
    """A phone that doesn't know the PIN."""
    client: FlaskClient = app.test_client()
    return client


@pytest.fixture
def may_show() -> list[bool]:
    """Whether OK was just pressed: set its one item."""
    return [False]


@pytest.fixture
def past_games(tmp_path_factory: pytest.TempPathFactory) -> PastGames:
    """A folder with one game, won."""
    folder = tmp_path_factory.mktemp("past")
    session = Session(open_journal(folder))
    setup = Setup(3, names=("Ann", "Bo", "Cy"))
    session.begin(setup)
    for command in played(setup, "W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 2").log:
        session.handle(command)
    session.close()
    return PastGames(folder)


@pytest.fixture
def app(board: Broadcast, table: SmallTable, may_show: list[bool], past_games: PastGames) -> Any:
    joining = Joining(PIN, lambda: ["http://192.168.1.20:8080", "http://hanabi.local:8080"], lambda: may_show[0])
    return create_app(board, table.post, Gate(PIN), joining=joining, past_games=past_games)


@pytest.fixture
def serve(app: Any, board: Broadcast) -> Iterator[Callable[..., Server]]:
    """Serves the table on a free port, or on that one; stopped when the test ends."""
    running: list[Server] = []

    def started(port: int = 0, protocol: type[ImpatientProtocol] = ImpatientProtocol) -> Server:
        server = Server(create_site(app, board), "127.0.0.1", port, protocol)
        server.start()
        running.append(server)
        return server

    yield started
    for server in running:
        server.stop()


@pytest.fixture
def address(serve: Callable[..., Server]) -> str:
    return f"http://127.0.0.1:{serve().port}"


def asked(*guesses: tuple[str, float], say: str = "Which card is it?", as_: tuple[str, ...] = ()) -> Asked:
    return Asked(1, say, guesses, as_)


@pytest.fixture
def question() -> Callable[..., Asked]:
    return asked


@pytest.fixture
def alarm() -> Alarm:
    return Alarm("too-dark", "It is too dark to read cards: bring more light.", time.time())


@dataclass(frozen=True, slots=True)
class Answered:
    """What an ASGI application answered. `status`: 0 for nothing; `taken`: how many parts of the body it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    taken: int


def spoken_to(app: App, scope: dict[str, Any], parts: Sequence[bytes | None]) -> Answered:
    """One request without a socket; a part None never comes. On its own thread: a browser's loop may be on this one."""
    sent: list[Any] = []
    waiting = list(parts)

    async def receive() -> Any:
        if not waiting:
            return {"type": "http.disconnect"}
        part = waiting.pop(0)
        if part is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        sent.append(message)

    async def spoken() -> None:
        await app(scope, receive, send)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, spoken()).result(10)
    start = sent[0] if sent else {"status": 0, "headers": []}
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answered(start["status"], headers, body, len(parts) - len(waiting))


def http_scope(method: str, path: str, headers: Sequence[tuple[str, str]], query: str = "") -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
        "client": ("192.168.1.7", 50000),
        "server": ("192.168.1.20", 8080),
    }


@pytest.fixture
def speak() -> Callable[..., Answered]:
    """Speaks to an ASGI application as a phone in the home network does, unless told otherwise."""

    def spoken(
        app: App,
        method: str = "GET",
        path: str = "/",
        *,
        host: Sequence[str] = ("192.168.1.20:8080",),
        origin: Sequence[str] = ("http://192.168.1.20:8080",),
        parts: Sequence[bytes | None] = (b"",),
        more: Sequence[tuple[str, str]] = (),
        query: str = "",
    ) -> Answered:
        headers = [("host", value) for value in host]
        headers += [("origin", value) for value in origin if method == "POST"]
        return spoken_to(app, http_scope(method, path, [*headers, *more], query), parts)

    return spoken


@pytest.fixture
def live() -> Callable[[Page, str], Page]:
    """Opens the scoreboard there and waits until it is live."""

    def looking(page: Page, address: str) -> Page:
        page.goto(address)
        expect(page.locator("#age")).to_have_text("live")
        return page

    return looking


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the console says, and requests to anybody but the table; none is expected."""
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: None if "//127.0.0.1:" in request.url else said.append(request.url))
    yield said
    assert [line for line in said if not any(answer in line for answer in ANSWERS)] == []


@pytest.fixture
def joined(page: Page, address: str, complaints: list[str]) -> Page:
    """A phone that scanned the joining code."""
    page.goto(f"{address}/#pin={PIN}")
    expect(page.locator("#say")).to_have_text("This phone may change the game now.")
    expect(page).to_have_url(f"{address}/")
    return page
