"""The page in a real browser: who can read it, and on how narrow a phone, in how large letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.page import Around
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
OPEN = replace(THREE, options=Options(talk=Talk.OPEN))
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CROWD = Setup(
    5,
    names=("Annemarie", "Bartholomew", "Cy", "Dee", "Eli"),
    variants=("rainbow", "black"),
    options=Options(talk=Talk.REMINDER),
)
LAST_CARD = "R5 Y4 G5 B3 W4 M3 K2 / R1 B4 / clues 3 fuses 2 deck 1"
MIDDLE = "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 1 deck 22"


@pytest.fixture
def phone(page: Page, address: str, live: Callable[..., Page], complaints: list[str]) -> Page:
    """A phone that looks at the scoreboard, live."""
    return live(page, address)


STATES: dict[str, tuple[str, str | None]] = {
    "playing": ("clue Y2 -B3", MIDDLE),
    "final": ("B4 clue", "R5 Y4 G5 B3 W4 / R1 B4 / clues 3 fuses 2 deck 1"),
    "won": ("W5", "R5 Y5 G5 B5 W4 / R1 B4 / clues 3 fuses 1 deck 2"),
    "lost": ("!R1", "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 2 deck 22"),
}


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.trials)])
def test_everybody_can_read_it(
    page: Page, address: str, table: Any, alarm: Any, question: Callable[..., Any], live: Any, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    live(page, address)
    asks = question(("R2", 0.6), ("discard", 0.3), as_=("play", "misplay"))
    for script, lying in STATES.values():
        table.show(played(THREE, script, lying=lying), questions=(asks,), alarms=(alarm,), notice="Not now.")
        assert violations(page, table) == []
    table.show(played(OPEN, "clue -B5 undo", lying=MIDDLE), questions=(asks,), locked=True)
    page.get_by_text("This phone", exact=True).tap()
    assert violations(page, table) == []
    table.show(None)
    assert violations(page, table) == []
    for path in ("panel", "table", "score", "score?R=5&M=3&variant=black", "history", "history/1"):
        page.goto(f"{address}/{path}")
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.trials)])
def test_everybody_can_read_a_table_without_a_camera(
    page: Page, address: str, table: Any, live: Any, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    live(page, address)
    table.around = Around()
    table.game = played(CROWD, "clue ? -R5 K5 ?")
    table.tell()
    for fold in ("Name the cards", "Note what a clue says", "Before that", "More", "This phone"):
        page.locator("summary", has_text=fold).tap()
    assert violations(page, table) == []
    page.locator(".event[data-unread]").first.tap()
    expect(page.locator("#pick")).to_be_visible()
    assert violations(page) == []


def violations(page: Page, table: Any = None) -> list[str]:
    """What axe finds on this page once it shows the newest state; and anything too wide, or too small for a thumb."""
    if table is not None:
        expect(page.locator("#board")).to_have_attribute("data-version", str(table.version))
    found = Axe().run(page, options={"runOnly": RULES})
    told = [f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found.response["violations"]]
    return told + page.evaluate(TOO_SMALL_OR_WIDE)


TOO_SMALL_OR_WIDE = """() => {
    const seen = [...document.querySelectorAll('main button, main a, main summary, main input, main select')].filter(
        (one) => one.checkVisibility())
    const small = seen.map((one) => [one, one.getBoundingClientRect()]).filter(
        ([one, box]) => box.height < 44 && one.type !== 'checkbox')
    const wide = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []
    return [...small.map(([one, box]) => `${one.outerHTML.slice(0, 80)} is ${box.height} high`), ...wide]
}"""


@pytest.mark.parametrize(
    ("width", "letters_px"),
    [(844, 16), *(pytest.param(*size, marks=pytest.mark.trials) for size in ((320, 16), (390, 16), (390, 32)))],
)
def test_neither_narrow_phones_nor_large_letters_scroll_sideways(
    phone: Page, address: str, table: Any, alarm: Any, question: Callable[..., Any], width: int, letters_px: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 700})
    phone.evaluate(f"document.documentElement.style.fontSize = '{letters_px}px'")
    asks = question(("R2", 0.6), ("discard", 0.3), as_=("play", "misplay"))
    for game in (played(CROWD, "clue"), played(CROWD, "B4 clue", lying=LAST_CARD), None):
        table.show(game, alarms=(alarm,), questions=(asks,))
        expect(phone.locator("#board")).to_have_attribute("data-version", str(table.version))
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
    table.game, table.around = played(CROWD, "clue ? -R5"), Around()
    table.tell()
    expect(phone.get_by_role("button", name="DISCARD a card")).to_be_visible()
    phone.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    for path in ("score", "history", "history/1"):
        phone.goto(f"{address}/{path}")
        phone.evaluate(f"document.documentElement.style.fontSize = '{letters_px}px'")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
