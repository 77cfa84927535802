"""The whole program and a real browser: the page shows what happens on the drawn table, at its pins and on itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.eyes.portraits import WIDE
from companion.ports import Frame
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.snapshot import Snapshot
from companion.wiring.live import LiveTable, Parts
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.script import Action, Script

FPS = 10.0
STILL_FRAMES = 8
SOON_MS = 20_000
SOON_S = 20.0
CLUE_PIN = 24
CLUE_LAMPS = (5, 6, 12, 13, 16, 17, 18, 19)


class Played:
    """A drawn table on which these actions are played once `begin` is set; it lies still before and after.

    `seen`: it has lain still long enough to be known.
    """

    def __init__(self, edition: Any, actions: Sequence[Action]) -> None:
        self.begin, self.seen = threading.Event(), threading.Event()
        self._script = Script(actions, 3, seed=1, fps=FPS)
        self._painter = Painter(edition.plates, edition.card_mm, Lens.over((960, 540)), Conditions(), seed=1)
        self._is_closed = False
        self._count = 0
        self._began = 0

    def frames(self) -> Iterator[Frame]:
        scenes = self._script.frames()
        scene, _ = next(scenes)
        while not self._is_closed:
            yield Frame(self._painter.frame(scene, self._count / FPS), self._count / FPS, self._count)
            self._count += 1
            if self._count > STILL_FRAMES:
                self.seen.set()
            if self.begin.is_set():
                self._began = self._began or self._count
                scene, _ = next(scenes, (scene, 0.0))

    def pressed(self, since: int) -> list[tuple[float, str]]:
        return [((self._began + press.frame) / FPS, press.button) for press in self._script.presses[since:]]

    def close(self) -> None:
        self._is_closed = True


class Watched:
    """A live table, its drawn camera, and the snapshots it told."""

    def __init__(self, edition: Any, data: Path, actions: Sequence[Action], speed: float) -> None:
        self.camera = Played(edition, actions)
        self.told: list[Snapshot] = []
        self._news = threading.Condition()
        settings = Settings(camera="simulated", panel="mock", host="127.0.0.1", port=0)
        self.table = LiveTable(
            Parts(settings, edition, data, lambda: self.camera, Setup(3), speed=speed, command="a test"), self._hear
        )

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.table.server.port}"

    def _hear(self, snapshot: Snapshot) -> None:
        with self._news:
            self.told.append(snapshot)
            self._news.notify_all()

    def comes_to(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        with self._news:
            assert self._news.wait_for(lambda: bool(self.told) and wanted(self.told[-1]), SOON_S), self.told[-1:]
            return self.told[-1]


@pytest.fixture
def lay(lantern: Any, tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    """A live table, running, whose drawn people are about to do this."""
    running: list[Watched] = []

    def laid(*actions: Action, speed: float = 20) -> Watched:
        watched = Watched(lantern, tmp_path, actions, speed)
        watched.table.start()
        running.append(watched)
        return watched

    yield laid
    for watched in running:
        watched.table.stop()
        assert not any(watched.table.panel.levels().values())


@pytest.fixture
def look(page: Page) -> Callable[[Watched], Page]:
    """A phone that joined by the code in the terminal, and is live."""

    def looking(watched: Watched) -> Page:
        page.goto(f"{watched.address}/#pin={watched.table.pin}")
        expect(page.locator("#say")).to_have_text("This phone may change the game now.")
        expect(page.locator("#age")).to_have_text("live")
        return page

    return looking


RED_ONE: Action = {"do": "play", "card": "R1"}
BLUE_THREE: Action = {"do": "discard", "card": "B3"}


def clues(page: Page) -> Any:
    return page.locator(".clues .count")


def test_a_card_laid_and_a_button_tapped_change_the_page(lay: Any, look: Any) -> None:
    watched = lay(RED_ONE)
    phone = look(watched)
    watched.camera.begin.set()
    expect(phone.locator("#pile-R .face")).to_contain_text("1 red", timeout=SOON_MS)
    expect(phone.locator(".last .told-as").first).to_have_text("Player 1 played red 1.")
    expect(phone.locator(".last img.seen")).to_have_js_property("naturalWidth", WIDE)  # the camera's own picture of it
    phone.get_by_role("button", name="Player 1 played red 1.").tap()
    expect(phone.locator("#pick img")).to_have_js_property("naturalWidth", WIDE)
    phone.get_by_role("button", name="Back").tap()
    phone.get_by_role("button", name="CLUE").tap()
    expect(clues(phone)).to_have_text("7 of 8 Clocks")
    assert watched.comes_to(lambda told: told.lamps.clues == 7).page["history"][1]["do"] == "clue"


def test_pin_24_low_and_high_is_one_clue_and_the_lamps_follow(lay: Any, look: Any) -> None:
    watched = lay(RED_ONE)
    phone = look(watched)
    watched.camera.begin.set()
    watched.comes_to(lambda told: bool(told.page["history"]))
    panel = watched.table.panel
    pin = panel.factory.pin(CLUE_PIN)
    assert [panel.levels()[lamp] for lamp in CLUE_LAMPS] == [True] * 8
    pin.drive_low()
    expect(clues(phone)).to_have_text("7 of 8 Clocks")
    pin.drive_high()
    assert panel.rest(SOON_S)
    phone.get_by_role("button", name="CLUE").tap()  # comes after anything that the pin might have said twice
    expect(clues(phone)).to_have_text("6 of 8 Clocks")
    assert [line["do"] for line in watched.told[-1].page["history"]] == ["play", "clue", "clue"]
    assert panel.rest(SOON_S)
    assert [panel.levels()[lamp] for lamp in CLUE_LAMPS] == [True] * 6 + [False] * 2


def test_a_question_that_the_table_raises_is_answered_on_the_page(lay: Any, look: Any) -> None:
    watched = lay(RED_ONE, BLUE_THREE)
    phone = look(watched)
    watched.camera.begin.set()
    question = phone.locator(".question")
    expect(question).to_have_count(1, timeout=SOON_MS)  # all clues are there: was one given that nobody pressed?
    expect(question.locator("img")).to_have_js_property("naturalWidth", WIDE)
    phone.get_by_role("button", name="Discarded, after a clue nobody pressed").tap()
    expect(question).to_have_count(0)
    expect(phone.locator(".last .told-as").first).to_have_text("Player 3 discarded blue 3.")
    told = watched.comes_to(lambda told: not told.page["questions"])
    assert [line["do"] for line in told.page["history"]] == ["play", "clue", "discard"]


def test_a_press_on_the_page_is_made_at_the_table_s_time_however_slow_that_is(lay: Any, ask: Any) -> None:
    watched = lay(speed=0.25)
    watched.comes_to(lambda told: told.page["camera"]["state"] == "pretend")
    assert watched.camera.seen.wait(SOON_S)
    press = {"do": "press", "button": "clue"}
    status, said = ask(watched.table.server.port, "/api/actions", press, watched.table.pin)
    assert (status, json.loads(said)["clues"]) == (200, 7)


def test_a_recording_is_played_and_its_end_stays_on_the_page(
    start: Any, call: Any, evening: Path, page: Page, tmp_path: Path
) -> None:
    running = start("run", "--camera", f"file:{evening}", "--port", 0, "--host", "127.0.0.1", "--data", tmp_path)
    page.goto(f"http://127.0.0.1:{running.port()}")
    expect(page.locator("#pile-R .face")).to_contain_text("1 red", timeout=SOON_MS)
    expect(clues(page)).to_have_text("7 of 8 Clocks", timeout=SOON_MS)
    phone = call(running.port())
    end = phone.sees(lambda state: state["camera"]["state"] == "ended")
    assert ([line["do"] for line in end["history"]], end["stacks"]["R"], end["questions"]) == (["play", "clue"], 1, [])
    assert running.end() == 0
    phone.close()
    told = (" INFO companion.eyes: ", " INFO companion.session: ")
    decided = [line for line in running.complaints.all if any(room in line for room in told)]
    assert any(": new: R1 (distance " in line for line in decided)
    assert running.complaints.all == decided
