"""The pages as they are without any script, and what watchers read."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.album import LARGEST
from companion.page import Around
from companion.rules.commands import GiveClue
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from web.join import join_address

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
FAR = {"REMOTE_ADDR": "192.168.1.7"}


def words(page: str) -> str:
    """What a page says, without its tags."""
    body = re.sub(r"<dialog.*", "", page[page.index("<main") :], flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def test_the_state_stands_in_the_page_before_any_script(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "R1 clue -B3"))
    said = words(phone.get("/").text)
    assert "1 of 25" in said
    assert "8 of 8 Clocks" in said
    assert "0 of 3 Fuses" in said
    assert "33 cards to draw" in said
    assert "Ann is in turn" in said
    assert "3 Cy discarded blue 3. Bo gave a clue. 1 Ann played red 1." in said
    assert "1 red, next 2" in said


def test_the_final_round_counts_down_by_name(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "B4 clue", lying="R5 Y4 G5 B3 W4 / / clues 3 deck 1"))
    assert "2 turns left Cy Ann" in words(phone.get("/").text)
    table.do(GiveClue())
    assert "1 turn left, the last Ann" in words(phone.get("/").text)


def test_the_end_shows_the_rating_and_the_way_to_another_game(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 2"))
    page = phone.get("/").text
    assert "Won 25 of 25 legendary" in words(page)
    assert 'value="Ann"' in page
    assert 'class="buttons"' not in page


def test_an_alarm_and_a_question_are_told_with_what_to_do(
    phone: FlaskClient, table: Any, alarm: Any, question: Callable[..., Any]
) -> None:
    asks = question(("R2", 0.6), ("R3", 0.3), say="Red 2 or red 3?", as_=("play", "misplay"))
    table.show(played(THREE, "?"), alarms=(alarm,), questions=(asks,), notice="Wait for your turn.")
    said = words(phone.get("/").text)
    for sentence in ("bring more light.", "Red 2 or red 3?", "2 Red 2 3 Red 3", "Another card…", "Wait for your turn."):
        assert sentence in said


def test_pretended_hardware_says_so(phone: FlaskClient) -> None:
    assert "pretend camera · pretend buttons" in words(phone.get("/").text)
    assert "Pretend." in words(phone.get("/panel").text)


def test_the_panel_lights_the_lamps_of_the_contracts_pins(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "clue clue", lying="R3 / R1 / clues 7 fuses 2 deck 20"))
    page = phone.get("/panel").text
    lit = [int(bcm) for bcm in re.findall(r'<li class="lamp lit[^"]*" id="lamp-(\d+)"', page)]
    assert lit == [5, 6, 12, 13, 16, 20, 21]
    assert re.findall(r'data-press="(\w+)"', page) == ["clue", "fuse", "undo", "ok"]


def test_the_pin_is_shown_on_the_machine_itself_only(phone: FlaskClient, may_show: list[bool]) -> None:
    assert "246810" in phone.get("/table").text
    assert "246810" not in phone.get("/table", environ_base=FAR).text
    may_show[0] = True
    assert "246810" in phone.get("/table", environ_base=FAR).text


def test_the_joining_page_gives_the_numeric_address_and_its_code(phone: FlaskClient) -> None:
    page = phone.get("/table", environ_base=FAR).text
    assert "http:// 192.168.1.20:8080" in words(page.replace("<wbr>", ""))  # which may be broken into lines there
    assert "<svg" in page[page.index('class="code"') :]
    assert join_address("http://192.168.1.20:8080", "1") == "http://192.168.1.20:8080/#pin=1"
    assert join_address("http://192.168.1.20:8080", None) == "http://192.168.1.20:8080/"


def test_a_page_is_rendered_once_for_each_version(phone: FlaskClient, table: Any) -> None:
    first = phone.get("/").data
    assert phone.get("/").data == first
    table.do(GiveClue())
    assert phone.get("/").data != first


@pytest.mark.parametrize(
    "path", ["/", "/panel", "/table", "/score", "/help", "/rules", "/print", "/report", "/history", "/history/1"]
)
def test_no_page_carries_a_script_or_style_of_its_own(phone: FlaskClient, path: str) -> None:
    class Inline(HTMLParser):
        found: list[str] = []  # noqa: RUF012  # because one parser serves one page

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            if tag == "style" or (tag == "script" and "src" not in given):
                self.found.append(tag)
            self.found.extend(name for name in given if name == "style" or name.startswith("on"))
            addresses = [str(given[name]) for name in ("src", "href") if name in given]
            self.found.extend(address for address in addresses if not address.startswith(("/", "#")))

    parser = Inline()
    parser.feed(phone.get(path).text)
    assert parser.found == []


LONGEST = Setup(5, variants=("rainbow", "black"), options=Options(talk=Talk.REMINDER))
CALLED_FOR = re.compile(r"""(?:src|href|import|from)[ =]*["'](?:/static/|\./)([\w./-]+)["']""")


def visited(phone: FlaskClient) -> dict[str, int]:
    """Everything that a first visit loads: the page, what it and its modules call for, the stream's first state."""
    packed = {"Accept-Encoding": "gzip"}
    loaded = {"/": len(phone.get("/", headers=packed).data), "/api/state": len(phone.get("/api/state").data)}
    waiting = CALLED_FOR.findall(phone.get("/").text)
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            with phone.get(f"/static/{name}", headers=packed) as found:
                assert found.status_code == 200, name
                loaded[name] = len(found.data)
            waiting += CALLED_FOR.findall(phone.get(f"/static/{name}").text) if name.endswith(".js") else []
    return loaded


def test_a_first_visit_is_under_100_kilobytes_pictures_and_all(phone: FlaskClient, table: Any) -> None:
    table.game, table.around = played(LONGEST, "clue ? -? " * 25), Around()
    table.tell()
    loaded = visited(phone)
    assert {"/", "/api/state", "live.js", "neighbours.js", "signals.js", "sky.css", "icon.svg"} <= set(loaded)
    assert sum(loaded.values()) + 3 * LARGEST < 100_000, loaded


def test_who_can_t_unpack_gets_the_same_page_plain(phone: FlaskClient, table: Any) -> None:
    table.show(played(THREE, "clue R1 clue"))
    packed = phone.get("/", headers={"Accept-Encoding": "br, gzip"})
    plain = phone.get("/", headers={"Accept-Encoding": "identity"})
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie"


def test_no_two_suits_share_a_sign(phone: FlaskClient) -> None:
    signs = re.findall(r'<symbol id="sign-(\w)"[^>]*>(.*?)</symbol>', phone.get("/").text, flags=re.DOTALL)
    assert [letter for letter, _ in signs] == list("RYGBWMK")
    assert len({re.sub(r"#[0-9a-f]+", "", drawing) for _, drawing in signs}) == 7


def test_watchers_read_health_and_gauges(phone: FlaskClient, table: Any) -> None:
    table.do(GiveClue())
    health = phone.get("/healthz").get_json()
    assert (health["ok"], health["game"], health["camera"]["state"]) == (True, 1, "pretend")
    gauges = phone.get("/metrics").text
    assert "companion_clues 7\n" in gauges
    assert "# TYPE companion_alarms gauge\ncompanion_alarms 0\n" in gauges


def test_a_table_without_a_final_round_says_so_on_the_page(phone: FlaskClient, table: Any) -> None:
    table.show(played(Setup(3, variants=("no-final-round",)), lying="R1 / / clues 5 deck 4"))
    assert "no final round: play goes on" in phone.get("/").text
    table.show(played(Setup(3), lying="R1 / / clues 5 deck 4"))
    assert "the final round is near" in phone.get("/").text


@pytest.mark.parametrize("page", ["/history?month=none", "/rules?edition=storm&variant=black", "/score?R=3", "/help"])
def test_a_page_in_another_language_shows_what_was_asked_of_it(phone: FlaskClient, page: str) -> None:
    assert unescape(phone.get(page).text).count(f'name="back" value="{page}"') == 2


def test_from_the_page_that_asks_for_the_pin_the_way_back_is_the_page_behind_it(phone: FlaskClient) -> None:
    asks = phone.post("/pin", data={"pin": "", "to": "/camera"}).text
    assert asks.count('name="back" value="/camera"') == 2
