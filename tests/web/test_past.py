"""Past games at the web: the list, the records, one game's course, and games to take home."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.errors import InTheWay, Refused
from companion.journal.opening import open_journal
from companion.journal.past import PastGame, PastGames
from companion.rules.cards import Suit
from companion.rules.commands import GiveClue
from companion.rules.script import played, read_script
from companion.rules.setup import Setup
from companion.session import Session
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.past import NoPast, OneAtATime, Past
from web.records import game_row

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
TWO = Setup(2, variants=("rainbow",))
WON = "W5", "R5 Y5 G5 B5 W4 / / clues 3 deck 2"
CLUE = GiveClue(to=2, colour=Suit.RED, touched=2)


class Gone:
    """A folder that can't be read just now."""

    def games(self) -> tuple[PastGame, ...]:
        raise InTheWay("The games can't be read just now: the disk is away.")

    def game(self, number: int) -> PastGame | None:
        raise InTheWay("The games can't be read just now: the disk is away.")


def phone_at(past: Past | None) -> FlaskClient:
    app = create_app(Broadcast(), lambda message: None, Gate("1"), joining=Joining("1", list), past_games=past)
    return app.test_client()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Session]:
    """Three games in a folder that is still being written: one won, one stopped, one on."""
    session = Session(open_journal(tmp_path))
    for setup, script, lying in ((THREE, *WON), (TWO, "R1 stop", None)):
        session.begin(setup)
        for command in played(setup, script, **({} if lying is None else {"lying": lying})).log:
            session.handle(command)
    session.begin(THREE)
    for command in (*played(THREE, "R1").log, CLUE):
        session.handle(command)
    yield session
    session.close()


@pytest.fixture
def phone(kept: Session, tmp_path: Path) -> FlaskClient:
    return phone_at(PastGames(tmp_path))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def test_the_list_has_the_newest_game_first_and_the_records_of_those_that_are_over(phone: FlaskClient) -> None:
    answer = phone.get("/api/games")
    told = answer.get_json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert [(game["game"], game["status"], game["on"]) for game in told["games"]] == [
        (3, "playing", True),
        (2, "stopped", False),
        (1, "won", False),
    ]
    assert told["games"][2]["players"] == ["Ann", "Bo", "Cy"]
    assert told["records"][0] == {
        "players": ["Ann", "Bo", "Cy"],
        "variants": [],
        "games": 1,
        "counted": 1,
        "best": 25,
        "mean": 25.0,
        "perfect": 1,
    }


def test_one_game_is_told_with_its_setup_and_its_timeline(phone: FlaskClient) -> None:
    told = phone.get("/api/games/2").get_json()
    assert (told["game"], told["setup"]["variants"]) == (2, ["rainbow"])
    assert [(line["n"], line["points"], line["clues"], line["fuses"], line["deck"]) for line in told["timeline"]] == [
        (0, 0, 8, 0, 50),
        (1, 1, 8, 0, 49),
        (2, 1, 8, 0, 49),
    ]


def test_of_a_game_that_is_on_nothing_is_told_that_a_strict_table_keeps(phone: FlaskClient) -> None:
    for form in ("json", "csv", "text"):
        assert "touched" not in phone.get(f"/api/games/3/export?format={form}").text.replace("rank,touched", "")
    assert phone.get("/api/games/3").get_json()["timeline"][2]["do"] == "clue"
    assert "red" not in phone.get("/api/games/3").get_json()["timeline"][2]["say"]
    assert "best" not in phone.get("/api/games/3").get_json()


@pytest.mark.parametrize(
    ("form", "kind"), [("json", "application/x-ndjson"), ("csv", "text/csv"), ("text", "text/plain")]
)
def test_a_game_is_taken_home_in_each_form(phone: FlaskClient, form: str, kind: str) -> None:
    answer = phone.get(f"/api/games/2/export?format={form}")
    assert (answer.status_code, answer.content_type) == (200, f"{kind}; charset=utf-8")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="hanabi-game-2.')


def test_what_is_taken_home_is_the_game(phone: FlaskClient) -> None:
    lines = [json.loads(line) for line in phone.get("/api/games/2/export").text.splitlines()]
    assert lines[1:] == [{"do": "play", "card": "R1"}, {"do": "stop"}]
    rows = list(csv.DictReader(io.StringIO(phone.get("/api/games/2/export?format=csv").text)))
    assert [(row["do"], row["card"]) for row in rows] == [("play", "R1"), ("stop", "")]


@pytest.mark.parametrize("number", ["0", "4", "-1", "x", "1.0", "1e3", "²", "9" * 40, "1%3B", "%00"])
@pytest.mark.parametrize("path", ["/api/games/{}", "/api/games/{}/export?format=text", "/history/{}"])
def test_a_game_that_is_not_there_is_told_so(phone: FlaskClient, path: str, number: str) -> None:
    answer = phone.get(path.format(number))
    assert answer.status_code == 404
    assert "There is no game" in answer.text


def test_a_form_that_nobody_knows_is_told_so(phone: FlaskClient) -> None:
    answer = phone.get("/api/games/1/export?format=pdf")
    assert (answer.status_code, answer.get_json()["error"]) == (
        400,
        "A game can't be written as 'pdf': choose json, csv or text.",
    )


def test_a_folder_that_can_not_be_read_is_told_and_not_waited_for() -> None:
    phone = phone_at(Gone())
    for path in ("/api/games", "/api/games/1", "/api/games/1/export", "/history", "/history/1"):
        answer = phone.get(path)
        assert (answer.status_code, "the disk is away" in answer.text) == (503, True)


