"""A form has as many fields as a page of the table asks for, and no more."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from web.form_size import MOST_FIELDS

PIN = "246810"


def form(fields: int) -> str:
    return "&".join([f"pin={PIN}", *(f"f{number}=" for number in range(fields - 1))])


def test_a_form_of_as_many_fields_as_any_page_has_is_read(phone: FlaskClient) -> None:
    answer = phone.post("/pin", data=form(MOST_FIELDS), content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "table=" in answer.headers.get("Set-Cookie", "")) == (303, True)


@pytest.mark.parametrize("address", ["/pin", "/setup", "/language", "/large", "/history/import"])
def test_one_field_more_is_refused_before_the_form_is_read(phone: FlaskClient, table: Any, address: str) -> None:
    answer = phone.post(address, data=form(MOST_FIELDS + 1), content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (413, False)
    assert table.wishes == []


def test_what_a_script_sends_is_no_form(phone: FlaskClient) -> None:
    line = {"do": "play", "card": "&" * 200}
    assert phone.post("/api/actions", json=line, headers={"X-Table-Pin": PIN}).status_code == 400


def test_a_form_that_doesn_t_say_how_many_play_begins_no_game(phone: FlaskClient, table: Any) -> None:
    answer = phone.post("/setup", data={"pin": PIN})
    assert (answer.status_code, table.wishes) == (400, [])
    assert "Say how many play" in answer.text
