"""Every page in a real browser, in each language: nothing is cut off in whatever letters or too small for a thumb, keys
show where they are, and the console stays empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.page import Alarm, Around, Asked, Device
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.showing import Shows
from web import Joining, create_app
from web.gate import Gate
from web.safe import Safe

PIN = "246810"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
THREE = Setup(3, names=("Ann", "Bo", "Cy"))
CROWD = Setup(
    5,
    names=("Annemarie", "Bartholomew", "Cy", "Dee", "Eli"),
    variants=("rainbow", "black"),
    options=Options(talk=Talk.REMINDER),
)
MIDDLE = "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 1 deck 22"
LAST = "R5 Y4 G5 B3 W4 M3 K2 / R1 B4 / clues 3 fuses 2 deck 1"
PRETENDED = Around(camera=Device("pretend"), panel=Device("pretend"))
ALARM = Alarm("too-dark", "It is too dark to read cards: bring more light.", 0.0)
ASKED = Asked(1, "Which card is it?", (("R2", 0.6), ("discard", 0.3)), ("play", "misplay"))
OPENLY = played(replace(THREE, options=Options(talk=Talk.OPEN)), "clue Y2 -B3", lying=MIDDLE)
STATES: dict[str, tuple[Game | None, Around]] = {
    "no game": (None, PRETENDED),
    "playing": (OPENLY, PRETENDED),
    "a question": (OPENLY, replace(PRETENDED, questions=(ASKED,), alarms=(ALARM,), notice="Not now.")),
    "by hand": (played(CROWD, "clue ? -R5 K5 ?"), Around()),
    "final round": (played(CROWD, "B4 clue", lying=LAST), replace(PRETENDED, locked=True)),
    "lost": (played(THREE, "!R1", lying="R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 2 deck 22"), PRETENDED),
    "won": (played(THREE, "W5", lying="R5 Y5 G5 B5 W4 / R1 B4 / clues 3 fuses 1 deck 2"), PRETENDED),
}
PATHS = (
    "/panel",
    "/table",
    "/setup",
    "/setup/middle",
    "/setup/deck",
    "/camera",
    "/history",
    "/history/1",
    "/history/1?turn=2",
    "/history/1/delete",
    "/history/import",
    "/score",
    "/score?R=5&M=3&variant=black",
    "/print",
    "/help",
    "/rules",
    "/rules?edition=giant&variant=black&variant=dazzling",
    "/report",
    "/safe",
)
OPEN_ALL = "document.querySelectorAll('main details').forEach((one) => { one.open = true })"
CUT_OFF = """() => {
    const page = document.documentElement
    if (page.scrollWidth > innerWidth) return [`scrolls sideways, ${page.scrollWidth} wide`]
    const says = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    return [...document.querySelectorAll('body *')].filter((one) => {
        if (!says(one) || one.closest('.unseen, .who, svg, option, dialog') || !one.checkVisibility()) return false
        const box = one.getBoundingClientRect()
        return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1)
    }).map((one) => `outside: ${one.textContent.trim().slice(0, 40)}`)
}"""
TOO_SMALL = """() => [...document.querySelectorAll('body :is(a, button, summary, select, input, [role=button])')]
    .filter((one) => {
        if (!one.checkVisibility() || one.type === 'hidden' || one.closest('.unseen')) return false
        const isInSentence = one.localName === 'a' && getComputedStyle(one).display === 'inline'
        const box = (one.type === 'checkbox' ? one.closest('label') : one).getBoundingClientRect()
        return !isInSentence && (box.height < 43.9 || box.width < 43.9)
    }).map((one) => `too small: ${one.outerHTML.slice(0, 90)}`)"""
UNSEEN_FOCUS = """() => [...document.querySelectorAll('body :is(a[href], button, summary, select, input, [tabindex])')]
    .filter((one) => one.checkVisibility() && one.type !== 'hidden' && !one.disabled && !one.closest('dialog'))
    .map((one) => {
        if (one.tabIndex !== 0) return `no tab stop: ${one.outerHTML.slice(0, 90)}`
        const drawn = () => [one, one.nextElementSibling, one.firstElementChild].filter(Boolean).map((each) => {
            const { outlineStyle, outlineWidth, stroke } = getComputedStyle(each)
            return outlineStyle === 'none' ? stroke : outlineWidth + stroke
        }).join()
        one.blur()
        const before = drawn()
        one.focus({ preventScroll: true, focusVisible: true })
        return document.activeElement === one && drawn() !== before ? '' : `no focus: ${one.outerHTML.slice(0, 90)}`
    }).filter(Boolean)"""


@pytest.fixture
def app(board: Any, table: Any, past_games: Any, camera: Any, zones: Any, teaching: Any) -> Any:
    """A table with everything that has a page."""
    teaching.end()
    names = type("Names", (), {"known": lambda self: ("Ann", "Bo")})()
    safe = Safe("Line 2: 'camra' is no setting.", 'deck = "tin"\n', lambda *, with_good: None)
    return create_app(
        board,
        table.post,
        Gate(PIN),
        joining=Joining(PIN, lambda: ["http://192.168.1.20:8080"], lambda: True),
        past_games=past_games,
        shows=Shows(names, camera, zones, teaching),
        safe=safe,
    )


@pytest.fixture
def walk(page: Page, address: str, table: Any, complaints: list[str]) -> Callable[..., Iterator[str]]:
    """Walks over every page in a language, the scoreboard in each state; gives what is shown, all folds open."""

    def walked(language: str) -> Iterator[str]:
        page.emulate_media(reduced_motion="reduce")
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])
        page.request.post(f"{address}/api/join", data={"pin": PIN}, headers={"Origin": address})
        for name, (table.game, table.around) in STATES.items():
            table.tell()
            page.goto(address)
            page.evaluate(OPEN_ALL)
            yield name
        for path in PATHS:
            page.goto(f"{address}{path}")
            page.evaluate(OPEN_ALL)
            yield path

    return walked


LANGUAGES = ["en", "de", *(pytest.param(code, marks=pytest.mark.trials) for code in ("fr", "ro", "ko"))]
SIZES = ((412, 16), (412, 32), (320, 16))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_cut_off_on_a_phone_or_too_small_for_a_thumb_or_closed_to_keys(
    page: Page, walk: Callable[..., Iterator[str]], language: str
) -> None:
    found: set[str] = set()
    for what in walk(language):
        assert page.locator("html").get_attribute("lang") == language
        for width, letters_px in SIZES:
            page.set_viewport_size({"width": width, "height": 839})
            page.evaluate(f"document.documentElement.style.fontSize = '{letters_px}px'")
            found |= {f"{what}, {width} wide, {letters_px} px: {said}" for said in page.evaluate(CUT_OFF)}
        page.set_viewport_size({"width": 412, "height": 839})
        page.evaluate("document.documentElement.style.fontSize = ''")
        found |= {f"{what}: {said}" for amiss in (TOO_SMALL, UNSEEN_FOCUS) for said in page.evaluate(amiss)}
    assert not found, "\n".join(sorted(found))


@pytest.mark.trials
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_read_every_page(
    page: Page, walk: Callable[..., Iterator[str]], language: str, scheme: Any
) -> None:
    found: set[str] = set()
    page.emulate_media(color_scheme=scheme)
    for what in walk(language):
        rules = Axe().run(page, options={"runOnly": RULES}).response["violations"]
        found |= {f"{what}: {rule['id']}: {node['html'][:90]}" for rule in rules for node in rule["nodes"]}
    assert not found, "\n".join(sorted(found))
