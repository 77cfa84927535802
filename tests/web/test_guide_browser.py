"""The pages that teach, print and report in a real browser: everybody can read them, on any phone."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AMISS = """() => {
    const small = [...document.querySelectorAll('main :is(button, a, summary, select, input:not([type=checkbox]))')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
    const wide = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []
    return [...small.map((one) => one.outerHTML.slice(0, 80)), ...wide]
}"""


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.trials)])
def test_everybody_can_read_them(page: Page, address: str, table: Any, scheme: Any, complaints: list[str]) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for path in ("help", "rules?edition=giant&variant=black&variant=dazzling", "print", "report"):
        page.goto(f"{address}/{path}")
        found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
        assert [f"{path}: {rule['id']}" for rule in found] == []
        assert page.evaluate(AMISS) == []


@pytest.mark.trials
def test_neither_narrow_phones_nor_large_letters_scroll_sideways(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    for path in ("help", "rules", "print", "report", "table", "panel"):
        page.goto(f"{address}/{path}")
        for letters_px in (16, 32):
            page.evaluate(f"document.documentElement.style.fontSize = '{letters_px}px'")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (path, letters_px)
