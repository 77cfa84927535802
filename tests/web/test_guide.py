"""The pages that teach: the companion in a minute, and the rules of this very table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.editions import EDITIONS
from companion.rules.options import DiscardAtFull, Loss, Options
from companion.rules.setup import Setup
from companion.rules.variants import VARIANTS
from companion.showing import Shows
from web import Joining, create_app
from web.gate import Gate
from web.rulebook import ratings, rulebook


class Deck:
    """A deck of two faces."""

    name = "tin"

    def face(self, code: str) -> bytes | None:
        return b"a face" if code in ("R1", "R2") else None


@pytest.fixture
def phone(board: Any, table: Any, past_games: Any) -> FlaskClient:
    joining = Joining("1", lambda: ["http://192.168.1.20:8080"])
    app = create_app(board, table.post, Gate("1"), joining=joining, past_games=past_games, shows=Shows(deck=Deck()))
    return app.test_client()


def told(setup: Setup) -> str:
    return " ".join(sentence for chapter in rulebook(setup) for sentence in chapter.says)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("<form class")]).split())


EDITION_SAYS = {
    "storm": ("Note", "3 storms", "the oldest player", "“you have no reds” is a clue", "A lost game scores 0"),
    "rr2013": ("Clock", "4 black fuses", "most colourful", "“you have no reds” is no clue", "isn't counted"),
    "giant": ("error tile", "3 error tiles", "most colourful", "is no clue", "isn't counted"),
    "ro": ("blue token", "3 red tokens", "Who begins isn't said", "is no clue", "isn't counted"),
    "aid": ("blue token", "4 fuses, the explosion last", "Who begins isn't said", "is no clue", "isn't counted"),
}


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_each_edition_is_told_by_its_tokens_its_starter_and_its_own_values(edition: str) -> None:
    rules = told(Setup(3, edition=edition))
    for said in EDITION_SAYS[edition]:
        assert said in rules


VARIANT_SAYS = {
    "rainbow": ("The deck has 60 cards", "rainbow is named like any other colour", "30 at the most"),
    "rainbow-short": ("The deck has 55 cards", "Of rainbow there is one card of each number", "30 at the most"),
    "rainbow-wild": ("The deck has 60 cards", "rainbow may not be named as a colour: its cards count as every colour"),
    "black": (
        "Of black there are three 5s, a single 1",
        "black is built the other way, from 5 down to 1",
        "black may not be named as a colour: only a number",
        "black adds nothing",
    ),
    "no-final-round": ("There is no final round", "also lost when the last copy"),
    "expert": ("There is no final round", "No points are counted"),
    "dazzling": ("turns up a bonus tile", "A mistake is forgiven"),
}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_each_variant_is_told_and_only_where_it_is_played(variant: str) -> None:
    rules, usual = told(Setup(3, variants=(variant,))), told(Setup(3))
    for said in VARIANT_SAYS[variant]:
        assert said in rules
        assert said not in usual


def test_an_edition_that_names_no_rainbow_says_so() -> None:
    assert "rainbow may not be named" in told(Setup(3, edition="giant", variants=("rainbow",)))


def test_house_rules_are_told_in_place_of_the_editions() -> None:
    agreed = Options(zero_clue=True, discard_at_full=DiscardAtFull.NO_TOKEN, loss=Loss.ZERO, lose_on_lost_card=True)
    rules = told(Setup(3, options=agreed))
    for said in ("“you have no reds” is a clue", "no token comes back for it", "scores 0", "also lost when"):
        assert said in rules


def test_every_result_has_its_word() -> None:
    assert [f"{one.points}: {one.word}" for one in ratings(Setup(3))] == [
        "0 to 5 points: horrible",
        "6 to 10 points: mediocre",
        "11 to 15 points: honourable attempt",
        "16 to 20 points: excellent",
        "21 to 24 points: amazing",
        "25 points: legendary",
    ]
    storm = ratings(Setup(3, edition="storm", variants=("rainbow",)))
    assert [f"{one.points}: {one.word}" for one in storm[-2:]] == ["21 to 29 points: very good", "30 points: legendary"]
    assert ratings(Setup(3, variants=("expert",))) == ()


def test_without_asking_the_rules_are_those_of_the_game_that_is_on(phone: FlaskClient, table: Any) -> None:
    assert "R&amp;R Games, 2013" in words(phone.get("/rules").text)
    table.show(None)
    assert phone.get("/rules").status_code == 200


def test_other_rules_are_shown_when_asked_for(phone: FlaskClient) -> None:
    page = phone.get("/rules?edition=storm&variant=black&loss=uncounted&zero_clue=false")
    said = words(page.text)
    assert page.status_code == 200
    for sentence in ("Notes and storms", "from 5 down to 1", "A lost game isn&#39;t counted", "is no clue", "booed"):
        assert sentence in said
    assert 'value="storm" selected' in page.text
    assert 'value="uncounted" selected' in page.text


@pytest.mark.parametrize("asked", ["edition=moon", "variant=moon", "variant=rainbow&variant=rainbow-wild", "loss=<b>"])
def test_rules_that_can_not_be_are_one_sentence(phone: FlaskClient, asked: str) -> None:
    page = phone.get(f"/rules?{asked}")
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert "<b>" not in page.text[page.text.index('role="alert"') :]


def test_help_shows_the_own_decks_cards_and_draws_those_it_has_not(phone: FlaskClient) -> None:
    page = phone.get("/help").text
    assert "those of your deck, tin" in page
    assert 'src="/help/face/R1.jpg" alt="red 1"' in page
    assert '<span class="mini suit-W"' in page
    assert phone.get("/help/face/R1.jpg").data == b"a face"


@pytest.mark.parametrize("name", ["W5.jpg", "back.jpg", "..%2fR1.jpg", "R1.png", "x.jpg"])
def test_a_face_that_is_not_there_is_not_found(phone: FlaskClient, name: str) -> None:
    assert phone.get(f"/help/face/{name}").status_code == 404


def test_help_teaches_each_button(phone: FlaskClient) -> None:
    said = phone.get("/help").text
    for button in ("CLUE", "FUSE", "UNDO", "OK"):
        assert f">{button}</span>" in said


def test_the_scoreboard_leads_to_both(phone: FlaskClient) -> None:
    page = phone.get("/").text
    assert 'href="/help"' in page
    assert 'href="/rules"' in page
