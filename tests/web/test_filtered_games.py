"""The list of past games, filtered by its address, with their scores over time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
TWO = Setup(2, variants=("rainbow",))


@pytest.fixture
def many(tmp_path: Path) -> FlaskClient:
    """Games of two groups in two months, 20, 18 and 9 points, and one that was lost."""
    wall = [1_782_900_000.0]
    session = Session(open_journal(tmp_path, wall=lambda: wall[0]))
    games = ((THREE, 20), (THREE, 18), (TWO, 9), (THREE, None))
    for at, (setup, points) in enumerate(games):
        wall[0] += at * 20 * 24 * 3600
        session.begin(setup)
        five, rest = divmod(points or 0, 5)
        tops = " ".join(f"{suit}{5 if n < five else rest if n == five else 0}" for n, suit in enumerate("RYGBW"))
        ends = "clue " * setup.players if points is not None else "!R2 !R2 !R3"
        for command in played(setup, ends, lying=f"{tops} / / clues 5 deck {30 if points is None else 0}").log:
            session.handle(command)
    session.close()
    app = create_app(
        Broadcast(), lambda message: None, Gate("1"), joining=Joining("1", list), past_games=PastGames(tmp_path)
    )
    return app.test_client()


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [4, 3, 2, 1]),
        ("group=Ann,+Bo,+Cy", [4, 2, 1]),
        ("group=Player+1,+Player+2&variant=rainbow", [3]),
        ("variant=none", [4, 2, 1]),
        ("variant=rainbow", [3]),
        ("month=2026-07", [2, 1]),
        ("group=Ann,+Bo,+Cy&month=2026-07&before=2", [1]),
        ("month=none", []),
        ("group=Nobody", []),
        ("month=%3Cscript%3E", []),
    ],
)
def test_the_list_is_filtered_by_its_address_alone(many: FlaskClient, query: str, numbers: list[int]) -> None:
    page = many.get(f"/history?{query}")
    assert page.status_code == 200
    assert [int(number) for number in re.findall(r'class="?|href="/history/(\d+)">\s', page.text) if number] == numbers
    assert ("No game is like that" in page.text) == (not numbers)
    assert "<script>" not in page.text


def test_what_is_asked_for_stays_chosen_and_goes_on_to_the_older_ones(many: FlaskClient) -> None:
    page = many.get("/history?group=Ann,+Bo,+Cy&month=2026-07").text
    assert '<option value="Ann, Bo, Cy" selected>' in page
    assert '<option value="2026-07" selected>July 2026</option>' in page
    assert "2 games of 4, the newest first." in words(page)


def test_scores_are_drawn_with_best_mean_and_perfect_and_told_as_a_table(many: FlaskClient) -> None:
    page = many.get("/history").text
    assert page.count('<circle class="end points-line"') == 1 + 3
    assert "Counted 3 Best 20 Mean 15.7 Perfect 0" in words(page)
    assert "9 of 30" in page[page.index("The same as a table") :]
    assert "Scores over time" not in many.get("/history?variant=rainbow").text


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())
