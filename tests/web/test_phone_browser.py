"""A phone through the evening in a real browser: asleep and awake, one of seven, with sound, locked, mending."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.page import Around
from companion.rules.commands import GiveClue
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup

PIN = "246810"
THREE = Setup(3, names=("Ann", "Bo", "Cy"))
REMINDER = replace(THREE, options=Options(talk=Talk.REMINDER))
FINAL = "R5 Y4 G5 B3 W4 / / clues 3 deck 1"
HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})
    document.dispatchEvent(new Event('visibilitychange'))
}"""
LISTEN = """
    window.heard = []
    navigator.vibrate = (pattern) => window.heard.push(pattern.length)
    const start = AudioScheduledSourceNode.prototype.start
    AudioScheduledSourceNode.prototype.start = function (at) { window.heard.push('note'); start.call(this, at) }
"""
AWAKE_S = 3.0


class Wires:
    """Between a phone and the table. `freeze`: all that is connected now stays so, and nothing comes through any
    more."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._frozen: list[socket.socket] = []
        self._wake, self._woken = socket.socketpair()
        self._is_open = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def freeze(self) -> None:
        self._frozen += list(self._pairs)
        self._pairs = {}

    def close(self) -> None:
        self._is_open = False
        self._wake.send(b"x")
        self._thread.join(5)
        for one in (*self._pairs, *self._frozen, self._listening, self._wake, self._woken):
            one.close()

    def _run(self) -> None:
        while self._is_open:
            for one in select.select([self._listening, self._woken, *self._pairs], [], [], 0.02)[0]:
                if one is self._listening:
                    near, far = one.accept()[0], socket.create_connection(("127.0.0.1", self._there))
                    self._pairs |= {near: far, far: near}
                elif one in self._pairs:
                    self._carry(one)

    def _carry(self, one: socket.socket) -> None:
        other = self._pairs[one]
        try:
            text = one.recv(65536)
            other.sendall(text)
        except OSError:
            text = b""
        if not text:
            for end in (one, other):
                self._pairs.pop(end, None)
                end.close()


@pytest.fixture
def wires(serve: Any) -> Iterator[Wires]:
    """The way from the phone to the table, which can freeze."""
    between = Wires(serve().port)
    yield between
    between.close()


def clues(page: Page) -> Any:
    return page.locator(".clues .count")


def signal(table: Any, **more: Any) -> None:
    """The final round begins."""
    table.show(played(THREE, "B4", lying=FINAL), **more)


def test_after_sleep_over_a_frozen_line_the_score_is_right_within_three_seconds(
    page: Page, wires: Wires, table: Any, live: Any
) -> None:
    live(page, wires.address)
    page.evaluate(HIDE, True)
    wires.freeze()
    table.do(GiveClue())
    page.evaluate(HIDE, False)
    expect(clues(page)).to_have_text("7 of 8 Clocks", timeout=AWAKE_S * 1000)
    expect(page.locator("#age")).to_have_text("live")


def test_a_line_that_froze_while_the_page_was_looked_at_is_noticed_and_left(
    page: Page, wires: Wires, table: Any, live: Any
) -> None:
    page.clock.install()
    live(page, wires.address)
    wires.freeze()
    table.do(GiveClue())
    page.clock.fast_forward(14_000)  # no comment line has come for longer than one may be late
    expect(clues(page)).to_have_text("7 of 8 Clocks", timeout=AWAKE_S * 1000)


def test_seven_pages_in_one_browser_all_follow_by_one_stream(browser: Browser, serve: Any, table: Any) -> None:
    server = serve()
    context = browser.new_context()
    pages = [context.new_page() for _ in range(7)]
    for each in pages:  # a browser opens six connections to one table and no more
        each.goto(f"http://127.0.0.1:{server.port}", timeout=5000)
        expect(each.locator("#age")).to_have_text("live")
    assert server.site.stream.readers == 1
    table.do(GiveClue())
    for each in pages:
        expect(clues(each)).to_have_text("7 of 8 Clocks")
    pages.pop().close()  # the one that read for all
    table.do(GiveClue())
    for each in pages:
        expect(clues(each)).to_have_text("6 of 8 Clocks")
    context.close()


@pytest.mark.parametrize("visits", [10, pytest.param(100, marks=pytest.mark.trials)])
def test_however_often_it_is_loaded_anew_the_game_is_the_same_and_the_pin_was_asked_for_once(
    joined: Page, address: str, table: Any, visits: int
) -> None:
    table.show(played(THREE, "clue R1"))
    seen = set()
    for _ in range(visits):
        joined.goto(address, wait_until="domcontentloaded")
        seen.add(joined.locator("#pile-R .face").inner_text() + clues(joined).inner_text())
    assert len(seen) == 1
    assert table.game == played(THREE, "clue R1")
    joined.get_by_role("button", name="CLUE").tap()
    expect(clues(joined)).to_have_text("6 of 8 Clocks")


def test_sound_and_vibration_come_only_where_they_were_switched_on_and_are_remembered(
    page: Page, address: str, table: Any, live: Any, complaints: list[str]
) -> None:
    page.add_init_script(LISTEN)
    live(page, address)
    signal(table)
    expect(page.locator(".countdown")).to_be_visible()
    assert page.evaluate("heard") == []
    page.get_by_text("This phone", exact=True).tap()
    page.get_by_label("Sound for").tap()
    page.get_by_label("Vibrate").tap()
    assert page.evaluate("heard") == ["note", "note", 3, "note", "note"]  # how a question would sound, and feel
    live(page, address)
    page.get_by_text("This phone", exact=True).tap()
    expect(page.get_by_label("Vibrate")).to_be_checked()
    table.do(GiveClue())
    table.do(GiveClue())
    expect(page.locator(".round")).to_have_text("Last turn")
    page.wait_for_function("heard.includes(5)")  # the last turn's own
    assert page.evaluate("heard.filter((one) => one === 5).length") == 1


def test_a_page_without_https_says_what_keeps_the_screen_on(page: Page, address: str, live: Any) -> None:
    page.add_init_script("delete Navigator.prototype.wakeLock")  # as on plain http in a home network
    live(page, address)
    page.get_by_text("This phone", exact=True).tap()
    expect(page.get_by_text("set the phone’s own screen time-out longer")).to_be_visible()
    expect(page.get_by_label("Keep the screen on")).to_be_hidden()


def test_the_host_locks_the_table_and_another_phone_is_told_why_it_can_t(
    joined: Page, browser: Browser, address: str, table: Any, live: Any
) -> None:
    context: BrowserContext = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    other = live(context.new_page(), address)
    joined.get_by_text("More", exact=True).tap()
    joined.get_by_role("button", name="Lock: phones only look").tap()
    joined.get_by_role("button", name="Yes", exact=True).tap()
    for each in (joined, other):
        expect(each.get_by_role("button", name="Locked")).to_be_visible()
        expect(each.get_by_role("button", name="CLUE")).to_have_count(0)
    joined.get_by_role("button", name="Cy", exact=True).tap()
    joined.get_by_role("button", name="Yes", exact=True).tap()
    expect(joined.locator("#say")).to_contain_text("The table is locked")
    other.get_by_role("button", name="Locked").tap()
    other.get_by_label("PIN", exact=True).fill(PIN)
    other.get_by_role("button", name="Enter").tap()
    for each in (joined, other):
        expect(each.get_by_role("button", name="CLUE")).to_be_visible()
    context.close()


def test_the_first_answer_counts_can_be_undone_and_what_changed_is_shown(
    joined: Page, table: Any, question: Callable[..., Any]
) -> None:
    asks = question(("R1", 0.6), ("B1", 0.3), say="A card was laid that can't be read: which is it?")
    table.show(played(THREE, "?"), questions=(asks,))
    late = joined.evaluate(
        """async () => {
            const line = (card) => fetch('/api/actions', {method: 'POST', body: JSON.stringify(
                {do: 'answer', question: 1, card})}).then(async (one) => [one.status, (await one.json()).refused])
            return [await line('R1'), await line('B1')]
        }"""
    )
    assert late == [[200, None], [409, "That question is no longer open."]]
    expect(joined.locator("#changed")).to_contain_text("red stands at 1, not 0; unread cards: 0, not 1")
    joined.get_by_role("button", name="UNDO").tap()
    expect(joined.locator("#changed")).to_contain_text("red stands at 0, not 1; unread cards: 1, not 0")
    joined.get_by_role("button", name="CLUE").tap()
    expect(joined.locator("#changed")).to_have_count(0)


def test_the_clue_just_pressed_anywhere_is_noted_afterwards(joined: Page, table: Any) -> None:
    table.game, table.around = Game.new(REMINDER), Around()
    table.do(GiveClue())  # on the panel
    joined.get_by_text("Which clue did Ann give?").tap()
    joined.locator("#clue label:has([name=to][value='2'])").tap()
    joined.locator("#clue label:has([name=about][value='3'])").tap()
    joined.get_by_role("button", name="Note it").tap()
    expect(joined.locator(".told li")).to_have_text(["Ann gave a clue to Cy: 3s."])
    expect(clues(joined)).to_have_text("7 of 8 Clocks")
    expect(joined.get_by_role("button", name="Note it")).to_have_count(0)
