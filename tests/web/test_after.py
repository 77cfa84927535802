"""What the scoreboard shows once a game is over: its course, its place among the group's games, and the next one."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.errors import InTheWay
from companion.groups import Compared
from companion.journal.opening import open_journal
from companion.journal.past import PastGame, PastGames
from companion.rules.options import DiscardAtFull, Loss, Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from web import Joining, create_app
from web.after import again, place_words
from web.broadcast import Broadcast
from web.gate import Gate
from web.past import Past

THREE = Setup(3, names=("Ann", "Bo", "Cy"))
ALL_BUT_ONE = "R5 Y5 G5 B5 W4 / / clues 3 deck 9"
ONE_FUSE_LEFT = "R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 2 deck 22"


class Evening:
    """A table and its past games, as one phone sees them."""

    def __init__(self, folder: Path, past: Past | None = None) -> None:
        board = Broadcast()
        self.session = Session(open_journal(folder), [board.publish])
        past = past or PastGames(folder)
        self.app = create_app(board, lambda message: None, Gate("1"), joining=Joining("1", list), past_games=past)
        self.phone: FlaskClient = self.app.test_client()

    def plays(self, script: str, lying: str, setup: Setup = THREE) -> str:
        """A whole game; gives the page after it."""
        self.session.begin(setup)
        for command in played(setup, script, lying=lying).log:
            self.session.handle(command)
        return self.page()

    def page(self) -> str:
        return self.phone.get("/").text


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.session.close()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(page[page.index("<main") :])).split())


def test_a_won_game_is_told_with_its_course_its_place_and_the_last_fireworks(evening: Evening) -> None:
    page = evening.plays("clue W5", ALL_BUT_ONE)
    assert page.count('<use class="suit-') >= 5
    assert '<svg class="finale"' in page
    said = words(page)
    assert "Won 25 of 25 legendary Every firework is complete." in said
    assert "The first game of this group. Play again with the same table" in said
    assert "Points: 25 of 25 Clues left: 3 Mistakes: 0" in said
    assert re.search(r"Bo plays the white 5\. .*Everything is complete: won\. 25 3 0 9", said)


@pytest.mark.parametrize(
    ("script", "lying", "setup"),
    [
        ("!R1", ONE_FUSE_LEFT, THREE),
        ("!R1", ONE_FUSE_LEFT, Setup(2, edition="storm")),
        ("clue stop", ONE_FUSE_LEFT, THREE),
        ("clue clue", "R0 Y0 G0 B0 W0 / / clues 3 deck 0", Setup(2)),
    ],
)
def test_a_game_lost_or_stopped_or_without_a_point_has_no_fireworks(
    evening: Evening, script: str, lying: str, setup: Setup
) -> None:
    page = evening.plays(script, lying, setup)
    assert '<svg class="finale"' not in page
    assert 'id="again"' in page


def test_while_a_game_is_on_nothing_of_it_is_there(evening: Evening) -> None:
    evening.plays("clue W5", ALL_BUT_ONE)
    page = evening.plays("clue", ONE_FUSE_LEFT)
    assert 'id="after"' not in page
    assert "finale" not in page


def test_the_next_game_has_the_same_names_edition_variants_and_agreements(evening: Evening) -> None:
    options = Options(True, DiscardAtFull.NO_TOKEN, Loss.ZERO, True, Talk.OPEN)
    setup = Setup(3, ("Ann", "<b>", "Cy"), starter=1, edition="ro", variants=("rainbow", "black"), options=options)
    page = evening.plays("clue stop", "R1 Y0 G0 B0 W0 M0 K0 / / clues 5 deck 20", setup)
    form = page[page.index('id="again"') :]
    form = form[: form.index("</form>")]
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    assert [(name, html.unescape(value)) for name, value in fields] == [
        ("players", "3"),
        ("name", "Ann"),
        ("name", "<b>"),
        ("name", "Cy"),
        ("starter", "2"),
        ("edition", "ro"),
        ("variant", "rainbow"),
        ("variant", "black"),
        ("zero_clue", "true"),
        ("discard_at_full", "no-token"),
        ("loss", "zero"),
        ("lose_on_lost_card", "true"),
        ("talk", "open"),
    ]


@pytest.mark.parametrize(
    ("edition", "starter", "begins"),
    [
        ("storm", 1, "Bo begins again, as the oldest player."),
        ("ro", 2, "Cy begins: the next seat."),
        ("aid", 2, "Cy begins: the next seat."),
    ],
)
def test_who_begins_next_is_as_the_edition_says_or_the_next_seat(edition: str, starter: int, begins: str) -> None:
    found = again(Setup(3, ("Ann", "Bo", "Cy"), starter=1, edition=edition))
    assert (found.starter, found.begins) == (starter, begins)


def test_after_the_last_seat_comes_the_first() -> None:
    assert again(Setup(2, starter=1, edition="aid")).begins == "Player 1 begins: the next seat."


def test_a_game_is_compared_with_those_of_its_group_alone(evening: Evening) -> None:
    evening.plays("clue W5", ALL_BUT_ONE)
    evening.plays("clue W5", ALL_BUT_ONE, Setup(2))
    page = evening.plays("clue clue clue", "R5 Y1 G0 B0 W0 / / clues 3 deck 0")
    assert "The second best of your 2 games. Before it: best 25, mean 25. Play again" in words(page)


@pytest.mark.parametrize(
    ("among", "said"),
    [
        (Compared(1, 1, 1, False, None, None, 0), "The first game of this group."),
        (Compared(1, 0, None, False, None, None, 1), "The first game of this group."),
        (Compared(3, 1, 1, False, None, None, 0), "The first game of this group with a score."),
        (Compared(12, 12, 1, False, 20, 15.0, 0), "The best of your 12 games."),
        (Compared(12, 12, 1, True, 20, 15.0, 0), "As good as the best of your 12 games."),
        (Compared(12, 12, 3, False, 20, 15.0, 0), "The third best of your 12 games."),
        (Compared(12, 12, 11, False, 20, 15.0, 0), "Place 11 among your 12 games."),
        (Compared(12, 11, None, False, 20, 15.0, 0), "The group’s 12 games; this one has no score to compare."),
    ],
)
def test_the_place_is_one_sentence(among: Compared, said: str) -> None:
    assert place_words(among) == said


def test_a_deleted_game_is_compared_with_no_more(evening: Evening) -> None:
    evening.plays("clue W5", ALL_BUT_ONE)
    assert "As good as the best of your 2 games." in words(evening.plays("clue W5", ALL_BUT_ONE))
    evening.session.forget(1)
    assert "The first game of this group." in words(evening.page())


def test_where_past_games_can_not_be_read_just_now_the_ending_stands_alone_and_the_rest_comes_later(
    tmp_path: Path,
) -> None:
    real, asked = PastGames(tmp_path), count()

    class Hindered:
        def games(self) -> tuple[PastGame, ...]:
            if next(asked) == 0:
                raise InTheWay("The disk is away.")
            return real.games()

        def game(self, number: int) -> PastGame | None:
            return real.game(number)

    evening = Evening(tmp_path, Hindered())
    page = evening.plays("clue W5", ALL_BUT_ONE)
    assert "legendary" in page
    assert 'id="after"' not in page
    assert 'id="after"' in evening.page()
    assert 'id="after"' in evening.page()
    assert next(asked) == 2  # what was read stays with this version
    evening.session.close()


def test_the_ending_speaks_the_reader_s_language_in_numbers_too(evening: Evening) -> None:
    evening.plays("clue W5", ALL_BUT_ONE)
    evening.plays("clue clue clue", "R5 Y1 G0 B0 W0 / / clues 3 deck 0")
    evening.plays("clue clue clue", "R5 Y2 G0 B0 W0 / / clues 3 deck 0")
    page = evening.phone.get("/", headers={"Accept-Language": "de"}).text
    assert "15,5" in page


def test_where_games_are_only_won_or_not_it_tells_how_many_were(evening: Evening) -> None:
    expert = Setup(2, variants=("expert",))
    evening.plays("clue W5", ALL_BUT_ONE, expert)
    page = evening.plays("clue stop", ALL_BUT_ONE, expert)
    assert "this one has no score to compare. Won: 1 of 2." in words(page)