def test_one_request_reads_at_a_time_and_others_are_not_kept_waiting() -> None:
    began, go_on = threading.Event(), threading.Event()

    class Slow(NoPast):
        def games(self) -> tuple[PastGame, ...]:
            began.set()
            go_on.wait(5)
            return ()

    past = OneAtATime(Slow(), patience_s=0.01)
    reader = threading.Thread(target=past.games)
    reader.start()
    assert began.wait(5)
    with pytest.raises(InTheWay, match="try again in a moment"):
        past.game(1)
    go_on.set()
    reader.join(5)
    assert past.game(1) is None


def test_looking_never_keeps_the_table_from_writing(kept: Session, phone: FlaskClient) -> None:
    before = phone.get("/api/games/3").get_json()["actions"]
    kept.handle(GiveClue())
    assert phone.get("/api/games/3").get_json()["actions"] == before + 1
    kept.close()
    assert phone.get("/api/games/3").get_json()["actions"] == before + 1


def test_the_page_lists_date_players_edition_result_and_length(phone: FlaskClient) -> None:
    said = words(phone.get("/history").text)
    assert "3 games, the newest first." in said
    assert "Ann, Bo, Cy Base game Games 1 Best 25 Mean 25 Perfect 1" in said
    assert "on now 1 point so far Ann, Bo, Cy R&amp;R Games, 2013" in said
    assert "stopped 1 point Player 1, Player 2 R&amp;R Games, 2013 · Rainbow" in said
    won = (
        r"25 of 25 legendary Ann, Bo, Cy R&amp;R Games, 2013 [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M · 1 turn, 1 min"
    )
    assert re.search(won, said)


def test_a_long_list_comes_fifty_games_at_a_time(tmp_path: Path) -> None:
    session = Session(open_journal(tmp_path))
    for _ in range(52):
        session.begin(TWO)
    session.close()
    phone = phone_at(PastGames(tmp_path))
    numbers = re.compile(r'href="/history/(\d+)"')
    first = phone.get("/history").text
    assert [int(number) for number in numbers.findall(first)] == list(range(52, 2, -1))
    assert "52 games, the newest first." in first
    assert 'href="/history?before=3"' in first
    rest = phone.get("/history?before=3").text
    assert numbers.findall(rest) == ["2", "1"]
    assert "Older games" not in rest
    assert numbers.findall(phone.get("/history?before=x").text) == numbers.findall(first)


def test_a_table_without_games_says_so() -> None:
    assert "No games are kept here yet." in phone_at(None).get("/history").text
    assert phone_at(None).get("/api/games").get_json() == {"games": [], "records": []}


def test_the_course_of_a_game_stands_on_its_page_turn_by_turn(phone: FlaskClient) -> None:
    page = phone.get("/history/2").text
    assert "Player 1 plays the red 1. 1 8 0 49" in words(page)
    assert 'href="/history/2?turn=1"' in page
    assert 'href="/api/games/2/export?format=csv"' in page


def test_where_no_clock_was_set_the_list_says_so(tmp_path: Path) -> None:
    row = game_row({"game": 1, "begun": None, "seconds": None, "players": ["שרה"], "status": "lost", "points": 3})
    assert (row.when, row.length, row.result, row.word) == (None, "0 turns", "lost", "3 points")
    assert row.players == "\u2068שרה\u2069"
    session = Session(open_journal(tmp_path, wall=lambda: 12.0))
    session.begin(TWO)
    session.close()
    assert "the clock wasn’t set" in phone_at(PastGames(tmp_path)).get("/history").text


# a game at one of its lines


def test_a_game_is_shown_as_it_lay_at_any_of_its_lines(kept: Session, phone: FlaskClient) -> None:
    kept.begin(THREE)
    for command in read_script("R1 clue undo -B3 R4 @3=Y1 G2"):
        with contextlib.suppress(Refused):
            kept.handle(command)
    said = [words(phone.get(f"/history/4?turn={n}").text) for n in range(5)]
    assert "0 of 3 The cards are dealt." in said[0]
    assert "1 of 3" in said[1]
    assert "Ann plays the red 1." in said[1]
    assert "1 red, next 2" in said[1]
    assert said[4] == said[3]
    assert "Ann misplays" not in said[4]


def test_the_way_on_and_back_needs_no_script(phone: FlaskClient) -> None:
    page = phone.get("/history/2?turn=1").text
    for turn, where in ((0, "To the deal"), (0, "One line back"), (2, "One line on"), (2, "To the end")):
        assert f'href="/history/2?turn={turn}" data-turn="{turn}" aria-label="{where}"' in page
    assert '<input type="range" id="turn" name="turn" min="0" max="2" value="1"' in page
    assert 'aria-label="One line on"' not in phone.get("/history/2?turn=2").text
    assert 'aria-label="One line back"' not in phone.get("/history/2?turn=x").text


def test_a_replay_tells_of_a_strict_game_that_is_on_nothing_that_the_page_keeps(phone: FlaskClient) -> None:
    page = phone.get("/history/3?turn=2").text
    assert "Bo gives a clue." in page
    assert "best" not in words(page)


def test_the_scoreboard_leads_there(phone: FlaskClient) -> None:
    assert 'href="/history"' in phone.get("/").text


def test_names_with_tags_stay_text(tmp_path: Path, kept: Session) -> None:
    kept.begin(Setup(2, names=("<script>alert(1)</script>", "=1+1")))
    phone = phone_at(PastGames(tmp_path))
    for path in ("/history", "/history/4"):
        assert "<script>alert" not in phone.get(path).text
