"""Everything that the set-up pages need of one live table: its camera, zones, decks and names; and the eyes' hatch.

Law: what changes here (deck, zones) changes for eyes that are made anew; those at work are never reached into.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.eyes.first import Keep
from companion.eyes.hatch import HandingEyes, Hatch
from companion.eyes.mat_keeper import MatKeeper
from companion.eyes.righted import RightedEyes, TableEyes
from companion.eyes.tapped import Tap, TappedEyes
from companion.messages import Message, Rezone, Wish
from companion.settings import Settings, View
from companion.showing import Shows
from companion.snapshot import Snapshot
from companion.table.layout import Area
from companion.table.placements import Zone
from companion.wiring.keeping import JsonStore
from companion.wiring.papers import DeckInUse, TablePapers
from companion.wiring.pinned import wiring_of
from companion.wiring.settings_file import NAME, SettingsFile
from companion.wiring.table_camera import TableSight
from companion.wiring.teaching import Teaching
from companion.wiring.zoning import MatZones, areas_of
from models.edition import Edition

MakeEyes = Callable[[Edition, tuple[float, float, float, float], View], TableEyes]
"""Eyes of a deck, by the deck zone's place and the view."""

_PATIENCE_S = 3.0
_MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of the table. `has_markers`: the mat is found by them; `settings_file`: where changes are kept,
    None for the data folder's own; `make_eyes`: of a picture that is the right way round."""

    settings: Settings
    edition: Edition
    data: Path
    keep: Keep
    make_eyes: MakeEyes
    has_markers: bool = True
    settings_file: Path | None = None


class SettingUp:
    """One table's set-up. `post`: the table's inbox, which dates wishes by the table's time."""

    def __init__(self, table: Table, post: Callable[[Message], None], *, has_camera: bool) -> None:
        self._table = table
        self._post = post
        self._has_camera = has_camera
        self._edition = table.edition
        self._hatch = Hatch()
        file = SettingsFile(table.settings_file or table.data / NAME)
        self.zones = MatZones(table.settings, file, self._ask, self._hatch.renew)
        self.names = KnownNames(table.data / "names.json")
        self.camera = TableSight(self._hatch, lambda: self._edition, lambda: self.zones.areas, table.keep)
        self.deck = DeckInUse(lambda: self._edition)
        self.papers = TablePapers(
            table.settings.zones.mat,
            lambda: areas_of(self.zones.zones),
            wiring_of(table.settings),
            lambda: self._edition,
        )
        self.teaching = Teaching(self.camera, file, lambda: self._edition, self._read_with, table.data)

    @property
    def areas(self) -> Mapping[Zone, Area]:
        """Where the zones lie now."""
        return self.zones.areas

    @property
    def shows(self) -> Shows:
        """What the pages are given."""
        shows = Shows(self.names, deck=self.deck, papers=self.papers)
        if not self._has_camera:
            return shows
        return replace(shows, camera=self.camera, zoning=self.zones, teaching=self.teaching)

    def close(self) -> None:
        """Whoever waits for a picture is let go."""
        self._hatch.close()

    def join(self, within_s: float) -> bool:
        """After `close`: waits for a deck that is being learned; False where that takes longer."""
        return self.teaching.join(within_s)

    def make_eyes(self, tap: Tap | None = None) -> TableEyes:
        """The table's eyes, behind the hatch. `tap`: hears each frame, the right way round."""
        view = self._table.settings.view
        plain = replace(view, swap_red_blue=False, mirrored=False)
        eyes: TableEyes = HandingEyes(
            self._hatch,
            lambda: self._table.make_eyes(self._edition, self.zones.zones["deck"], plain),
            lambda: MatKeeper(size_mm=self._table.settings.zones.mat) if self._table.has_markers else None,
        )
        if tap is not None:
            eyes = TappedEyes(eyes, tap)
        if view.swap_red_blue or view.mirrored:
            eyes = RightedEyes(eyes, swap_red_blue=view.swap_red_blue, mirrored=view.mirrored)
        return eyes

    def _read_with(self, edition: Edition) -> None:
        self._edition = edition
        self._hatch.renew()

    def _ask(self, wanted: Rezone) -> Snapshot:
        """Has the table grant this. Raises Refused as it says, TimeoutError where it says nothing."""
        wish = Wish(wanted, time.monotonic())
        self._post(wish)
        return wish.reply.result(_PATIENCE_S)


class KnownNames:
    """The names of who played here, the latest first; kept whenever a game shows new ones."""

    def __init__(self, path: Path) -> None:
        self._store = JsonStore(path)
        kept = (self._store.load() or {}).get("names")
        self._names = [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []
        self._heard: Sequence[object] = ()

    def known(self) -> Sequence[str]:
        """All of them."""
        return tuple(self._names)

    def hear(self, snapshot: Snapshot) -> None:
        """Takes note of who plays. Called by the table's thread."""
        seats = snapshot.page.get("names")
        if not isinstance(seats, list) or seats == self._heard:
            return
        self._heard = seats
        given = [str(name) for seat, name in enumerate(seats) if name != f"Player {seat + 1}"]
        names = list(dict.fromkeys([*given, *self._names]))[:_MOST_NAMES]
        if names != self._names:
            self._names = names
            self._store.save({"names": names})
