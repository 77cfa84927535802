"""The table's own screen in a real browser: on a television and on a tablet nothing is cut off, and all is large."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.page import Alarm
from companion.rules.commands import GiveClue
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CROWD = Setup(
    5,
    names=("Annemarie-Charlotte", "Bartholomew", "Christopher", "Dee", "Eli"),
    edition="giant",
    variants=("rainbow", "black"),
    options=Options(talk=Talk.REMINDER),
)
SMALLEST = 28  # a letter is at least so much of the screen's height
AMISS = """(smallest) => {
    const page = document.documentElement
    const found = []
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push('scrolls')
    for (const one of document.querySelectorAll('main *')) {
        const box = one.getBoundingClientRect()
        const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
        if (!says || one.closest('svg, .unseen') || !one.checkVisibility() || box.width <= 1) continue
        const words = one.textContent.trim().slice(0, 30)
        if (parseFloat(getComputedStyle(one).fontSize) < innerHeight / smallest - 0.1) found.push(`small: ${words}`)
        if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0) found.push(`outside: ${words}`)
    }
    const rows = [...document.querySelectorAll('.headline, .piles, .water, .players, .news')]
    const boxes = rows.filter((row) => row.textContent.trim()).map((row) => row.getBoundingClientRect())
    boxes.slice(1).forEach((box, at) => { if (box.top < boxes[at].bottom - 1) found.push(`row ${at + 1} overlaps`) })
    return found
}"""


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_nothing_scrolls_and_no_letter_is_too_small_to_be_read_from_afar(
    page: Page, address: str, table: Any, question: Any, alarm: Alarm, size: tuple[int, int], complaints: list[str]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}/table")
    asks = question(
        ("discard", 0.6),
        ("misplay", 0.3),
        say="B3 lies among the discards with every clue available: a clue nobody pressed, or a misplay?",
    )
    on, last = played(CROWD, "clue R1 -R5 K5 clue"), "R5 Y4 G5 B3 W4 M3 K2 / R1 B4 / clues 3 fuses 2 deck 1"
    states: list[tuple[Game | None, dict[str, Any]]] = [
        (on, {}),
        (on, {"questions": (asks,), "alarms": (alarm, alarm)}),
        (played(CROWD, "B4", lying=last), {"questions": (asks,)}),
        (played(CROWD, "W5", lying="R5 Y5 G5 B5 W4 M5 K1 / R2 / clues 3 fuses 1 deck 2"), {}),
        (None, {"alarms": (alarm,)}),
    ]
    for game, around in states:
        table.show(game, **around)
        expect(page.locator("#board")).to_have_attribute("data-version", str(table.version))
        assert page.evaluate(AMISS, SMALLEST) == [], (size, around)


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.trials)])
def test_everybody_can_read_it_on_a_television_and_on_a_phone(
    page: Page, address: str, table: Any, alarm: Alarm, question: Any, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.show(played(CROWD, "clue R1"), alarms=(alarm,), questions=(question(("R2", 0.6), ("R3", 0.3)),))
    for size in ({"width": 1280, "height": 720}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)
        page.goto(f"{address}/table")
        found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
        assert [rule["id"] for rule in found] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_happens_at_the_table_comes_by_itself(page: Page, address: str, table: Any) -> None:
    page.goto(f"{address}/table")
    expect(page.locator("#age")).to_have_text("live")
    table.do(GiveClue())
    expect(page.locator("#happened")).to_have_text("Ann gave a clue.")
    expect(page.locator(".clues .count")).to_have_text("7 of 8 Clocks")


def test_the_joining_code_is_largest_before_a_game(page: Page, address: str, table: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/table")
    small = page.locator(".code svg").bounding_box()
    table.show(None)
    expect(page.locator("#board")).to_have_attribute("data-version", str(table.version))
    large = page.locator(".code svg").bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] > 2 * small["height"] > 0.4 * 720
