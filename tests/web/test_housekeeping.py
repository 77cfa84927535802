"""Past games deleted and brought in by plain forms that carry the PIN."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import CompanionError
from companion.exporting import Format, exported
from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.messages import Bring, Forget, Message, Wish
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import LOCKED, Gate
from web.guard import Guard

PIN = "246810"
THREE = Setup(3, names=("Ann", "Bo", "Cy"))


class Keeper:
    """A table that keeps games; its thread is the test's own."""

    def __init__(self, folder: Path) -> None:
        board = Broadcast()
        self.session = Session(open_journal(folder), [board.publish])
        self.past, self.gate = PastGames(folder), Gate(PIN)
        app = create_app(board, self.post, self.gate, joining=Joining(PIN, list), past_games=self.past)
        self.phone: FlaskClient = app.test_client()
        self.wishes: list[object] = []

    def post(self, message: Message) -> None:
        assert isinstance(message, Wish)
        self.wishes.append(message.wanted)
        try:
            match message.wanted:
                case Forget(game):
                    message.reply.set_result(self.session.forget(game))
                case Bring(game, begun):
                    message.reply.set_result(self.session.bring(game, begun))
        except CompanionError as why:
            message.reply.set_exception(why)

    def plays(self, script: str) -> None:
        self.session.begin(THREE)
        for command in played(THREE, script).log:
            self.session.handle(command)

    def brings(self, data: bytes | str, pin: str = PIN) -> TestResponse:
        data = data.encode() if isinstance(data, str) else data
        return self.phone.post("/history/import", data={"pin": pin, "game": (io.BytesIO(data), "game.jsonl")})

    @property
    def numbers(self) -> list[int]:
        return [past.number for past in self.past.games()]


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """Two games that are over and one that is on."""
    found = Keeper(tmp_path)
    found.plays("R1 clue stop")
    found.plays("clue Y1 stop")
    found.plays("clue")
    yield found
    found.session.close()


def told(answer: TestResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text[answer.text.index("<main") :]).split())


# deleting


def test_deleting_asks_back_and_changes_nothing_by_that(keeper: Keeper) -> None:
    assert 'href="/history/1/delete"' in keeper.phone.get("/history/1").text
    page = keeper.phone.get("/history/1/delete")
    assert "Delete game 1?" in told(page)
    assert "Keep it" in told(page)
    assert 'name="pin"' in page.text
    assert keeper.numbers == [1, 2, 3]


def test_a_deleted_game_is_gone_from_lists_records_exports_and_programs(keeper: Keeper) -> None:
    answer = keeper.phone.post("/history/1/delete", data={"pin": PIN})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/history?deleted=1")
    page = keeper.phone.get("/history?deleted=1")
    assert "Game 1 is deleted." in told(page)
    assert 'href="/history/1"' not in page.text
    for path in ("/history/1", "/history/1?turn=0", "/history/1/delete", "/api/games/1", "/api/games/1/export"):
        assert keeper.phone.get(path).status_code == 404, path
    games = keeper.phone.get("/api/games").get_json()
    assert [game["game"] for game in games["games"]] == [3, 2]
    assert games["records"][0]["games"] == 1
    keeper.plays("clue")
    assert keeper.numbers == [2, 3, 4]


def test_the_phone_that_showed_the_pin_isn_t_asked_again(keeper: Keeper) -> None:
    keeper.phone.post("/history/1/delete", data={"pin": PIN})
    assert 'name="pin"' not in keeper.phone.get("/history/2/delete").text
    assert keeper.phone.post("/history/2/delete").status_code == 303
    assert keeper.numbers == [3]


@pytest.mark.parametrize("data", [{}, {"pin": "000000"}])
def test_without_the_pin_nothing_is_deleted(keeper: Keeper, data: dict[str, str]) -> None:
    answer = keeper.phone.post("/history/1/delete", data=data)
    assert (answer.status_code, "PIN" in told(answer)) == (403, True)
    assert keeper.wishes == []


def test_the_game_that_is_on_stays(keeper: Keeper) -> None:
    assert "Delete this game" not in keeper.phone.get("/history/3").text
    answer = keeper.phone.post("/history/3/delete", data={"pin": PIN})
    assert (answer.status_code, "Game 3 is on: finish or stop it first" in told(answer)) == (409, True)
    assert keeper.numbers == [1, 2, 3]


def test_a_locked_table_deletes_and_takes_nothing(keeper: Keeper) -> None:
    keeper.gate.lock()
    answers = [keeper.phone.post("/history/1/delete", data={"pin": PIN}), keeper.brings("game rr2013 2\nR1\n")]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert all(LOCKED in told(answer).replace("&#39;", "'") for answer in answers)
    assert keeper.wishes == []


def test_a_game_that_is_not_there_can_not_be_deleted(keeper: Keeper) -> None:
    assert keeper.phone.get("/history/9/delete").status_code == 404
    assert keeper.phone.post("/history/9/delete", data={"pin": PIN}).status_code == 404
    assert "is deleted" not in told(keeper.phone.get("/history?deleted=2"))


# bringing in


@pytest.mark.parametrize("form", [Format.TEXT, Format.JSON])
def test_a_game_taken_home_comes_back_by_its_file_and_only_once(keeper: Keeper, tmp_path: Path, form: Format) -> None:
    game = keeper.past.games()[0]
    file = exported(game, form)
    keeper.phone.post("/history/1/delete", data={"pin": PIN})
    answer = keeper.brings(file)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/history/4")
    kept = keeper.past.game(4)
    assert kept is not None
    assert (kept.game, kept.is_on) == (game.game, False)
    page = told(keeper.phone.get("/history/4"))
    assert ("brought in from a file" in page) == (form is Format.JSON)
    again = keeper.brings(file)
    assert (again.status_code, "kept here already: it is game 4" in told(again)) == (409, True)
    assert keeper.numbers == [2, 3, 4]
    assert keeper.session.number == 3


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Choose the file of a game"),
        (b"\x89PNG\r\n\x1a\n\xff", "That file is no text"),
        (b'{"setup": {"players": 2}}\n{"do": "play"}\n', "Line 2: "),
        (b"game rr2013 2\n 1. R1 -B1\n", "Line 2: "),
    ],
)
def test_rubbish_is_refused_with_one_sentence(keeper: Keeper, data: bytes, sentence: str) -> None:
    answer = keeper.brings(data)
    assert (answer.status_code, sentence in told(answer)) == (400, True)
    assert keeper.wishes == []


def test_without_the_pin_no_file_is_read(keeper: Keeper) -> None:
    assert 'type="file"' in keeper.phone.get("/history/import").text
    answer = keeper.brings(b"rubbish", pin="000000")
    assert (answer.status_code, "Line" in told(answer)) == (403, False)
    assert keeper.phone.post("/history/import", data={"pin": PIN}).status_code == 400


def test_only_a_file_may_be_larger_than_what_a_table_has_to_say(keeper: Keeper, speak: object) -> None:
    async def swallows(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]

    guard = Guard(swallows, ())  # type: ignore[arg-type]
    statuses = [
        speak(guard, "POST", path, parts=(b"x" * size,)).status  # type: ignore[operator]
        for path, size in (("/history/import", 1_000_000), ("/history/import", 1_200_000), ("/setup", 100_000))
    ]
    assert statuses == [200, 413, 413]
