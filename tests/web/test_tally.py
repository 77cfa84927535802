"""The final-score calculator as a page: what it counts, in which words, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient


@pytest.fixture
def phone(app: Any) -> FlaskClient:
    """A phone that doesn't know the PIN."""
    client: FlaskClient = app.test_client()
    return client


def said(page: str) -> str:
    """What stands in the sky of the page, without its tags."""
    sky = page[page.index('<section class="sky') : page.index("</section>")]
    return " ".join(re.sub(r"<[^>]+>", " ", sky).split())


def test_before_anything_was_asked_the_form_stands_there_without_a_score(phone: FlaskClient) -> None:
    page = phone.get("/score").text
    assert said(page) == "Count the score Tap the top card of each firework."
    assert page.count('type="radio"') == 5 * 6 + 2 * 7


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("R=5&Y=3&G=4&B=1&W=3", "16 of 25 excellent"),
        ("R=5&Y=3&G=4&B=1&W=3&edition=storm", "16 of 25 good"),
        ("R=5&Y=5&G=5&B=5&W=5", "25 of 25 legendary"),
        ("R=5&Y=5&G=5&B=5&W=5&M=0", "25 of 30 amazing"),
        ("R=5&Y=5&G=5&B=5&W=5&variant=rainbow-short", "25 of 30 amazing"),
        ("R=5&Y=5&G=5&B=5&W=5&K=4", "22 of 25 amazing"),
        ("R=2&variant=black", "-3 of 25 horrible"),
        ("R=5&lost=yes", "Lost: the game is not counted."),
        ("R=5&lost=yes&edition=storm", "0 of 25 booed Lost."),
        ("R=5&variant=expert", "Not won: not every firework is complete. No points are counted."),
        ("R=5&Y=5&G=5&B=5&W=5&variant=expert", "Won: every firework is complete. No points are counted."),
        ("R=5&Y=5&G=5&B=5&W=5&variant=expert&variant=black", "Not won: not every firework is complete. No points"),
        ("R=5&Y=5&G=5&B=5&W=5&K=1&variant=no-final-round", "25 of 25 legendary Won: every firework is complete."),
        ("R=5&variant=no-final-round", "5 of 25 Not won: not every firework is complete."),
    ],
)
def test_the_score_is_told_with_the_most_there_is_and_the_editions_word(
    phone: FlaskClient, asked: str, answer: str
) -> None:
    page = phone.get(f"/score?{asked}")
    assert page.status_code == 200
    assert said(page.text).startswith(f"Count the score {answer}")


def test_what_was_chosen_stays_chosen(phone: FlaskClient) -> None:
    page = phone.get("/score?R=5&K=2&edition=giant&variant=dazzling&lost=yes").text
    assert re.findall(r'name="(\w)" value="(\w*)" checked', page) == [
        *(("R", "5"), ("Y", "0"), ("G", "0"), ("B", "0"), ("W", "0"), ("M", ""), ("K", "2"))
    ]
    assert 'value="giant" selected' in page
    assert 'value="dazzling" checked' in page
    assert 'value="yes" checked' in page


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("R=9", "is no top of the red pile"),
        ("R=M5", "is no top of the red pile"),
        ("R=-1", "is no top of the red pile"),
        ("R=5&edition=moon", "There is no edition"),
        ("R=5&variant=moon", "There is no variant"),
        ("R=5&variant=rainbow&variant=rainbow-wild", "exclude each other"),
        ("R=%3Cscript%3E", "is no top of the red pile"),
    ],
)
def test_what_can_not_be_is_one_sentence(phone: FlaskClient, asked: str, why: str) -> None:
    page = phone.get(f"/score?{asked}")
    assert page.status_code == 400
    assert why in said(page.text)
    assert "<script>" not in page.text
    assert "of 25" not in said(page.text)


def test_the_scoreboard_leads_there(phone: FlaskClient) -> None:
    assert 'href="/score"' in phone.get("/").text
