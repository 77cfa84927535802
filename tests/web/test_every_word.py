"""No word of a page is only English: each is said so that every language can say it.

The pages are read in a made-up language, whose translations are the English ones in ⟦⟧. What is left outside is a
name, a number, a code or an address, or else was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from string import Formatter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.evening.alarms import ASIDE, SENTENCES, sentence_of
from companion.page import Alarm, Around, Asked, Device
from companion.rules.cards import Card
from companion.rules.editions import EDITIONS
from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.sentences import say
from companion.showing import FaceLearned, Judged, Lying, Shows, TableView, TeachingState
from companion.table.questions import sentence
from companion.table.rulings import Kind
from web import Joining, create_app
from web.gate import Gate
from web.safe import Safe

PIN = "246810"
NAMES = ("Ann", "Bo", "Cy")
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-confirm")
UNSEEN = ("script", "style", "pre")
NAMED = "Hanabi Ann Bo Cy lantern tin hanabi local JSON CSV PDF SVG TOML"
"""Names of players, decks, files and addresses."""

NO_WORDS = re.compile(
    rf"⟦[^⟧]*⟧|\{{\w+\}}|https?://\S*|companion teach|\b(?:{'|'.join(NAMED.split())}|[RYGBWMK][1-5]?)\b"
)


class Pseudo:
    """Translations of a made-up language: what stands between the parts of a pattern is put in brackets."""

    def ugettext(self, pattern: str) -> str:
        def piece(text: str, name: str | None, conversion: str | None) -> str:
            said = f"⟦{text}⟧".replace("{", "{{").replace("}", "}}") if text.strip() else text
            return said if name is None else said + "{" + name + (f"!{conversion}" if conversion else "") + "}"

        return "".join(piece(text, name, how) for text, name, _, how in Formatter().parse(pattern))

    def ungettext(self, one: str, many: str, number: int) -> str:
        return self.ugettext(one if number == 1 else many)


class Visible(HTMLParser):
    """Everything of a page that is shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._hidden = self._languages = 0

    def handle_starttag(self, tag: str, attributes: Sequence[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        self._hidden += tag in UNSEEN
        self._languages += tag == "footer"
        if not self._languages:
            self.said += [known[name] or "" for name in SPOKEN if name in known]
        if known.get("id") == "words":
            self.said += [value or "" for name, value in attributes if name.startswith("data-")]

    def handle_startendtag(self, tag: str, attributes: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in UNSEEN
        self._languages -= tag == "footer"

    def handle_data(self, data: str) -> None:
        if not (self._hidden or self._languages):
            self.said.append(data)


def only_english(html: str) -> list[str]:
    """The texts of a page that would be English in every language."""
    page = Visible()
    page.feed(html)
    return [text.strip() for text in page.said if re.search(r"[^\W\d_]{2}", NO_WORDS.sub("", text))]


def in_pseudo(app: Flask) -> FlaskClient:
    """A phone whose language is made up."""
    with app.app_context():
        app.extensions["babel"].instance.domain_instance.cache["de", "messages"] = Pseudo()
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    return client


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return in_pseudo(app)


def test_an_english_word_on_a_page_is_found() -> None:
    assert only_english('<p>⟦Turn⟧ 3, Ann: R1</p><p title="⟦ok⟧">3 cards</p>') == ["3 cards"]
    assert only_english('<img alt="A card">') == ["A card"]


def states() -> Iterator[tuple[str, Game | None, dict[str, Any]]]:
    """Tables of every kind, each with what it is."""
    setup = Setup(3, names=NAMES)
    yield "no game yet", None, {}
    yield "a game begins", Game.new(Setup(3)), {}
    yield "cards lie there", played(setup, "clue R1 -B3 clue ? clue -? !W4 R1"), {}
    yield (
        "all kinds of lines",
        played(setup, "R1 deck=12 turn=2 [R2 Y1 / W3 / clues 5 deck 20 player 1] clue R3 @1=Y2"),
        {},
    )
    yield "the last thing was taken back", played(setup, "R1 clue undo"), {}
    for talk in ("strict", "open", "reminder"):
        noted = Game.new(setup_with(talk=talk))
        yield f"the screen is {talk}", played(noted.setup, "clue:R>1=2 clue:4 clue>0=1 -B1 clue"), {}
    yield "tiles", played(Setup(3, names=NAMES, variants=("dazzling",)), "R5", lying="R4 / / clues 3 deck 20"), {}
    tiles = "*clue *fuse *colour *rank *other *return=B1 *rescue=B1"
    for tile in tiles.split():
        dazzling = Setup(3, names=NAMES, variants=("dazzling",))
        yield f"the tile {tile}", played(dazzling, f"R5 {tile}", lying="R4 / B1 / clues 3 deck 20"), {}
    for edition in EDITIONS:
        won = played(Setup(3, edition=edition), "W5", lying="R5 Y5 G5 B5 W4 / / clues 3 deck 2")
        yield f"won by {edition}", won, {}
    yield "the final round", played(setup, "R1 -Y3", lying="R0 / / clues 3 deck 1"), {}
    for edition in ("storm", "rr2013"):
        lost = played(Setup(3, edition=edition), "!R1", lying="R3 / R1 / clues 3 fuses 2 deck 20")
        yield f"lost by {edition}", lost, {}
    yield "finished", played(setup, "B4 clue clue clue", lying="R5 Y4 G5 B3 W4 / / clues 3 deck 1"), {}
    yield "stopped", played(setup, "R1 stop"), {}
    yield "a lost card", played(Setup(3, variants=("expert",)), "-R5", lying="R0 / / clues 3 deck 20"), {}
    words = [*SENTENCES, *ASIDE, "glare:at the right", "unknown-object:other-deck:tin"]
    alarms = tuple(Alarm(word.partition(":")[0], sentence_of(word), 0.0) for word in words)
    yield "everything is wrong", Game.new(setup), {"alarms": alarms, "notice": say("That question is no longer open.")}
    yield "it is played by hand", played(setup, "R1 ? clue"), {"camera": Device()}
    yield "it is locked", played(setup, "R1"), {"locked": True}
    for state in ("down", "ended", "none", "pretend"):
        yield f"the devices are {state}", Game.new(setup), {"camera": Device(state), "panel": Device(state)}
    asked = [Asked(n, sentence(kind, "R2", NAMES), (("R2", 1.0),)) for n, kind in enumerate(Kind)]
    told = sentence(Kind.FORGOTTEN, "R2", NAMES[:2])
    asked += [
        Asked(91, told, (("R2", 0.6), ("R3", 0.3)), ("play", "misplay", "discard", "none"), "1"),
        Asked(92, told, (("yes", 0.9),), ("none",)),
        Asked(93, told, (("discard", 0.7), ("misplay", 0.3)), ("discard", "play", "none")),
        Asked(94, ""),
    ]
    yield "everything is asked", played(setup, "clue R1"), {"questions": tuple(asked)}


def setup_with(**options: str) -> Setup:
    """Three players who agreed on this."""
    from companion.rules.agreement import read_setup

    return read_setup({"players": list(NAMES), "options": options})


def test_the_table_says_everything_in_any_language(phone: FlaskClient, table: Any) -> None:
    left = {}
    for name, game, around in states():
        table.game = game
        table.around = Around(**({"camera": Device("up"), "panel": Device("up")} | around))
        table.tell()
        if found := only_english(phone.get("/").text):
            left[name] = found
    assert left == {}


def test_every_page_says_everything_in_any_language(phone: FlaskClient, app: Flask, table: Any) -> None:
    table.show(played(Setup(3, names=NAMES), "R1 clue -B3"))
    left = {}
    for address in (
        *plain_addresses(app),
        "/history/1",
        "/history/1?turn=1",
        "/history/99",
        "/history/1/delete",
        "/history?variant=none",
    ):
        answer = phone.get(address)
        if answer.mimetype == "text/html" and (found := only_english(answer.text)):
            left[address] = found
    assert left == {}


def plain_addresses(app: Flask) -> list[str]:
    """All that can be read without saying which."""
    return [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]


ASKED = (
    "R=5&Y=3&G=4&B=1&W=3",
    "R=5&lost=yes",
    "R=5&lost=yes&edition=storm",
    "R=5&variant=expert",
    "R=5&Y=5&G=5&B=5&W=5&variant=expert",
    "R=9",
    "edition=moon",
    "variant=rainbow&variant=rainbow-wild",
    "R=5&edition=storm",
    "R=5&variant=no-final-round",
)


def test_the_calculator_says_everything_in_any_language(phone: FlaskClient) -> None:
    left = {asked: only_english(phone.get(f"/score?{asked}").text) for asked in ASKED}
    assert {asked: found for asked, found in left.items() if found and "moon" not in asked} == {}


def test_refusals_and_errors_are_said_in_any_language(phone: FlaskClient, table: Any) -> None:
    table.show(played(Setup(3, names=NAMES), "R1"))
    head = {"X-Table-Pin": PIN}
    refused = phone.post("/api/actions", json={"do": "discard", "card": "R2"}, headers=head).json["refused"]
    unread = phone.post("/api/actions", json={"do": "play", "card": "R9"}, headers=head).json["error"]
    no_pin = in_pseudo(phone.application).post("/api/actions", json={"do": "undo"}).json["error"]
    for said in (refused, unread, no_pin, phone.get("/nowhere").json["error"]):
        assert only_english(f"<p>{said}</p>") == []
    assert phone.get("/api/state").json["last"] == "Ann plays the red 1."


class Table:
    """A camera, zones and a deck being taught, as the set-up pages know them; what they say they say in sentences."""

    size_mm, in_use, is_trying = (800.0, 500.0), "lantern", False
    zones: Mapping[str, Any] = {
        "fireworks": (40, 15, 760, 205),
        "discards": (40, 225, 600, 485),
        "deck": (640, 250, 760, 460),
    }

    def __init__(self) -> None:
        self.step = "none"

    def view(self) -> TableView:
        return TableView(b"", (0, 0, 800, 500), (Judged("light", False, say("Bright enough.")),))

    def lying(self, setup: Setup) -> Lying:
        return Lying({"R": "3"}, ("Y1",), say("The camera reads no card there: fill in by hand."))

    def known(self) -> Sequence[str]:
        return ["lantern"]

    def move(self, zones: Mapping[str, Any], *, even_with_cards: bool) -> str:
        return say("The zones lie so from now on.")

    def take(self, rows: Sequence[str], *, again: bool) -> None:
        pass

    def state(self) -> TeachingState:
        faces = tuple(FaceLearned(code, read, 0.5, True) for code, read in (("R1", "7"), ("R2", ""), ("back", "")))
        told = say("A deck is being learned just now: wait some seconds.")
        return TeachingState(self.step, told, ("R",), faces, (("R1", "R2", 0.7),), (told,), True, True, ("R3",), 1)


@pytest.mark.parametrize("has_camera", [True, False])
def test_the_set_up_pages_say_everything_in_any_language(board: Any, table: Any, has_camera: bool) -> None:
    there: Any = Table()
    shows = Shows(there, there, there, there) if has_camera else Shows(there)
    app = create_app(board, table.post, Gate(PIN), joining=Joining(PIN, list), shows=shows)
    phone = in_pseudo(app)
    wrong = [
        ("/setup", {"players": "7", "starter": "0", "pin": PIN}),
        ("/setup", {"players": "2", "starter": "4"}),
        ("/setup/middle", {"top-R": "x", "then": "begin"}),
        ("/setup/middle", {"top-R": "9", "top-Y": "1", "clues": "9", "fuses": "5", "deck": "99", "player": "0"}),
        ("/setup/middle", {"then": "look"}),
        ("/camera", {"do": "zones", "fireworks-left": "?"}),
        ("/setup/deck", {"do": "take", "row-1": "R", "row-2": "R"}),
        ("/setup/deck", {"do": "take"}),
        ("/setup/deck", {"do": "keep"}),
        ("/pin", {"pin": "1", "to": "/camera"}),
    ]
    pages = [phone.get("/camera"), *(phone.post(address, data=form) for address, form in wrong)]
    pages += [phone.get(address) for address in ("/setup", "/setup/middle", "/camera")]
    for there.step in ("none", "ready", "looking", "learned", "failed"):
        pages.append(phone.get("/setup/deck"))
    left = {}
    for page in pages:
        if found := only_english(page.text):
            left[page.request.path] = found
    assert left == {}


@pytest.mark.parametrize("good", [None, "deck = 'tin'"])
def test_a_safe_table_says_everything_in_any_language(board: Any, table: Any, good: str | None) -> None:
    def choose(*, with_good: bool) -> None:
        pass

    safe = Safe(say("While it was put together the camera failed."), good, choose)
    app = create_app(board, table.post, Gate(PIN), joining=Joining(PIN, list), safe=safe)
    phone = in_pseudo(app)
    pages = (phone.get("/safe"), phone.post("/safe", data={"pin": "1"}), phone.post("/safe", data={"pin": PIN}))
    for page in pages:
        assert only_english(page.text) == []
    assert only_english(in_pseudo(app).get("/").text) == []


def test_a_card_is_a_word_in_any_language(app: Flask) -> None:
    from web.language import spoken

    in_pseudo(app)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert spoken(Card.parse("R3").words) == "⟦red⟧ 3"
