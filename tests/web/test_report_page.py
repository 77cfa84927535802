"""The page on which a report is packed: it says what is in it, takes the PIN, and sends nothing."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import Refused
from companion.showing import Shows
from web import Joining, create_app
from web.gate import Gate

PIN = "246810"


class Reports:
    """Packs a word."""

    has_recording = False
    is_busy = False

    def __init__(self) -> None:
        self.packed: list[bool] = []

    def pack(self, *, with_names: bool) -> BytesIO:
        if self.is_busy:
            raise Refused("A report is being packed just now.")
        self.packed.append(with_names)
        return BytesIO(b"packed")


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def gate() -> Gate:
    return Gate(PIN)


@pytest.fixture
def phone(board: Any, table: Any, reports: Reports, gate: Gate) -> FlaskClient:
    joining = Joining(PIN, lambda: ["http://192.168.1.20:8080"])
    return create_app(board, table.post, gate, joining=joining, shows=Shows(reports=reports)).test_client()


def test_the_page_says_what_is_in_it_before_it_is_made(phone: FlaskClient, reports: Reports) -> None:
    page = phone.get("/report").text
    for said in ("No pictures", "players’ names", "log’s last lines", "Never in it: the PIN", "sent to nobody"):
        assert said in page
    reports.has_recording = True
    assert "last minute of the recording" in phone.get("/report").text
    assert reports.packed == []


def test_it_takes_the_pin(phone: FlaskClient, reports: Reports) -> None:
    assert phone.post("/report").status_code == 403
    assert phone.post("/report", data={"pin": "000000"}).status_code == 403
    assert reports.packed == []


def test_the_file_goes_to_the_phone_that_asked(phone: FlaskClient, reports: Reports) -> None:
    found = phone.post("/report", data={"pin": PIN, "names": "out"})
    assert (found.status_code, found.data, found.mimetype) == (200, b"packed", "application/zip")
    assert "hanabi-report.zip" in found.headers["Content-Disposition"]
    assert found.headers["Cache-Control"] == "no-store"
    assert 'name="pin"' not in phone.get("/report").text
    assert phone.post("/report").status_code == 200
    assert reports.packed == [False, True]


def test_a_locked_table_is_looked_at_all_the_same(phone: FlaskClient, gate: Gate) -> None:
    gate.lock()
    assert phone.post("/report", data={"pin": PIN}).status_code == 200


def test_while_another_one_is_packed_it_says_so(phone: FlaskClient, reports: Reports) -> None:
    reports.is_busy = True
    found = phone.post("/report", data={"pin": PIN})
    assert found.status_code == 409
    assert "being packed just now" in found.text
    assert 'name="pin"' not in found.text


def test_a_table_that_has_nothing_to_report_says_so(app: Any) -> None:
    phone = app.test_client()
    assert "nothing to report" in phone.get("/report").text
    assert phone.post("/report", data={"pin": PIN}).status_code == 409
