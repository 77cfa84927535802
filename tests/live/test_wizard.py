"""The table set up on a phone, with the whole program behind it: zones, tries, decks, the middle of a game."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.ports import Frame
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.snapshot import Snapshot
from companion.wiring.live import LiveTable, Parts
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

FPS = 10.0
SOON_MS = 60_000
SOON_S = 60.0
LEARNED_MS = 150_000
LOOKING = "The table is looked at afresh"
ZONES = "[zones]  # as glued\nfireworks = [40, 15, 760, 205]\n"


class Tabletop:
    """A drawn table on which a test lays cards; nothing moves by itself."""

    def __init__(self, edition: Any, size: tuple[int, int] = (1280, 720)) -> None:
        self._painter = Painter(edition.plates, edition.card_mm, Lens.over(size), Conditions(), seed=1)
        self._scene = self._seen = Scene()
        self._is_closed = False
        self._drawn = threading.Condition()

    def lay(self, *cards: LyingCard) -> None:
        """These cards lie there, and the camera has seen them."""
        with self._drawn:
            self._scene = scene = Scene(cards)
            assert self._drawn.wait_for(lambda: self._seen is scene, SOON_S)

    def frames(self) -> Iterator[Frame]:
        count = 0
        while not self._is_closed:
            scene = self._scene
            yield Frame(self._painter.frame(scene, count / FPS), count / FPS, count)
            with self._drawn:
                self._seen = scene
                self._drawn.notify_all()
            count += 1

    def pressed(self, since: int) -> list[tuple[float, str]]:
        return []

    def close(self) -> None:
        self._is_closed = True


class Host:
    """A live table, its drawn camera, and what it told."""

    def __init__(self, edition: Any, data: Path, settings_file: Path) -> None:
        self.top = Tabletop(edition)
        self.told: list[Snapshot] = []
        self._news = threading.Condition()
        settings = Settings(camera="simulated", panel="none", host="127.0.0.1", port=0)
        parts = Parts(
            settings, edition, data, lambda: self.top, Setup(3), command="a test", settings_file=settings_file, speed=4
        )
        self.table = LiveTable(parts, self._hear)

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

    def looks_afresh(self, *, since: int) -> None:
        """The table's new eyes have seen it."""
        self.comes_to(lambda told: not told.page["alarms"] and LOOKING in str(self.told[since:]))


@pytest.fixture
def host(lantern: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    (tmp_path / "mine.toml").write_text(ZONES)
    running = Host(lantern, tmp_path, tmp_path / "mine.toml")
    running.table.start()
    yield running
    running.table.stop()
    for thread in threading.enumerate():  # a look at the whole table may take longer than a table waits for it
        if thread.name.startswith("eyes-"):
            thread.join(SOON_S)


@pytest.fixture
def phone(page: Page, host: Host) -> Iterator[Page]:
    page.goto(f"{host.address}/camera")
    page.get_by_label("PIN", exact=True).fill(host.table.pin)
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_role("heading", name="Camera and mat")).to_be_visible()
    yield page
    page.goto("about:blank")  # it asks for picture after picture


def tap(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).tap()


def test_the_camera_s_page_judges_moves_zones_and_tries_cards_and_counts_nothing(
    phone: Page, host: Host, tmp_path: Path
) -> None:
    expect(phone.locator("#judged li")).to_have_count(5, timeout=SOON_MS)
    expect(phone.locator("#judged li.good")).to_have_count(5)
    tap(phone, "Try cards")
    expect(phone.locator("#said")).to_contain_text("Nothing is counted now.", timeout=SOON_MS)
    host.top.lay(LyingCard("G4", 300, 350, 8))
    host.comes_to(lambda told: any(alarm["what"] == "resting" for alarm in told.page["alarms"]))
    tap(phone, "What do you see?")
    expect(phone.locator("#said")).to_have_text("I see green 4.", timeout=SOON_MS)
    host.top.lay()
    tap(phone, "What do you see?")
    expect(phone.locator("#said")).to_contain_text("I see no card", timeout=SOON_MS)
    tap(phone, "Done: count again")
    host.comes_to(lambda told: not told.page["alarms"])
    deck = phone.get_by_role("button", name="Deck: arrow keys move it")
    deck.press("ArrowLeft")
    before = len(host.told)
    tap(phone, "Keep these zones")
    expect(phone.locator("#said")).to_have_text("The zones lie so from now on.", timeout=SOON_MS)
    kept = (tmp_path / "mine.toml").read_text()
    assert "# as glued" in kept
    assert tomllib.loads(kept)["zones"]["deck"] == [635, 250, 755, 460]
    assert all(told.page["history"] == [] for told in host.told)
    host.looks_afresh(since=before)
    host.top.lay(LyingCard("R1", 120, 100, 3))
    told = host.comes_to(lambda told: bool(told.page["history"]))
    assert [(line["do"], line["card"]) for line in told.page["history"]] == [("play", "R1")]


def test_a_deck_is_taught_by_phone_and_the_table_plays_with_it_at_once(phone: Page, host: Host, tmp_path: Path) -> None:
    grid = [
        LyingCard(f"{suit}{k + 1}", 120 + k * 110, 90 + row * 130, (-1) ** k * 1.5)
        for row, suit in enumerate("RY")
        for k in range(5)
    ]
    phone.goto(f"{host.address}/setup/deck")
    tap(phone, "Begin")
    host.comes_to(lambda told: any(alarm["what"] == "resting" for alarm in told.page["alarms"]))
    host.top.lay(*grid)
    phone.get_by_label("Row 3").select_option("")
    tap(phone, "Take the picture")
    expect(phone.get_by_role("heading", name="The faces, as cut out")).to_be_visible(timeout=LEARNED_MS)
    expect(phone.locator(".faces li")).to_have_count(10)
    expect(phone.locator(".faces b")).to_have_text([f"{suit} {k}" for suit in ("red", "yellow") for k in range(1, 6)])
    phone.get_by_label("Its name").fill("My deck")
    tap(phone, "Keep it and play with it")
    expect(phone.locator(".sorry")).to_contain_text("use up to 40 small letters")
    expect(phone.get_by_label("Its name")).to_have_value("My deck")
    host.top.lay()
    before = len(host.told)
    phone.get_by_label("Its name").fill("mine")
    tap(phone, "Keep it and play with it")
    expect(phone.locator(".said")).to_contain_text("From now on the table reads with the deck mine", timeout=SOON_MS)
    assert tomllib.loads((tmp_path / "mine.toml").read_text())["deck"] == "mine"
    assert (tmp_path / "decks" / "mine" / "deck.toml").is_file()
    host.looks_afresh(since=before)
    assert host.told[-1].page["game"] is None  # what lay there to be learned was nothing to count
    host.top.lay(LyingCard("Y1", 120, 100, 3))
    told = host.comes_to(lambda told: bool(told.page["history"]))
    assert [(line["do"], line["card"]) for line in told.page["history"]] == [("play", "Y1")]
