"""The page in a real browser, on a phone's screen: what a thumb does, what comes by itself, who can read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.page import Around
from companion.rules.commands import GiveClue
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from web.server import Server

PIN = "246810"
THREE = Setup(3, names=("Ann", "Bo", "Cy"))
HIDE = """() => {{
    Object.defineProperty(document, 'hidden', {{value: {}, configurable: true}})
    document.dispatchEvent(new Event('visibilitychange'))
}}"""
MIDDLE = "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 1 deck 22"


@pytest.fixture
def phone(page: Page, address: str, live: Callable[..., Page], complaints: list[str]) -> Page:
    """A phone that looks at the scoreboard, live."""
    return live(page, address)


def clues(page: Page) -> Any:
    return page.locator(".clues .count")


def test_a_press_changes_the_page_once_the_pin_was_shown(phone: Page) -> None:
    phone.get_by_role("button", name="CLUE").tap()
    phone.get_by_label("PIN", exact=True).fill("000000")
    phone.get_by_role("button", name="Enter").tap()
    expect(phone.locator("#pin-wrong")).to_contain_text("isn't the table's PIN")
    phone.get_by_label("PIN", exact=True).fill(PIN)
    phone.get_by_role("button", name="Enter").tap()
    expect(clues(phone)).to_have_text("7 of 8 Clocks")
    phone.get_by_role("button", name="CLUE").tap()
    expect(clues(phone)).to_have_text("6 of 8 Clocks")
    phone.get_by_role("button", name="UNDO").tap()
    expect(clues(phone)).to_have_text("7 of 8 Clocks")
    expect(phone.locator(".seat.turn")).to_contain_text("Bo")


def test_what_happens_at_the_table_comes_by_itself(phone: Page, table: Any) -> None:
    table.show(played(THREE, "clue Y2 -B3", lying=MIDDLE))
    expect(phone.locator("#pile-Y")).to_contain_text("2 yellow, next 3")
    expect(phone.locator(".last .told-as").first).to_have_text("Cy discarded blue 3.")


def test_a_refusal_says_why(joined: Page) -> None:
    joined.get_by_role("button", name="FUSE").tap()
    expect(joined.locator("#say")).to_have_text("There is no card that could have been a misplay.")


def test_a_question_is_answered_by_its_button(joined: Page, table: Any, question: Callable[..., Any]) -> None:
    table.show(played(THREE, "?"), questions=(question(("R1", 0.6), ("B1", 0.3), as_=("play", "misplay")),))
    joined.get_by_role("button", name="Blue 1").tap()
    expect(joined.locator("#pile-B .face")).to_contain_text("1 blue")
    expect(joined.locator(".question")).to_have_count(0)


def test_another_card_than_the_guesses_can_be_named(joined: Page, table: Any, question: Callable[..., Any]) -> None:
    table.show(played(THREE, "?"), questions=(question(("R2", 0.6)),))
    joined.get_by_role("button", name="Another card").tap()
    expect(joined.get_by_role("button", name="rainbow 1")).to_be_hidden()
    joined.get_by_role("button", name="green 1").tap()
    expect(joined.locator("#pile-G .face")).to_contain_text("1 green")


def test_a_tap_on_a_seat_asks_and_then_passes_the_turn(joined: Page) -> None:
    joined.get_by_role("button", name="Cy", exact=True).tap()
    expect(joined.locator("#confirm")).to_contain_text("Is it really Cy’s turn?")
    joined.get_by_role("button", name="No", exact=True).tap()
    expect(joined.locator(".seat.turn")).to_contain_text("Ann")
    joined.get_by_role("button", name="Cy", exact=True).tap()
    joined.get_by_role("button", name="Yes", exact=True).tap()
    expect(joined.locator(".seat.turn")).to_contain_text("Cy")


def test_a_game_is_started_in_a_few_taps(joined: Page, table: Any) -> None:
    table.show(None)
    joined.get_by_role("radio", name="2").tap()
    expect(joined.get_by_placeholder("Player 3")).to_be_hidden()
    joined.get_by_placeholder("Player 1").fill("Di <b>")
    joined.get_by_role("button", name="Start the game").tap()
    expect(joined.locator(".seat")).to_have_text(["Di <b> is in turn", "Player 2"])


def test_another_game_takes_the_place_of_the_one_that_is_on_only_if_that_is_meant(joined: Page) -> None:
    joined.get_by_text("More", exact=True).tap()
    joined.get_by_role("radio", name="2").tap()
    joined.get_by_role("button", name="Start the game").tap()
    expect(joined.locator("#confirm")).to_contain_text("A game is on. Start a new one all the same?")
    joined.get_by_role("button", name="Yes", exact=True).tap()
    expect(joined.locator(".seat")).to_have_count(2)


def test_two_phones_agree(phone: Page, browser: Browser, address: str, table: Any, live: Any) -> None:
    other = live(browser.new_page(), address)
    table.show(played(THREE, "clue Y2", lying=MIDDLE))
    for each in (phone, other):
        expect(clues(each)).to_have_text("4 of 8 Clocks")
    assert phone.locator("#board").inner_html() == other.locator("#board").inner_html()
    other.close()


def test_a_phone_comes_back_after_the_server_was_started_anew(
    page: Page, serve: Callable[..., Server], table: Any, live: Any
) -> None:
    server = serve()
    live(page, f"http://127.0.0.1:{server.port}")
    server.stop()
    expect(page.locator("#age")).not_to_have_text("live")
    table.do(GiveClue())
    serve(server.port)
    expect(page.locator("#age")).to_have_text("live", timeout=8000)
    expect(clues(page)).to_have_text("7 of 8 Clocks")


def test_offline_and_back_shows_the_age_and_then_the_newest(phone: Page, table: Any) -> None:
    phone.context.set_offline(True)
    expect(phone.locator("#age")).to_contain_text("s old", timeout=4000)
    table.do(GiveClue())
    phone.context.set_offline(False)
    expect(clues(phone)).to_have_text("7 of 8 Clocks", timeout=8000)


def test_a_phone_that_slept_takes_a_new_stream_at_once(
    page: Page, address: str, complaints: list[str], live: Any
) -> None:
    page.clock.install()
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if request.url.endswith("/stream") else None)
    live(page, address)
    page.clock.fast_forward(60_000)  # the old one may look open for long, and say nothing
    expect(page.locator("#age")).to_have_text("live", timeout=3000)
    assert len(streams) == 2


def test_a_hidden_page_holds_no_stream(page: Page, serve: Callable[..., Server], table: Any, live: Any) -> None:
    server = serve()
    live(page, f"http://127.0.0.1:{server.port}")
    page.evaluate(HIDE.format("true"))
    table.do(GiveClue())
    page.wait_for_timeout(200)
    assert server.site.stream.readers == 0
    assert clues(page).text_content() == "8 of 8 Clocks"
    page.evaluate(HIDE.format("false"))
    expect(clues(page)).to_have_text("7 of 8 Clocks")


def test_a_change_keeps_what_is_being_typed_and_what_is_open(phone: Page, table: Any, alarm: Any) -> None:
    table.show(None)
    phone.get_by_placeholder("Player 1").fill("Ann")
    phone.locator(".variants summary").tap()
    table.show(None, alarms=(alarm,))
    expect(phone.locator(".alarm")).to_contain_text("bring more light")
    expect(phone.get_by_placeholder("Player 1")).to_have_value("Ann")
    expect(phone.get_by_text("Dazzling: bonus tiles")).to_be_visible()


def test_without_any_script_the_state_is_there(browser: Browser, address: str, table: Any) -> None:
    table.show(played(THREE, "clue Y2", lying=MIDDLE))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(clues(page)).to_have_text("4 of 8 Clocks")
    context.close()


def tap_key(page: Page, form: str, name: str, value: str) -> None:
    page.locator(f"#{form} label:has([name={name}][value='{value}'])").tap()


def test_a_card_is_told_by_hand_with_its_name_or_without_and_named_later(joined: Page, table: Any) -> None:
    table.game, table.around = Game.new(THREE), Around()
    table.tell()
    joined.get_by_role("button", name="PLAY a card", exact=True).tap()
    expect(joined.locator(".last .told-as").first).to_contain_text("Ann played a card without a name.")
    joined.get_by_text("Name the cards").tap()
    tap_key(joined, "hand", "card", "G1")
    joined.get_by_role("button", name="PLAY green 1", exact=True).tap()
    expect(joined.locator("#pile-G")).to_contain_text("1 green, next 2")
    tap_key(joined, "hand", "card", "R4")
    joined.get_by_role("button", name="MISPLAY red 4").tap()
    expect(joined.locator(".fuses .count")).to_have_text("1 of 3 Fuses")
    expect(joined.get_by_role("button", name="DISCARD a card")).to_be_visible()
    joined.get_by_role("button", name="Name it").tap()
    joined.locator("#pick").get_by_role("button", name="blue 1", exact=True).tap()
    expect(joined.locator("#pile-B .face")).to_contain_text("1 blue")
    joined.get_by_role("button", name="Cy misplayed red 4.").tap()
    joined.locator("#pick").get_by_role("button", name="It was Discarded").tap()
    expect(joined.locator("#say")).to_contain_text("so no discard")


def test_a_mend_says_what_it_made_impossible(joined: Page, table: Any) -> None:
    table.game, table.around = played(THREE, "clue -B1 R1"), Around()
    table.tell()
    joined.get_by_role("button", name="Bo discarded blue 1.").tap()
    joined.locator("#pick").get_by_role("button", name="It was Played").tap()
    expect(joined.locator("#pile-B .face")).to_contain_text("1 blue")
    joined.get_by_role("button", name="UNDO").tap()
    expect(joined.locator("#pile-B .face")).not_to_contain_text("1 blue,")
    table.game = played(THREE, "clue -B3 R1 clue " + "clue " * 7)
    table.tell()
    joined.get_by_text("Before that").tap()
    joined.get_by_role("button", name="Bo discarded blue 3.").tap()
    joined.locator("#pick").get_by_role("button", name="It was Misplayed").tap()
    expect(joined.locator("#say")).to_contain_text("No longer possible: event 11. No Clock is left")


def test_a_bonus_tile_the_true_pile_and_a_stop_are_told_by_thumb(joined: Page, table: Any) -> None:
    table.show(played(Setup(2, variants=("dazzling",)), "R5", lying="R4 / B1 / clues 3 deck 20"))
    joined.get_by_role("button", name="A discard onto its firework").tap()
    joined.locator("#pick").get_by_role("button", name="blue 1", exact=True).tap()
    expect(joined.locator("#pile-B")).to_contain_text("1 blue, next 2")
    joined.get_by_text("More", exact=True).tap()
    joined.get_by_label("Cards to draw, counted").fill("12")
    joined.get_by_role("button", name="Set", exact=True).tap()
    expect(joined.locator("#changed")).to_contain_text("What changed: cards to draw: 12, not 19.")
    joined.get_by_role("button", name="Stop the game").tap()
    joined.get_by_role("button", name="Yes", exact=True).tap()
    expect(joined.locator(".ending")).to_contain_text("Stopped")


def test_a_reminder_table_notes_what_a_clue_says(joined: Page, table: Any) -> None:
    table.show(Game.new(replace(THREE, options=Options(talk=Talk.REMINDER))))
    joined.get_by_text("Note what a clue says").tap()
    for name, value in (("to", "1"), ("about", "R"), ("touched", "2")):
        tap_key(joined, "clue", name, value)
    joined.get_by_role("button", name="CLUE").tap()
    expect(joined.locator(".told li")).to_have_text(["Ann gave a clue to Bo: red, 2 cards."])
    joined.get_by_role("button", name="CLUE").tap()
    expect(clues(joined)).to_have_text("6 of 8 Clocks")
    expect(joined.locator(".told li")).to_have_count(1)


def test_house_rules_are_agreed_on_before_the_start(joined: Page, table: Any) -> None:
    table.show(None)
    joined.get_by_text("House rules").tap()
    joined.get_by_label("What the screen may say").select_option("open")
    joined.get_by_label("A clue that touches no card").select_option("true")
    joined.get_by_role("button", name="Start the game").tap()
    expect(joined.locator("#heap")).to_contain_text("Small: not seen yet")
    assert (table.game.setup.options.talk, table.game.setup.options.zero_clue) == (Talk.OPEN, True)


def test_the_calculator_counts_without_any_script(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/score")
    for suit, top in zip("RYGBWK", "543134", strict=True):
        page.locator(f"label:has([name={suit}][value='{top}'])").tap()
    page.get_by_label("Edition").select_option("storm")
    page.get_by_role("button", name="Count").tap()
    expect(page.get_by_role("status").locator("p")).to_have_text(["13 of 25", "OK"])
    context.close()


def test_the_pretended_panel_follows_and_presses(joined: Page, address: str) -> None:
    joined.goto(f"{address}/panel")
    joined.get_by_role("button", name="CLUE").tap()
    expect(joined.locator("#lamp-19")).not_to_have_class("lamp lit")
    expect(joined.locator("#lamp-18")).to_have_class("lamp lit")
