"""After the game in a real browser: the ending, the next game by one tap, a replay by keys, deleting, bringing in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.messages import Forget
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session

PIN = "246810"
THREE = Setup(3, names=("Ann", "Bo", "Cy"), edition="ro")
WON = played(THREE, "clue -B3 W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 9")
PATHS = ("/history", "/history/1", "/history/1?turn=2", "/history/1/delete", "/history/import")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def past_games(tmp_path_factory: pytest.TempPathFactory) -> PastGames:
    """Three games: won, finished, and another that was won."""
    folder = tmp_path_factory.mktemp("past")
    session = Session(open_journal(folder))
    finished = played(THREE, "clue clue clue", lying="R5 Y1 G0 B0 W0 / / clues 3 deck 0")
    for game in (WON, finished, WON):
        session.begin(game.setup)
        for command in game.log:
            session.handle(command)
    session.close()
    return PastGames(folder)


def test_after_a_won_game_the_ending_comes_by_itself_and_one_tap_begins_the_next(joined: Page, table: Any) -> None:
    expect(joined.locator("#after")).to_have_count(0)
    table.show(WON)
    expect(joined.locator(".ending .result")).to_have_text("25 of 25")
    expect(joined.locator("#after .chart .points-line.line").first).to_be_visible()
    expect(joined.locator(".finale use")).to_have_count(5)
    joined.get_by_text("Move by move").tap()
    expect(joined.locator("#moves tbody tr").last).to_contain_text("Everything is complete: won.25408")
    joined.get_by_role("button", name="Play again with the same table").tap()
    expect(joined.locator(".seat.turn")).to_contain_text("Bo")
    expect(joined.locator("#after")).to_have_count(0)
    assert (table.game.setup.names, table.game.setup.edition, table.game.setup.starter) == (THREE.names, "ro", 1)


def test_the_last_fireworks_stay_away_where_nothing_is_to_move(page: Page, address: str, table: Any, live: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    table.show(WON)
    live(page, address)
    expect(page.locator(".ending .result")).to_be_visible()
    expect(page.locator(".finale")).to_be_hidden()


def test_the_next_game_begins_without_any_script(browser: Browser, address: str, table: Any) -> None:
    table.show(WON)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Play again with the same table").click()
    page.get_by_label("PIN").fill(PIN)
    page.locator("form .go").click()
    expect(page.locator(".seat.turn")).to_contain_text("Bo")
    context.close()


def test_a_game_is_replayed_by_keys_by_the_slider_and_by_its_links(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}/history/1?turn=0")
    happened = page.locator("#happened")
    expect(happened).to_have_text("The cards are dealt.")
    for key, said in (
        ("ArrowRight", "The game begins as the table lies."),
        ("ArrowRight", "Ann gives a clue."),
        ("End", "Cy plays the white 5."),
        ("ArrowLeft", "Bo discards the blue 3."),
    ):
        page.keyboard.press(key)
        expect(happened).to_contain_text(said)
    expect(page.locator("#pile-W")).to_contain_text("4 white, next 5")
    expect(page).to_have_url(f"{address}/history/1?turn=3")
    page.get_by_role("link", name="To the deal").tap()
    expect(page.locator("#where")).to_have_text("0 of 4")
    page.locator("#turn").fill("4")
    expect(page.locator(".ending .result")).to_have_text("25 of 25")
    expect(page.get_by_role("link", name="One line on")).to_have_count(0)
    page.get_by_role("button", name="Large print").tap()
    expect(page).to_have_url(f"{address}/history/1?turn=4")


def test_deleting_asks_back_before_anything_is_gone(page: Page, address: str, table: Any) -> None:
    page.goto(f"{address}/history/2")
    page.get_by_role("link", name="Delete this game").tap()
    page.get_by_role("link", name="Keep it").tap()
    expect(page.locator("h1")).to_have_text("Game 2")
    assert table.wishes == []
    page.get_by_role("link", name="Delete this game").tap()
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Delete it").tap()
    expect(page).to_have_url(f"{address}/history?deleted=2")
    assert [wish.wanted for wish in table.wishes] == [Forget(2)]


def test_a_file_that_is_no_game_is_refused_with_its_line(page: Page, address: str, table: Any) -> None:
    page.goto(f"{address}/history/import")
    rubbish = b'{"setup": {"players": 2}}\n{"do": "play", "card": "R9"}\n'
    page.get_by_label("Its file").set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": rubbish})
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Bring it in").tap()
    expect(page.get_by_role("alert")).to_contain_text("Line 2:")
    assert table.wishes == []


def test_a_file_too_large_for_a_game_is_named_before_it_is_sent(page: Page, address: str, table: Any) -> None:
    page.goto(f"{address}/history/import")
    chosen = page.get_by_label("Its file")
    for size, why in ((1_500_000, "That file is larger than any game"), (10, "")):
        chosen.set_input_files({"name": "film.txt", "mimeType": "text/plain", "buffer": b"x" * size})
        assert chosen.evaluate("(file) => file.validationMessage").startswith(why)
        assert chosen.evaluate("(file) => file.validity.valid") == (not why)


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.trials)])
def test_everybody_can_read_and_tap_what_comes_after_a_game(
    page: Page, address: str, table: Any, live: Callable[..., Page], scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.show(WON)
    live(page, address)
    page.get_by_text("Move by move").tap()
    assert violations(page) == []
    for path in PATHS:
        page.goto(f"{address}{path}")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        assert violations(page) == [], path


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    told = [f"{one['id']}: {node['html'][:90]}" for one in found for node in one["nodes"]]
    return [*told, *page.evaluate(TOO_SMALL)]


TOO_SMALL = """() => [...document.querySelectorAll('main :is(a, button, summary, select, input:not([type=checkbox]))')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44 && !one.closest('.key'))
    .map((one) => `${one.outerHTML.slice(0, 80)} is too low`)"""


def test_nothing_is_cut_off_on_a_narrow_phone_in_large_letters(page: Page, address: str, table: Any, live: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    table.show(WON)
    live(page, address)
    for path in ("/", *PATHS):
        page.goto(f"{address}{path}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, (path, wide)
