"""The set-up pages in a real browser, on a phone's screen: with a script and without, for thumbs, keys and all eyes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.rules.game import Game
from companion.rules.setup import Setup
from web.setup import CLASHES

PIN = "246810"
PAGES = ("/setup", "/setup/middle", "/camera", "/setup/deck")
SCHEMES: tuple[Any, ...] = ("dark", "light")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_OR_WIDE = """() => {
    const seen = [...document.querySelectorAll('main :is(button, a, summary, input, select)')].filter(
        (one) => one.checkVisibility())
    const small = seen.filter((one) => one.getBoundingClientRect().height < 44 && one.type !== 'checkbox')
    const wide = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []
    return [...small.map((one) => one.outerHTML.slice(0, 80)), ...wide]
}"""


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A phone that runs no script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def host(page: Page, address: str, complaints: list[str]) -> Page:
    """A phone that has shown the PIN."""
    page.goto(f"{address}/camera")
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_role("button", name="Enter").tap()
    expect(page).to_have_url(f"{address}/camera")
    return page


def test_without_any_script_a_game_is_started_and_taken_up_in_the_middle(plain: Page, address: str, table: Any) -> None:
    table.show(None)
    plain.goto(f"{address}/setup")
    plain.locator(".how-many label", has_text="2").tap()
    expect(plain.get_by_label("Name of player 3")).to_be_hidden()
    plain.get_by_label("Name of player 1").fill("Di")
    plain.locator("[name=edition]").select_option("storm")
    expect(plain.get_by_text("By these rules the oldest player begins.")).to_be_visible()
    expect(plain.locator("[data-edition=rr2013]").first).to_be_hidden()
    plain.get_by_label("The table’s PIN").fill(PIN)
    plain.get_by_role("button", name="Start in the middle").tap()
    plain.locator("label:has([name=top-R][value='2'])").tap()
    plain.get_by_label("4s of blue discarded").select_option("1")
    plain.get_by_label("Notes available").select_option("3")
    plain.get_by_role("button", name="Go on from here").tap()
    expect(plain).to_have_url(f"{address}/")
    position = table.game.position
    assert (position.setup.names, position.clues, [str(card) for card in position.discards]) == (
        ("Di", "Player 2"),
        3,
        ["B4"],
    )


def test_a_table_without_camera_or_pins_is_set_up_in_three_taps(host: Page, address: str, table: Any) -> None:
    table.show(None)
    host.goto(address)
    host.get_by_role("link", name="Set the table up").tap()
    host.locator(".how-many label", has_text="4").tap()
    host.get_by_role("button", name="Start the game").tap()
    expect(host.locator(".seat")).to_have_count(4)


def test_variants_that_exclude_each_other_are_refused_at_once(page: Page, address: str) -> None:
    page.goto(f"{address}/setup")
    page.get_by_text("Variants", exact=True).tap()
    reason = page.get_by_text(CLASHES["no-final-round", "expert"])
    page.get_by_label("No final round").tap()
    expect(reason).to_be_hidden()
    page.get_by_label("Expert: won or not won").tap()
    expect(reason).to_be_visible()


def test_a_zone_is_dragged_by_a_finger_and_moved_by_keys_and_then_kept(host: Page, zones: Any) -> None:
    host.get_by_text("In millimetres").tap()
    host.locator("#view").scroll_into_view_if_needed()
    body = host.locator("#zone-deck .body").bounding_box()
    assert body is not None
    host.mouse.move(body["x"] + 10, body["y"] + 10)
    host.mouse.down()
    host.mouse.move(body["x"] - 400, body["y"] + 10)
    host.mouse.up()
    left = host.locator("[name=deck-left]")
    expect(left).to_have_value("0")  # never beyond the mat's edge
    zone = host.get_by_role("button", name="Deck: arrow keys move it")
    zone.press("ArrowRight")
    zone.press("Shift+ArrowUp")
    expect(left).to_have_value("5")
    expect(host.locator("[name=deck-bottom]")).to_have_value("455")
    host.get_by_role("button", name="Keep these zones").tap()
    expect(host.locator("#sorry")).to_have_text("Cards lie on the mat: move the zones all the same?")
    host.get_by_text("Move them all the same").tap()
    host.get_by_role("button", name="Keep these zones").tap()
    expect(host.locator("#said")).to_have_text("The zones lie so from now on.")
    assert zones.zones["deck"] == (5, 250, 125, 455)


def test_a_deck_that_is_learned_shows_itself_and_what_is_typed_meanwhile_stays(
    host: Page, address: str, teaching: Any
) -> None:
    teaching.learn()
    host.goto(f"{address}/setup/deck")
    expect(host.get_by_role("status")).to_contain_text("Finding the cards")
    host.get_by_label("Row 4").select_option("M")
    teaching.end()
    expect(host.get_by_role("heading", name="The faces, as cut out")).to_be_visible()
    expect(host.get_by_label("Row 4")).to_have_value("M")
    host.get_by_role("button", name="take red 2 again").tap()
    expect(host.get_by_role("heading", name="Teach a deck")).to_be_visible()
    assert teaching.asked == ["R2"]


def test_everybody_can_read_the_set_up(host: Page, address: str, table: Any, teaching: Any) -> None:
    table.show(Game.new(Setup(5, variants=("rainbow", "black"))))
    teaching.end()
    for path in PAGES:
        host.goto(f"{address}{path}")
        host.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert host.evaluate(SMALL_OR_WIDE) == []
        for scheme in SCHEMES:
            host.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert violations(host) == [], (path, scheme)
        for width, letters_px in ((360, 32), (320, 16), (844, 16)):
            host.set_viewport_size({"width": width, "height": 700})
            host.evaluate(f"document.documentElement.style.fontSize = '{letters_px}px'")
            assert host.evaluate("document.documentElement.scrollWidth") <= width, (path, width, letters_px)
        host.set_viewport_size({"width": 390, "height": 844})
    host.context.clear_cookies()
    host.goto(f"{address}/camera")
    assert violations(host) == []


def violations(page: Page) -> list[str]:
    """What axe finds on this page."""
    found = Axe().run(page, options={"runOnly": RULES})
    return [f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found.response["violations"]]
