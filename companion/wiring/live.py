"""The whole table, put together and run: camera, sight, rules, journal, lamps and page, each in its thread.

Law: what can't be had (pins, camera) is said and done without; only the page's address and the data folder must be had.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import NoPins
from companion.evening.evening import Evening
from companion.evening.games import TablePlan
from companion.eyes.thread import EyesThread
from companion.eyes.watch import CameraWatch
from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.loop import Loop
from companion.messages import DeviceState, Message, Wish
from companion.notify import Watchdog, notify
from companion.session import Session
from companion.snapshot import Snapshot
from companion.supervise import guarded
from companion.table.layout import LINE_ZONES, Area
from companion.table.placements import Zone
from companion.wiring.addresses import addresses
from companion.wiring.keeping import JsonStore, TableStore, kept_pin
from companion.wiring.watched import Corners, eyes_for
from hardware.cameras import Source, source
from hardware.fingers import Fingers, Pressing
from hardware.paced import Pace
from hardware.panel import NoPanel, PinPanel, make
from hardware.pins import DEFAULT, Pins
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.hosts import own_names
from web.server import Server
from web.site import create_site

if TYPE_CHECKING:
    from companion.rules.setup import Setup
    from companion.settings import Settings
    from models.edition import Edition

OK_SHOWS_PIN_S = 60.0
EYES_STOP_S = 0.3
LOOKED_S = 1.0


@dataclass(frozen=True, slots=True)
class Parts:
    """What a live table is made of. `drawn`: makes the drawn table, on which `plays` is played where the settings say
    nothing else; `speed`: of what is drawn or recorded; `corners`: the mat by hand, in pixels.
    """

    settings: Settings
    edition: Edition
    data: Path
    drawn: Callable[[], Pressing]
    plays: Setup | None = None
    corners: Corners | None = None
    speed: float = 1.0
    command: str = "companion run"


class LiveTable:
    """One running table. `start` it, `stop` it; `listen` hears each snapshot in the table's thread."""

    def __init__(self, parts: Parts, listen: Callable[[Snapshot], None] = lambda snapshot: None) -> None:
        with ExitStack() as undo:  # what was had is let go where the rest can't be
            self._parts = parts
            self._pace = Pace(parts.speed)
            self.journal = open_journal(parts.data, parts.command)
            undo.callback(self.journal.close)
            self.panel, pins_trouble = self._make_panel()
            undo.callback(self.panel.close)
            self._put_together(listen)
            self.post(pins_trouble or self.panel.state())
            self._undo = undo.pop_all()

    def _put_together(self, listen: Callable[[Snapshot], None]) -> None:
        parts = self._parts
        self.pin = kept_pin(parts.data)
        self._gate = Gate(self.pin, JsonStore(parts.data / "gate.json"))
        self._board = Broadcast()
        self._ok_at = -OK_SHOWS_PIN_S
        self.source = self._make_source()
        self._watchdog = Watchdog(("table",) if self.source.open is None else ("table", "eyes"))
        listeners = [
            guarded("panel", self._light),
            guarded("web", self._board.publish),
            guarded("listener", listen),
        ]
        self.session = Session(self.journal, listeners, wall=time.time)
        plan = TablePlan(self._setup(), _areas(parts.settings), is_unwatched=self.source.open is None)
        evening = Evening(self.session, self.panel, plan, on_ok=self._ok_pressed)
        self._loop = Loop(evening, clock=self.clock, beat=lambda: self._watchdog.beat("table"))
        self._eyes = self._make_eyes(self.source)
        self.server = self._make_server()

    def clock(self) -> float:
        """The table's own time: real seconds, or those of what is drawn or recorded."""
        return self._pace.clock() if self.source.is_pretend else time.monotonic()

    def post(self, message: Message) -> None:
        """For visitors: leaves a message in the table's inbox."""
        self._loop.post(message)

    def start(self) -> None:
        """Takes the address, then lets all threads run. Raises CannotListen with nothing started."""
        try:
            self.server.start()
        except BaseException:
            self._undo.close()
            raise
        self._loop.start()
        if self._eyes is not None:
            self._eyes.start()
        notify("READY=1")

    def stop(self) -> bool:
        """Lamps off, journal closed, address let go; within two seconds, whatever the camera does. False where a
        thread hangs in it.
        """
        notify("STOPPING=1")
        if self._eyes is not None:
            self._eyes.stop(within_s=EYES_STOP_S)
        self._loop.stop()
        self.server.stop()
        return self._eyes is None or self._eyes.join(LOOKED_S)

    def addresses(self) -> list[str]:
        """Where phones find the page, numeric ones first."""
        return addresses(self._parts.settings.host, self.server.port)

    def _setup(self) -> Setup | None:
        """What is played where nobody says so; a drawn table knows it."""
        return self._parts.settings.table or (self._parts.plays if self.source.name == "simulated" else None)

    def _wish(self, message: Message) -> None:
        """For pages, which know the real time only: a wish is made at the table's time."""
        self.post(replace(message, at=self.clock()) if isinstance(message, Wish) else message)

    def _light(self, snapshot: Snapshot) -> None:
        self.panel.show(snapshot.lamps)

    def _ok_pressed(self) -> None:
        self._ok_at = time.monotonic()

    def _vitals(self) -> dict[str, float]:
        """How many lamps are lit, as the pins themselves say."""
        lit, pins = self.panel.levels(), _pins(self._parts.settings)
        lamps = {"clue": pins.clues, "fuse": pins.fuses, "final": (pins.final,)}
        return {f"{name}_lamps": sum(lit[pin] for pin in group) for name, group in lamps.items()} if lit else {}

    def _make_panel(self) -> tuple[PinPanel | NoPanel, DeviceState | None]:
        """The panel asked for; where its pins can't be had none, and a word that says why."""
        post, pins = (lambda message: self.post(message)), _pins(self._parts.settings)
        try:
            return make(self._parts.settings.panel, pins, post, clock=lambda: self.clock()), None
        except NoPins as why:
            return make("none", pins, post), DeviceState("panel", "down", str(why), time.monotonic())

    def _make_source(self) -> Source:
        press = Fingers(self.panel).press if isinstance(self.panel, PinPanel) and self.panel.kind == "mock" else None
        if press is None:
            return source(self._parts.settings.camera, self._parts.drawn, pace=self._pace)
        return source(self._parts.settings.camera, self._parts.drawn, pace=self._pace, press=press)

    def _make_eyes(self, found: Source) -> EyesThread | None:
        if found.open is None:
            return None
        parts, zones = self._parts, self._parts.settings.zones
        keep = TableStore(parts.data / "table.json")
        return EyesThread(
            found.open,
            lambda: eyes_for(
                parts.edition,
                corners=parts.corners,
                deck_mm=zones.deck,
                mat_mm=zones.mat,
                keep=keep,
                view=parts.settings.view,
            ),
            self.post,
            CameraWatch(up="pretend" if found.is_pretend else "up", say_up=found.say),
            clock=self.clock,
            beat=lambda: self._watchdog.beat("eyes"),
        )

    def _make_server(self) -> Server:
        settings = self._parts.settings
        joining = Joining(self.pin, self.addresses, lambda: time.monotonic() - self._ok_at < OK_SHOWS_PIN_S)
        past = PastGames(self._parts.data)
        app = create_app(self._board, self._wish, self._gate, joining=joining, past_games=past, vitals=self._vitals)
        return Server(create_site(app, self._board, own_names()), settings.host, settings.port)


def _areas(settings: Settings) -> Mapping[Zone, Area]:
    if settings.view.line is not None:
        return LINE_ZONES
    zones = settings.zones
    return {
        Zone.FIREWORKS: Area(*zones.fireworks),
        Zone.DISCARDS: Area(*zones.discards),
        Zone.DECK: Area(*zones.deck),
    }


def _pins(settings: Settings) -> Pins:
    """The contract's wiring, with what the settings change. Raises ImpossibleWiring."""
    return Pins.of(settings.pins) if settings.pins else DEFAULT
