"""A whole evening without a camera, by taps alone: from an empty table to the final score and the past games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts


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


def tap(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).tap()


def lay(page: Page, card: str, button: str) -> None:
    page.locator(f"#hand label:has([value={card}])").tap()
    tap(page, button)


def test_an_evening_without_a_camera_goes_from_the_start_to_the_final_score(blind: Any, page: Page) -> None:
    address = f"http://127.0.0.1:{blind.server.port}"
    page.goto(f"{address}/#pin={blind.pin}")
    expect(page.locator("#say")).to_have_text("This phone may change the game now.")
    page.get_by_role("radio", name="2").tap()
    tap(page, "Start the game")
    tap(page, "CLUE")
    expect(page.locator(".clues .count")).to_have_text("7 of 8 Clocks")
    tap(page, "PLAY a card")
    expect(page.locator(".deck")).to_contain_text("39 cards to draw")
    page.get_by_text("Name the cards").tap()
    lay(page, "Y1", "PLAY yellow 1")
    expect(page.locator("#pile-Y .face")).to_contain_text("1 yellow")
    lay(page, "B4", "DISCARD blue 4")
    expect(page.locator(".clues .count")).to_have_text("8 of 8 Clocks")
    lay(page, "W1", "PLAY white 1")
    expect(page.locator("#pile-W .face")).to_contain_text("1 white")
    tap(page, "PLAY a card")
    expect(page.locator(".deck")).to_contain_text("35 cards to draw")
    pin = blind.panel.factory.pin(25)
    pin.drive_low()
    expect(page.locator(".fuses .count")).to_have_text("1 of 3 Fuses")
    pin.drive_high()
    page.get_by_text("More", exact=True).tap()
    page.get_by_label("Cards to draw, counted").fill("1")
    tap(page, "Set")
    expect(page.locator(".deck")).to_contain_text("1 card to draw")
    lay(page, "Y2", "PLAY yellow 2")
    expect(page.locator(".turns")).to_contain_text("2turns left")
    tap(page, "CLUE")
    expect(page.locator(".turns")).to_contain_text("1turn left, the last")
    lay(page, "G1", "PLAY green 1")
    expect(page.locator(".ending")).to_contain_text("2 cards have no name yet, so the score isn’t known.")
    page.get_by_text("Before that").tap()
    for left, card in ((1, "red 1"), (0, "blue 3")):
        page.get_by_role("button", name="Name it").last.tap()
        page.locator("#pick").get_by_role("button", name=card, exact=True).tap()
        expect(page.get_by_role("button", name="Name it")).to_have_count(left)
    expect(page.locator(".ending .result")).to_have_text("5 of 25")
    expect(page.locator(".ending .rating")).to_have_text("horrible")
    page.get_by_role("link", name="Past games").tap()
    expect(page.locator(".games .what")).to_have_text("5 of 25horrible")
    page.locator(".games a").tap()
    expect(page.locator(".moments tbody tr")).to_have_count(11)  # the deal and ten lines
