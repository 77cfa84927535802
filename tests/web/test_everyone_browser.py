"""For those who listen, who need large letters, who choose their colours, and who have only keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.page import Alarm, Around, Asked, Device
from companion.rules.cards import parse_card
from companion.rules.commands import GiveClue, Play
from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
SEVEN = replace(THREE, variants=("rainbow", "black"))
MIDDLE = "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 1 deck 22"
LAST = "R5 Y4 G5 B3 W4 / R1 B4 / clues 3 fuses 2 deck 1"
UP = Around(camera=Device("up"), panel=Device("up"))
ASKED = Asked(1, "Which card is it?", (("R2", 0.6), ("R3", 0.3)))
ALARM = Alarm("too-dark", "It is too dark to read cards: bring more light.", 0.0)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LISTEN = """() => {
    window.heard = []
    const listener = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) window.heard.push(node.textContent)
    })
    for (const one of document.querySelectorAll('[role=log], [role=status], [role=alert], [aria-live]'))
        if (one.id !== 'say') listener.observe(one, { childList: true, subtree: true, characterData: true })
}"""


@pytest.fixture
def phone(page: Page, address: str, table: Any, live: Callable[..., Page], complaints: list[str]) -> Page:
    """A phone that looks at a game for three, live."""
    table.game, table.around = played(THREE, "clue", lying=MIDDLE), UP
    table.tell()
    return live(page, address)


def shown(page: Page, table: Any) -> None:
    """Waits until the newest state is on the page."""
    expect(page.locator("#board")).to_have_attribute("data-version", str(table.version))


def test_who_listens_hears_each_thing_once_and_nothing_of_what_stood_there(phone: Page, table: Any) -> None:
    phone.evaluate(LISTEN)

    def heard(**around: Any) -> list[str]:
        table.around = replace(UP, **around)
        table.tell()
        shown(phone, table)
        return phone.evaluate("window.heard.splice(0)")

    assert phone.locator("#aloud").text_content() == ""
    assert heard() == []
    table.do(GiveClue())
    shown(phone, table)
    assert heard() == ["Bo gave a clue."]
    table.do(GiveClue())
    shown(phone, table)
    assert heard() == ["Cy gave a clue."]
    assert heard(questions=(ASKED,), alarms=(ALARM,)) == ["Red 2 or red 3?", ALARM.say]
    assert heard(questions=(ASKED,), alarms=(replace(ALARM, say="No picture comes."), ALARM)) == ["No picture comes."]
    table.game = played(THREE, "clue B4", lying=LAST)
    assert heard()[-2:] == ["Bo played blue 4.", "Final round. 3 turns left. Cy. Ann. Bo."]
    table.do(Play(parse_card("B5")))
    shown(phone, table)
    assert heard() == ["Cy played blue 5.", "Final round. 2 turns left. Ann. Bo."]
    table.game = played(THREE, "clue B4 B5 clue -R2", lying=LAST)
    assert heard()[-1] == "The end. 23 of 25. amazing. Everybody has had the last turn."
    assert heard() == []


@pytest.mark.parametrize("game", [THREE, SEVEN])
def test_in_large_print_all_that_matters_is_larger_by_three_fifths_and_fits(
    phone: Page, address: str, table: Any, live: Any, game: Setup
) -> None:
    phone.set_viewport_size({"width": 412, "height": 839})
    final = "B4" if game is THREE else "B4 clue"
    lying = LAST if game is THREE else LAST.replace("W4 /", "W4 M3 K2 /")
    states = (
        (played(game, "clue", lying=None), replace(UP, questions=(ASKED,))),
        (played(game, final, lying=lying), UP),
    )
    usual = [sizes(phone, table, *state) for state in states]
    phone.get_by_role("button", name="Large print").tap()
    expect(phone.get_by_role("button", name="Large print")).to_have_attribute("aria-pressed", "true")
    live(phone, address)
    for before, state in zip(usual, states, strict=True):
        now = sizes(phone, table, *state)
        assert {what: now[what] / before[what] for what in before if now[what] < 1.59 * before[what]} == {}
        assert phone.evaluate("document.documentElement.scrollWidth") <= 412
    assert Axe().run(phone, options={"runOnly": RULES}).response["violations"] == []
    phone.get_by_role("button", name="Large print").tap()
    expect(phone.get_by_role("button", name="Large print")).to_have_attribute("aria-pressed", "false")


def sizes(page: Page, table: Any, game: Game, around: Around) -> dict[str, float]:
    """How high the letters and signs of a state are, by what they are."""
    table.game, table.around = game, around
    table.tell()
    shown(page, table)
    measured: dict[str, float] = page.evaluate(
        """() => Object.fromEntries(
            ['.face b', '.face .sign', '.whose .who', '.turns b', '.then li', '.question h2', '.choice', '.count']
                .map((what) => [what, document.querySelector(what)]).filter(([, one]) => one)
                .map(([what, one]) => [what, parseFloat(getComputedStyle(one).fontSize)])
                .concat([['token', document.querySelector('.lights svg').getBoundingClientRect().height]]))"""
    )
    return measured


STOPS = """() => [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')].filter(
    (one) => one.checkVisibility() && !one.disabled && (one.type !== 'radio' || one.checked))"""
HERE = "() => document.activeElement.outerHTML.slice(0, 120)"


def test_all_is_reached_by_tab_in_its_order_and_a_dialog_keeps_the_keys_and_gives_them_back(phone: Page) -> None:
    stops: list[str] = phone.evaluate(f"({STOPS})().map((one) => one.outerHTML.slice(0, 120))")
    reached = []
    for _ in stops:
        phone.keyboard.press("Tab")
        reached.append(phone.evaluate(HERE))
    assert reached == stops
    phone.locator("#count input").evaluate("(one) => { one.closest('details').open = true }")
    stop = phone.get_by_role("button", name="Stop the game")
    stop.focus()
    phone.keyboard.press("Enter")
    dialog = phone.locator("#confirm")
    expect(dialog).to_be_visible()
    for _ in range(5):
        phone.keyboard.press("Tab")
        assert phone.evaluate("document.activeElement.closest('main, header, footer')") is None
    phone.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(stop).to_be_focused()


LOOKS = """(one) => {
    const { backgroundColor, borderTopWidth, outlineStyle } = getComputedStyle(one)
    return [backgroundColor, borderTopWidth, outlineStyle].join()
}"""


@pytest.mark.parametrize(
    ("path", "chosen", "other"),
    [
        ("/", ".seat.turn", ".seat:not(.turn)"),
        ("/", ".how-many input:checked + span", ".how-many input:not(:checked) + span"),
        ("/score?R=5", "[name=R]:checked + span", "[name=R]:not(:checked) + span"),
        ("/score?R=5", "[name=R]:checked + span", "[name=Y]:not(:checked) + span"),
        ("/panel", ".lamp.lit .bulb", ".lamp:not(.lit) .bulb"),
        ("/table", ".player.turn", ".player:not(.turn)"),
    ],
)
def test_in_colours_of_one_s_own_what_is_chosen_or_lit_or_in_turn_still_differs(
    page: Page, address: str, table: Any, path: str, chosen: str, other: str
) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(f"{address}{path}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert page.locator(chosen).first.evaluate(LOOKS) != page.locator(other).first.evaluate(LOOKS)
