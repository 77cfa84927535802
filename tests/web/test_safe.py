"""The safe table's page: everybody reads why, and the two ways on take the PIN."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import Refused
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.safe import Safe

PIN = "246810"
GOOD = 'deck = "tin" # <b>ours</b>\n'


@pytest.fixture
def chosen() -> list[bool]:
    """What was chosen: with the good settings, or not."""
    return []


@pytest.fixture
def client(chosen: list[bool]) -> Any:
    """A phone at a safe table."""

    def choose(*, with_good: bool) -> None:
        chosen.append(with_good)

    return phone(Safe("Line 2: 'camra' is no setting.", GOOD, choose))


def phone(safe: Safe | None) -> Any:
    joining = Joining(PIN, list)
    return create_app(Broadcast(), lambda message: None, Gate(PIN), joining=joining, safe=safe).test_client()


def main(page: str) -> str:
    """What this page alone shows."""
    return page[page.index("<main") : page.index("</main>")]


def test_everybody_reads_the_reason_and_the_good_settings_as_text(client: Any) -> None:
    page = client.get("/safe").text
    assert "Line 2: &#39;camra&#39; is no setting." in page
    assert "deck = &#34;tin&#34; # &lt;b&gt;ours&lt;/b&gt;" in page
    assert main(page).count("<button") == 2


@pytest.mark.parametrize(("word", "with_good"), [("good", True), ("same", False)])
def test_with_the_pin_either_way_on_is_taken_once(client: Any, chosen: list[bool], word: str, with_good: bool) -> None:
    answer = client.post("/safe", data={"with": word, "pin": PIN})
    assert (answer.status_code, chosen) == (200, [with_good])
    assert "The table starts anew" in answer.text
    assert "<form" not in main(answer.text)


@pytest.mark.parametrize(
    ("typed", "says"), [("", "takes the table&#39;s PIN"), ("000000", "isn&#39;t the table&#39;s PIN")]
)
def test_without_the_pin_nothing_starts(client: Any, chosen: list[bool], typed: str, says: str) -> None:
    answer = client.post("/safe", data={"with": "good", "pin": typed})
    assert (answer.status_code, chosen) == (403, [])
    assert says in answer.text


def test_what_can_t_be_done_is_said_and_the_ways_stay_open() -> None:
    def choose(*, with_good: bool) -> None:
        raise Refused("The settings can't be written: mend them by hand.")

    answer = phone(Safe("Why.", None, choose)).post("/safe", data={"with": "good", "pin": PIN})
    assert answer.status_code == 409
    assert "mend them by hand" in answer.text
    assert main(answer.text).count("<button") == 1, "there are no good settings to go on with"


def test_a_whole_table_has_no_such_page() -> None:
    assert phone(None).get("/safe").status_code == 404
