"""The guard, spoken to without a socket: who is let through, and what goes out with every answer."""

from __future__ import annotations

from typing import Any

import pytest

from web.asgi import Receive, Scope, Send
from web.guard import Guard

NAMES = ("hanabi.local",)


class Echo:
    """An application that answers with the body it was sent, and counts."""

    def __init__(self) -> None:
        self.calls = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.calls += 1
        message = await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": message.get("body", b"")})


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture
def guard(echo: Echo) -> Guard:
    return Guard(echo, NAMES, most_body=100, body_s=0.1)


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8080", "192.168.1.20", "[fe80::1]:8080", "[::1]", "hanabi.local:8080", "HANABI.local", "localhost"],
)
def test_numeric_addresses_and_our_names_are_answered(guard: Guard, speak: Any, host: str) -> None:
    assert speak(guard, host=[host]).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "hanabi.local.evil", "hanabi.local.", "192.168.1.20.evil.com:8080", "1.2.3", "[::1::]"]
)
def test_a_foreign_name_is_not_ours_to_answer(guard: Guard, echo: Echo, speak: Any, host: str) -> None:
    assert speak(guard, host=[host]).status in (421, 400)
    assert echo.calls == 0


def test_a_rebound_name_is_told_so(guard: Guard, speak: Any) -> None:
    answer = speak(guard, host=["evil.example"])
    assert (answer.status, b"numeric address" in answer.body) == (421, True)


@pytest.mark.parametrize("hosts", [[], [""], ["192.168.1.20", "192.168.1.20"], ["a b"], ["192.168.1.20:8080@evil"]])
def test_no_host_or_two_or_nonsense_is_a_bad_request(guard: Guard, speak: Any, hosts: list[str]) -> None:
    assert speak(guard, host=hosts).status == 400


@pytest.mark.parametrize(
    "origins",
    [
        [],
        ["null"],
        ["http://evil.example"],
        ["http://192.168.1.20"],
        ["ftp://192.168.1.20:8080"],
        ["http://192.168.1.20:8080"] * 2,
    ],
)
def test_a_change_from_another_page_is_forged(guard: Guard, echo: Echo, speak: Any, origins: list[str]) -> None:
    assert speak(guard, "POST", origin=origins).status == 403
    assert echo.calls == 0


def test_a_change_from_our_own_page_gets_through_whole(guard: Guard, speak: Any) -> None:
    answer = speak(guard, "POST", parts=[b'{"do":', b'"clue"}'])
    assert (answer.status, answer.body) == (200, b'{"do":"clue"}')


def test_a_body_that_says_it_is_too_long_is_not_read(guard: Guard, speak: Any) -> None:
    answer = speak(guard, "POST", more=[("content-length", "60000000")], parts=[b"x" * 60])
    assert (answer.status, answer.taken) == (413, 0)


def test_a_body_that_grows_too_long_is_cut_off(guard: Guard, echo: Echo, speak: Any) -> None:
    answer = speak(guard, "POST", parts=[b"x" * 60] * 9)
    assert (answer.status, answer.taken, echo.calls) == (413, 2, 0)


def test_a_body_that_never_ends_is_not_waited_for(guard: Guard, echo: Echo, speak: Any) -> None:
    assert speak(guard, "POST", parts=[b"x", None, b"y"]).status == 408
    assert echo.calls == 0


def test_a_sender_that_went_away_is_forgotten(guard: Guard, echo: Echo, speak: Any) -> None:
    assert speak(guard, "POST", parts=[]).status == 0
    assert echo.calls == 0


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_no_other_method_is_known(guard: Guard, speak: Any, method: str) -> None:
    assert speak(guard, method).status == 405


def test_reading_takes_no_body(guard: Guard, speak: Any) -> None:
    assert speak(guard, more=[("content-length", "5")]).status == 400
    assert speak(guard, more=[("transfer-encoding", "chunked")]).status == 400
    assert speak(guard, more=[("content-length", "0")]).status == 200


@pytest.mark.parametrize("path", ["http://evil/", "*", "/a\0b", "/a\nb"])
def test_what_is_no_address_is_refused(guard: Guard, speak: Any, path: str) -> None:
    assert speak(guard, path=path).status == 400


def test_an_endless_address_is_refused(guard: Guard, speak: Any) -> None:
    assert speak(guard, query="x" * 3000).status == 414


def test_an_endless_head_is_refused(guard: Guard, speak: Any) -> None:
    assert speak(guard, more=[("x", "y" * 20_000)]).status == 431


@pytest.mark.parametrize(("method", "host"), [("GET", "10.0.0.1"), ("GET", "evil.example"), ("POST", "10.0.0.1")])
def test_every_answer_tells_browsers_to_be_strict(guard: Guard, speak: Any, method: str, host: str) -> None:
    headers = speak(guard, method, host=[host]).headers
    assert headers["content-security-policy"].startswith("default-src 'self'; object-src 'none'; base-uri 'none'; ")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
