"""A whole evening without a camera, by taps alone and in German: from the wizard over plays, a refusal and mends to the
final score, the next game offered, the past games and a replay."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import web
from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts

CATALOGUE = gettext.translation("messages", Path(web.__file__).parent / "languages", ["de"])


def german(english: str, **parts: object) -> str:
    """A sentence as the German catalogue has it."""
    return CATALOGUE.gettext(english).format(**parts)


@pytest.fixture
def blind(lantern: Any, tmp_path: Path) -> Any:
    """The whole program without a camera, with pretend pins."""
    settings = Settings(camera="none", panel="mock", host="127.0.0.1", port=0)

    def drawn() -> Any:
        raise AssertionError("a table without a camera draws nothing")

    table = LiveTable(Parts(settings, lantern, tmp_path, drawn, command="a test"))
    table.start()
    yield table
    table.stop()


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"locale": "de-DE"}


def named(page: Page, english: str) -> Any:
    """The button with these words in German."""
    return page.get_by_role("button", name=german(english), exact=True)


def lay(page: Page, do: str, card: str = "") -> None:
    if card:
        page.locator(f"#hand label:has([value={card}])").tap()
    page.locator(f"[data-lay={do}]").tap()


def shows(page: Page, deck: int, clocks: int, fuses: int = 0) -> None:
    expect(page.locator(".deck b")).to_have_text(str(deck))
    expect(page.locator(".clues .count b")).to_have_text(str(clocks))
    expect(page.locator(".fuses .count b")).to_have_text(str(fuses))


def test_an_evening_without_a_camera_goes_from_the_wizard_to_the_past_games(blind: Any, page: Page) -> None:
    address = f"http://127.0.0.1:{blind.server.port}"
    page.goto(f"{address}/#pin={blind.pin}")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#say")).to_have_text(german("This phone may change the game now."))
    page.get_by_role("link", name=german("Set the table up")).tap()
    expect(page.locator("h1")).to_have_text(german("Set the table up"))
    page.locator(".how-many label", has_text="2").tap()
    page.get_by_label(german("Name of player {n}", n=1)).fill("Ann")
    page.get_by_label(german("Name of player {n}", n=2)).fill("Bo")
    named(page, "Start the game").tap()
    expect(page).to_have_url(f"{address}/")
    expect(page.locator(".whose .phrase")).to_have_text(german("{who} is in turn", who="Ann"))
    page.get_by_text(german("Name the cards"), exact=True).tap()
    lay(page, "discard")
    expect(page.locator("#say")).to_be_visible()  # every clue is there: a discard needs one to come back
    shows(page, 40, 8)
    page.locator("[data-press=clue]").tap()
    shows(page, 40, 7)
    page.locator("[data-press=undo]").tap()
    shows(page, 40, 8)
    page.locator("[data-press=clue]").tap()
    lay(page, "play")
    shows(page, 39, 7)
    lay(page, "play", "Y1")
    expect(page.locator("#pile-Y .face")).to_contain_text("1")
    lay(page, "discard", "B4")
    shows(page, 37, 8)
    lay(page, "play", "W1")
    shows(page, 36, 8)
    lay(page, "play")
    shows(page, 35, 8)
    pin = blind.panel.factory.pin(25)
    pin.drive_low()
    shows(page, 35, 8, fuses=1)
    pin.drive_high()
    page.get_by_text(german("More"), exact=True).tap()
    page.get_by_label(german("Cards to draw, counted")).fill("1")
    named(page, "Set").tap()
    expect(page.locator(".deck b")).to_have_text("1")
    lay(page, "play", "Y2")
    expect(page.locator(".turns b")).to_have_text("2")
    expect(page.locator(".round")).to_have_text(german("Final round"))
    page.locator("[data-press=clue]").tap()
    expect(page.locator(".round")).to_have_text(german("Last turn"))
    lay(page, "play", "G1")
    page.locator("#earlier summary").tap()
    unnamed = page.locator(".event", has_text=german("Name it"))
    for left, card in ((1, "R1"), (0, "B3")):
        unnamed.last.tap()
        page.locator(f"#pick button[value={card}]").tap()
        expect(unnamed).to_have_count(left)
    expect(page.locator(".ending .result b")).to_have_text("5")
    expect(page.locator(".ending .rating")).to_have_text(german("horrible"))
    expect(page.locator("#after .chart .points-line.line").first).to_be_visible()
    expect(named(page, "Play again with the same table")).to_be_visible()
    page.get_by_role("link", name=german("Past games")).tap()
    expect(page.locator(".games .what")).to_contain_text(german("horrible"))
    page.locator(".games a").tap()
    expect(page.locator(".moments tbody tr")).to_have_count(11)  # the deal and ten lines
    page.get_by_role("link", name=german("Replay it on the table")).tap()
    page.wait_for_url("**/history/1?turn=0")
    page.keyboard.press("End")
    expect(page.locator(".ending .rating")).to_have_text(german("horrible"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).to_have_text(german("{n} of {most}", n=9, most=10))
