"""Large print: switched on and off by a form, remembered on one phone, and seen by nobody else."""

from __future__ import annotations

from typing import Any


def test_large_print_is_remembered_on_the_phone_that_wants_it_alone(app: Any) -> None:
    mine, another = app.test_client(), app.test_client()
    answer = mine.post("/large", data={"large": "yes", "back": "/history?month=2026-11"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/history?month=2026-11")
    assert [("large.css" in phone.get("/").text) for phone in (mine, another, mine)] == [True, False, True]
    mine.post("/large", data={"large": "no"})
    assert "large.css" not in mine.get("/").text


def test_the_table_s_own_screen_is_large_already(app: Any) -> None:
    phone = app.test_client()
    phone.post("/large", data={"large": "yes"})
    assert "large.css" not in phone.get("/table").text


def test_the_switch_leads_back_to_no_other_site(app: Any) -> None:
    answer = app.test_client().post("/large", data={"large": "yes", "back": "//evil.example/x"})
    assert answer.headers["Location"] == "/x"
