"""The whole table, put together and run: camera, sight, rules, journal, lamps and page, each in its thread.

Law: what can't be had (pins, camera) is said and done without; only the page's address and the data folder must be had.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.album import Album
from companion.errors import NoPins, Unreadable
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
from companion.wiring.addresses import addresses
from companion.wiring.keeping import JsonStore, TableStore, kept_pin
from companion.wiring.lastlines import LastLines
from companion.wiring.pinned import drawn, lit_lamps, wiring_of
from companion.wiring.recorder import heard, playing, recorder_for
from companion.wiring.reporting import Sources, TableReports
from companion.wiring.setting_up import SettingUp, Table
from companion.wiring.watched import Corners, eyes_for
from hardware.cameras import Source, source
from hardware.fingers import Fingers, Pressing
from hardware.paced import Pace
from hardware.panel import NoPanel, PinPanel, make
from hardware.power import PowerWatch
from hardware.recorder import TableRecorder
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.hosts import own_names
from web.safe import Safe
from web.server import Server
from web.site import create_site

if TYPE_CHECKING:
    from companion.diagnosis import Check
    from companion.eyes.righted import TableEyes
    from companion.rules.setup import Setup
    from companion.settings import Rectangle, Settings, View
    from models.edition import Edition

OK_SHOWS_PIN_S = 60.0
UP_S = 5.0
EYES_STOP_S = 0.3
CAMERA_GONE_S, LOOKED_S = 1.0, 5.0


@dataclass(frozen=True, slots=True)
class Parts:
    """What a live table is made of. `drawn`: makes the drawn table, on which `plays` is played where the settings say
    nothing else; `speed`: of what is drawn or recorded; `corners`: the mat by hand, in pixels;
    `settings_file`: where the set-up page keeps what it changes, None for the data folder's own;
    `begun`: called once the data folder is this table's; `safe`: why it is a safe one, without camera and pins;
    `record`: a folder for a recording of it; `findings`: what a doctor finds beside it.
    """

    settings: Settings
    edition: Edition
    data: Path
    drawn: Callable[[], Pressing]
    plays: Setup | None = None
    corners: Corners | None = None
    speed: float = 1.0
    command: str = "companion run"
    settings_file: Path | None = None
    begun: Callable[[], None] = lambda: None
    safe: Safe | None = None
    record: Path | None = None
    findings: Callable[[Settings, Path], Iterable[Check]] = lambda settings, data: ()


class LiveTable:
    """One running table. `start` it, `stop` it; `listen` hears each snapshot in the table's thread."""

    def __init__(self, parts: Parts, listen: Callable[[Snapshot], None] = lambda snapshot: None) -> None:
        with ExitStack() as undo:  # what was had is let go where the rest can't be
            self._parts = parts
            self._pace = Pace(parts.speed)
            self._lines = LastLines()
            self._lines.begin()
            undo.callback(self._lines.end)
            self.journal = open_journal(parts.data, parts.command)
            undo.callback(self.journal.close)
            parts.begun()
            self.panel, pins_trouble = self._make_panel()
            undo.callback(self.panel.close)
            self._put_together(listen)
            self.post(pins_trouble or self.panel.state())
            if self.safe_say:
                self.post(DeviceState("safe-mode", "down", self.safe_say, self.clock()))
            self._undo = undo.pop_all()

    def _put_together(self, listen: Callable[[Snapshot], None]) -> None:
        parts = self._parts
        self.pin = kept_pin(parts.data)
        self._gate = Gate(self.pin, JsonStore(parts.data / "gate.json"))
        self._board, self._album = Broadcast(), Album()
        self._ok_at = -OK_SHOWS_PIN_S
        self.source = self._make_source()
        self._recorder = self._make_recorder()
        self._setting_up = self._make_setting_up()
        self._watchdog = Watchdog(("table",) if self.source.open is None else ("table", "eyes"))
        listeners = [
            guarded("panel", self._light),
            guarded("web", self._board.publish),
            guarded("names", self._setting_up.names.hear),
            guarded("recorder", self._record_game),
            guarded("listener", listen),
        ]
        self.session = Session(self.journal, listeners, wall=time.time)
        plan = TablePlan(self._setup(), self._setting_up.areas, is_unwatched=self.source.open is None)
        evening = Evening(self.session, self.panel, plan, on_ok=self._ok_pressed, album=self._album)
        self._loop = Loop(evening, clock=self.clock, beat=lambda: self._watchdog.beat("table"))
        self._eyes = self._make_eyes(self.source)
        self._power = PowerWatch(self.post, self.clock)
        self.server = self._make_server()

    @property
    def safe_say(self) -> str:
        """What is told of a safe table; empty where it is a whole one."""
        return "" if self._parts.safe is None else self._parts.safe.say

    def clock(self) -> float:
        """The table's own time: real seconds, or those of what is drawn or recorded."""
        return self._pace.clock() if self.source.is_pretend else time.monotonic()

    def post(self, message: Message) -> None:
        """For visitors: leaves a message in the table's inbox."""
        if self._recorder is not None:
            heard(self._recorder, message)
        self._loop.post(message)

    def start(self) -> None:
        """Takes the address, then lets all threads run. Raises CannotListen with nothing started."""
        try:
            self.server.start()
        except BaseException:
            self._undo.close()
            raise
        self._loop.start()
        if self._recorder is not None:
            self._recorder.start()
        if self._eyes is not None:
            self._eyes.start()
        self._power.start()
        if not self._loop.wait_until_up(UP_S):  # who is told that it is ready finds games and panel told
            logging.getLogger(__name__).warning("The table takes more than %g s to open.", UP_S)
        notify(f"READY=1\nSTATUS={self.safe_say or 'The table is up.'}")

    def stop(self) -> bool:
        """Lamps off, journal closed, address let go; within two seconds, whatever the camera does; then it waits
        for a look that is under way. False where a thread hangs in the camera.
        """
        notify("STOPPING=1")
        self._setting_up.close()
        self._power.stop()
        if self._eyes is not None:
            self._eyes.stop(within_s=EYES_STOP_S)
        if self._recorder is not None:
            self._recorder.stop(within_s=EYES_STOP_S)
        self._loop.stop()
        self.panel.close()  # whatever became of the table's thread
        self.server.stop()
        has_learned = self._setting_up.join(0.0)
        self._lines.end()
        return (self._eyes is None or self._eyes.join(CAMERA_GONE_S, LOOKED_S)) and has_learned

    def addresses(self) -> list[str]:
        """Where phones find the page, numeric ones first."""
        return addresses(self._parts.settings.host, self.server.port)

    def _setup(self) -> Setup | None:
        """What is played where nobody says so; a drawn table knows it."""
        return self._parts.settings.table or (self._parts.plays if self.source.name == "simulated" else None)

    def _wish(self, message: Message) -> None:
        """For pages, which know the real time only: a wish is made at the table's time."""
        self.post(replace(message, at=self.clock()) if isinstance(message, Wish) else message)

    def _make_recorder(self) -> TableRecorder | None:
        if self._parts.record is None:
            return None
        if self.source.open is None:
            raise Unreadable("There is no camera to be recorded: leave out --record, or name one with --camera.")
        return recorder_for(self._parts, self._parts.record, self._setup())

    def _record_game(self, snapshot: Snapshot) -> None:
        if self._recorder is not None:
            playing(self._recorder, self.session.number, self.session.game)

    def _light(self, snapshot: Snapshot) -> None:
        self.panel.show(snapshot.lamps)

    def _ok_pressed(self) -> None:
        self._ok_at = time.monotonic()

    def _vitals(self) -> dict[str, float]:
        """How many lamps are lit, as the pins themselves say."""
        return lit_lamps(self.panel.levels(), wiring_of(self._parts.settings))

    def _make_panel(self) -> tuple[PinPanel | NoPanel, DeviceState | None]:
        """The panel asked for; where its pins can't be had none, and a word that says why."""
        post, pins = (lambda message: self.post(message)), wiring_of(self._parts.settings)
        try:
            return make(
                self._parts.settings.panel, pins, post, clock=lambda: self.clock(), address=lambda: self.addresses()[0]
            ), None
        except NoPins as why:
            return make("none", pins, post), DeviceState("panel", "down", str(why), time.monotonic())

    def _make_source(self) -> Source:
        press = Fingers(self.panel).press if isinstance(self.panel, PinPanel) and self.panel.kind == "mock" else None
        if press is None:
            return source(self._parts.settings.camera, self._parts.drawn, pace=self._pace)
        return source(self._parts.settings.camera, self._parts.drawn, pace=self._pace, press=press)

    def _make_setting_up(self) -> SettingUp:
        parts, keep = self._parts, TableStore(self._parts.data / "table.json")
        view, mat_mm = parts.settings.view, parts.settings.zones.mat

        def eyes(edition: Edition, deck_mm: Rectangle, view: View) -> TableEyes:
            return eyes_for(
                edition,
                corners=parts.corners,
                deck_mm=deck_mm,
                mat_mm=mat_mm,
                keep=keep,
                view=view,
                album=self._album,
            )

        has_markers = view.line is None and view.corners is None and parts.corners is None
        table = Table(parts.settings, parts.edition, parts.data, keep, eyes, has_markers, parts.settings_file)
        return SettingUp(table, self._wish, has_camera=self.source.open is not None)

    def _make_eyes(self, found: Source) -> EyesThread | None:
        if found.open is None:
            return None
        return EyesThread(
            found.open,
            lambda: self._setting_up.make_eyes(self._recorder.look if self._recorder is not None else None),
            self.post,
            CameraWatch(up="pretend" if found.is_pretend else "up", say_up=found.say),
            clock=self.clock,
            beat=lambda: self._watchdog.beat("eyes"),
        )

    def _make_reports(self, past: PastGames) -> TableReports:
        parts, session = self._parts, self.session
        sources = Sources(
            parts.settings,
            parts.data,
            secrets=(self.pin,),
            names=self._setting_up.names.known,
            recording=lambda: None if self._recorder is None else self._recorder.film.folder,
            findings=lambda: parts.findings(parts.settings, parts.data),
            lines=self._lines.text,
            page=lambda: session.latest.page,
            game=lambda: None if session.number is None else past.game(session.number),
        )
        return TableReports(sources)

    def _make_server(self) -> Server:
        settings = self._parts.settings
        joining = Joining(self.pin, self.addresses, lambda: time.monotonic() - self._ok_at < OK_SHOWS_PIN_S)
        past = PastGames(self._parts.data)
        app = create_app(
            self._board,
            self._wish,
            self._gate,
            joining=joining,
            past_games=past,
            pictures=self._album.picture,
            pins=drawn(wiring_of(settings)),
            vitals=self._vitals,
            safe=self._parts.safe,
            shows=replace(self._setting_up.shows, reports=self._make_reports(past)),
        )
        return Server(create_site(app, self._board, own_names()), settings.host, settings.port)
