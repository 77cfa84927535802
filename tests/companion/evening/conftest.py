"""A living table in the players' words: what hands, fingers and phones do, and what page and lamps show of it. Time is
told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.album import Album
from companion.evening.evening import Evening
from companion.evening.games import TablePlan
from companion.journal.memory import MemoryJournal
from companion.messages import (
    Answer,
    ButtonPressed,
    DeviceState,
    Message,
    NewGame,
    Press,
    TableSeen,
    Ticked,
    Wish,
)
from companion.ports import Lamps
from companion.rules.cards import Card
from companion.rules.commands import Command
from companion.rules.setup import Setup
from companion.session import Session
from companion.sight.reading import Reading
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting, Unsettled
from companion.snapshot import Snapshot
from companion.table.placements import Button

WALL = 1_780_000_000.0


class RememberingPanel:
    """What the lamps were told."""

    def __init__(self) -> None:
        self.shown: list[Lamps] = []
        self.refusals = 0
        self.is_closed = False

    def show(self, lamps: Lamps) -> None:
        self.shown.append(lamps)

    def refuse(self) -> None:
        self.refusals += 1

    def close(self) -> None:
        self.is_closed = True


def corners(x: float, y: float) -> Corners:
    """A card of 50 x 70 mm with its top left there."""
    return (x, y), (x + 50, y), (x + 50, y + 70), (x, y + 70)


class LivingTable:
    """An evening with a remembering panel and journal."""

    def __init__(
        self, setup: Setup | None = None, journal: MemoryJournal | None = None, *, is_unwatched: bool = False
    ) -> None:
        self.album = Album()
        self.journal = journal or MemoryJournal()
        self.panel = RememberingPanel()
        self.told: list[Snapshot] = []
        self.oks = 0
        self.session = Session(self.journal, [self.told.append, lambda s: self.panel.show(s.lamps)], wall=lambda: WALL)
        plan = TablePlan(setup, is_unwatched=is_unwatched)
        self.evening = Evening(self.session, self.panel, plan, wall=lambda: WALL, on_ok=self._note_ok, album=self.album)
        self.evening.open()
        self.now = 100.0
        self._next_id = 1
        self._lying: dict[str, Sighting] = {}

    def _note_ok(self) -> None:
        self.oks += 1

    # hands

    def sees(self, *places: PlaceSeen, since: float | None = None, **more: Any) -> LivingTable:
        """One frame. `since`: some place has been changing since then."""
        self.now += 0.1
        unsettled = () if since is None else (Unsettled(since, (0, 0, 800, 500)),)
        return self.hears(TableSeen(Seen(self.now, 0, places, unsettled, **more)))

    def brings(self, text: str, *, left_at: float, at: Corners | None = None) -> PlaceSeen:
        """A place where a card came to lie, for `sees`; `at`: its corners."""
        sighting = self._sighting(text)
        return PlaceSeen(left_at, appeared=(sighting if at is None else replace(sighting, corners_mm=at),))

    def where(self, text: str) -> Corners:
        """Where a card lies."""
        return self._lying[text].corners_mm

    def has_a_camera(self) -> LivingTable:
        """Frames come."""
        return self.hears(DeviceState("camera", "up", "", self.now))

    def finds(self, *lying: str) -> LivingTable:
        """The first frame since the start, with these cards on the table: `R1`, or `-B3` among the discards."""
        self.has_a_camera()
        return self.sees(first=True, lying=tuple(self._sighting(text) for text in lying))

    def lays(self, *cards: str) -> LivingTable:
        """A hand brings each card and leaves."""
        for text in cards:
            self.now += 5
            self.sees(PlaceSeen(self.now, appeared=(self._sighting(text),)))
            self.waits(1)
        return self

    def lifts(self, *cards: str) -> LivingTable:
        """The cards go from the mat."""
        self.now += 5
        self.sees(*(PlaceSeen(self.now, vanished=(self._lying.pop(text).id,)) for text in cards))
        return self.waits(7)

    def clears(self) -> LivingTable:
        """All cards go."""
        return self.lifts(*self._lying)

    def waits(self, seconds: float) -> LivingTable:
        """Frames in which nothing happens."""
        for _ in range(round(seconds / 0.5)):
            self.now += 0.4
            self.sees()
        return self

    def _sighting(self, text: str) -> Sighting:
        code = text.removeprefix("-")
        number = self._next_id
        self._next_id += 1
        self.album.keep(number, f"{text} as number {number}".encode())
        reading = Reading() if code == "?" else Reading(((Card.parse(code), 0.99),), is_clear=True)
        x = 60 + (number * 57) % 480
        sighting = Sighting(number, reading, corners(x, 300) if text.startswith("-") else corners(x, 60))
        self._lying[text] = sighting
        return sighting

    # fingers and phones

    def presses(self, button: str, *, held: bool = False) -> LivingTable:
        """A button of the panel."""
        self.now += 2
        return self.hears(ButtonPressed(Button(button), self.now, held=held))

    def ticks(self, seconds: float = 0.0) -> LivingTable:
        """Time passes without frames."""
        self.now += seconds
        return self.hears(Ticked(self.now))

    def wishes(self, wanted: Command | NewGame | Answer | Press) -> Wish:
        """Somebody at a phone; the reply is in the wish."""
        self.now += 1
        wish = Wish(wanted, self.now)
        self.hears(wish)
        return wish

    def gets(self, wanted: Command | NewGame | Answer | Press) -> Snapshot:
        """The answer to a wish, which has come already; raises what it was refused with."""
        return self.wishes(wanted).reply.result(0)

    def answers(self, as_: str | None = None, card: str | None = None) -> Snapshot:
        """The oldest question is answered on a page."""
        return self.gets(Answer(self.questions[0]["id"], card, as_))

    def hears(self, message: Message) -> LivingTable:
        """Any message."""
        self.evening.hear(message)
        return self

    # what is shown

    @property
    def page(self) -> Mapping[str, Any]:
        """The page as shown now."""
        return self.session.latest.page

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The open questions."""
        found: list[dict[str, Any]] = self.page["questions"]
        return found

    @property
    def alarms(self) -> dict[str, str]:
        """Word and sentence of each alarm."""
        return {alarm["what"]: alarm["say"] for alarm in self.page["alarms"]}

    @property
    def history(self) -> list[str]:
        """What was done, in words."""
        return [" ".join(str(v) for k, v in line.items() if k in ("do", "card", "as")) for line in self.page["history"]]

    @property
    def lamps(self) -> Lamps:
        """What the lamps show now."""
        return self.panel.shown[-1]


@pytest.fixture
def table() -> LivingTable:
    """Three players at a table with a camera, on an empty mat; no game yet."""
    return LivingTable(Setup(3)).finds()


@pytest.fixture
def new_table() -> Callable[..., LivingTable]:
    """Tables with other plans and memories."""
    return LivingTable
